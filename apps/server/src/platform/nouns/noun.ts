import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { Schema } from "@kinora/db/schema.ts";
import { sql, type Selectable } from "kysely";
import { violatedIndex } from "../database/unique-violation.ts";
import { Refusal } from "../refusal.ts";

/** What every row has that people save: its place, and a count of its changes, which the database keeps (migration 0400). */
interface SavedRow {
  id: number;
  project_id: number;
  account_id: number;
  version: number;
}

/** Tables of what people save in a project. */
export type NounTable = {
  [Name in keyof Schema]: Selectable<Schema[Name]> extends SavedRow ? Name : never;
}[keyof Schema];

export type NounRow<Table extends NounTable> = Selectable<Schema[Table]> & SavedRow;

/** The project an operation was authorized for; rows of other projects are not found. */
export interface OwnProject {
  projectId: number;
}

/** A noun of projects, declared once by its room. */
export interface Noun<Table extends NounTable> {
  table: Table;
  /** Its name in events, in the audit log and in sentences, as `playlist`; `label` where sentences have another. */
  name: string;
  label?: string;
  /** What the audit log calls a row, also when it is deleted. */
  title: (row: NounRow<Table>) => string;
  /** How many a project can have. */
  most: number;
  /** The unique index of names in a project, and what is said where another row has the name. */
  taken?: { index: string; message: string };
  /** The event that listeners and webhooks get for an action; without it, one of the same name, as `playlist.updated`. */
  event?: (action: string) => string;
  /** What else learns of a change in its transaction, as the edges. */
  changed?: (tx: Tx, row: NounRow<Table>) => Promise<unknown>;
}

/** The refusal for rows that do not exist and for those of other projects: both are the same. */
export const missing = ({ name, label = name }: Pick<Noun<NounTable>, "name" | "label">) =>
  new Refusal("not_found", `This ${label} does not exist or belongs to another project.`);

/** Reads a row of the project. @throws Refusal `not_found`. */
export const readRow = <Table extends NounTable>(on: Executor, noun: Noun<Table>, project: OwnProject, id: number) =>
  find(on, noun, project, id, sql``);

/**
 * Reads a row of the project and keeps others from changing it until the transaction ends; references to it may still be
 * written (PostgreSQL manual, 13.3.2). @throws Refusal `not_found`.
 */
export const lockRow = <Table extends NounTable>(tx: Tx, noun: Noun<Table>, project: OwnProject, id: number) =>
  find(tx, noun, project, id, sql`for no key update`);

async function find<Table extends NounTable>(
  on: Executor,
  noun: Noun<Table>,
  { projectId }: OwnProject,
  id: number,
  lock: ReturnType<typeof sql>,
): Promise<NounRow<Table>> {
  const { rows } = await sql<NounRow<Table>>`
    select * from ${sql.table(noun.table)} where id = ${id} and project_id = ${projectId} ${lock}`.execute(on);
  const [row] = rows;
  if (!row) throw missing(noun);
  return row;
}

/** Runs a write. @throws Refusal `invalid` at `name` where another row of the project has it. */
export async function refuseTaken<Answer>({ taken }: Pick<Noun<NounTable>, "taken">, write: () => Promise<Answer>) {
  try {
    return await write();
  } catch (error) {
    if (!taken || violatedIndex(error) !== taken.index) throw error;
    throw new Refusal("invalid", taken.message, { fields: { name: [taken.message] } });
  }
}
