import type { Executor, Tx } from "@kinora/db/connect.ts";
import type { Schema } from "@kinora/db/schema.ts";
import { sql, type RawBuilder, type Selectable, type SqlBool } from "kysely";
import { violatedIndex } from "../database/unique-violation.ts";
import { Refusal } from "../refusal.ts";

/** What rows have that people save: their place, and a count of their changes, which the database keeps (migration 0400). */
interface SavedRow {
  id: number;
  project_id?: number | null;
  account_id?: number | null;
  version?: number;
}

/** Tables of what people save. */
export type NounTable = {
  [Name in keyof Schema]: Selectable<Schema[Name]> extends { id: number } ? Name : never;
}[keyof Schema];

export type NounRow<Table extends NounTable> = Selectable<Schema[Table]> & SavedRow;

/** Whose rows a noun's are: a project's, all of an account's, or the installation's. */
export type Scope = "project" | "account" | "installation";

/** The place an operation was authorized for, as a grant has it; rows of other places are not found. */
export interface OwnPlace {
  accountId?: number | null;
  projectId?: number | null;
}

/** The project an operation was authorized for; rows of other projects are not found. */
export interface OwnProject {
  projectId: number;
}

/** The place of superusers' operations. */
export const INSTALLATION = { accountId: null, projectId: null } as const;

/** A noun, declared once by its room. */
export interface Noun<Table extends NounTable> {
  table: Table;
  /** `project` where it is left out. */
  scope?: Scope;
  /** Its name in events, in the audit log and in sentences, as `playlist`; `label` where sentences have another. */
  name: string;
  label?: string;
  /** Of many in sentences; the label with an "s" where it is left out. */
  plural?: string;
  /** What the audit log calls a row, also when it is deleted. */
  title: (row: NounRow<Table>) => string;
  /** How many a project or an account can have; any number where it is left out. */
  most?: number;
  /** The column that says when a row was removed: from then on it is not found and not counted. */
  gone?: "deleted_at" | "leaving_at";
  /** The unique indexes, and what is said at a field, `name` where it is left out, where another row has its value. */
  taken?: readonly { index: string; field?: string; message: string }[];
  /** The event that listeners and webhooks get for an action, null for none; without it, one of the same name, as `playlist.updated`. */
  event?: (action: string) => string | null;
  /** What else learns of a change in its transaction, as the edges. */
  changed?: (tx: Tx, row: NounRow<Table>) => Promise<unknown>;
}

/** Condition: the rows of a place that are not removed. */
export const within = (
  { scope = "project", gone }: Pick<Noun<NounTable>, "scope" | "gone">,
  { accountId, projectId }: OwnPlace,
): RawBuilder<SqlBool> => {
  const own =
    scope === "installation"
      ? sql`true`
      : scope === "account"
        ? sql`account_id = ${accountId ?? null}`
        : sql`project_id = ${projectId ?? null}`;
  return gone === undefined ? sql<SqlBool>`${own}` : sql<SqlBool>`${own} and ${sql.ref(gone)} is null`;
};

/** The refusal for rows that do not exist and for those of other places: both are the same. */
export const missing = ({ name, label = name, scope = "project" }: Pick<Noun<NounTable>, "name" | "label" | "scope">) =>
  new Refusal(
    "not_found",
    `This ${label} does not exist${scope === "project" ? " or belongs to another project" : ""}.`,
  );

/** Reads a row of the place. @throws Refusal `not_found`. */
export const readRow = <Table extends NounTable>(on: Executor, noun: Noun<Table>, own: OwnPlace, id: number) =>
  find(on, noun, own, id, sql``);

/**
 * Reads a row of the place and keeps others from changing it until the transaction ends; references to it may still be
 * written (PostgreSQL manual, 13.3.2). @throws Refusal `not_found`.
 */
export const lockRow = <Table extends NounTable>(tx: Tx, noun: Noun<Table>, own: OwnPlace, id: number) =>
  find(tx, noun, own, id, sql`for no key update`);

async function find<Table extends NounTable>(
  on: Executor,
  noun: Noun<Table>,
  own: OwnPlace,
  id: number,
  lock: RawBuilder<unknown>,
): Promise<NounRow<Table>> {
  const { rows } = await sql<NounRow<Table>>`
    select * from ${sql.table(noun.table)} where id = ${id} and ${within(noun, own)} ${lock}`.execute(on);
  const [row] = rows;
  if (!row) throw missing(noun);
  return row;
}

/** Runs a write. @throws Refusal `invalid` at the field whose value another row of the place has. */
export async function refuseTaken<Answer>(
  { taken = [] }: Pick<Noun<NounTable>, "taken">,
  write: () => Promise<Answer>,
) {
  try {
    return await write();
  } catch (error) {
    const index = violatedIndex(error);
    const found = taken.find((each) => each.index === index);
    if (!found) throw error;
    throw new Refusal("invalid", found.message, { fields: { [found.field ?? "name"]: [found.message] } });
  }
}
