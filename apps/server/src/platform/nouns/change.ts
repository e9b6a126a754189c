import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { requireVersion } from "../database/version.ts";
import { changesBetween } from "../events/changes.ts";
import { lockProject } from "./create.ts";
import {
  lockRow,
  refuseTaken,
  type Noun,
  type NounRow,
  type NounTable,
  type OwnPlace,
  type OwnProject,
} from "./noun.ts";
import { recordRow } from "./record.ts";

/** What a change does to a row. */
export interface Edit<Row> {
  /** The columns that are written, without those that are undefined; `updated_at` is set automatically. */
  set?: { [Column in keyof Row]?: Row[Column] | undefined };
  /** A participle; `updated` where it is left out. */
  action?: string;
  /** What the audit log has; where it is left out, the columns of `set` that differ, without which nothing is written. */
  changes?: Record<string, unknown>;
}

/**
 * Changes one row inside its place: finds and locks it, compares its version, writes and records the change, all in one
 * transaction. An edit that leaves everything as it is writes and records nothing.
 * @param version what the caller had read; undefined for callers that save whatever is stored.
 * @param alone whether changes of the project's rows wait for each other, because one row's change concerns the others.
 * @param edit what to write, from the locked row; null for nothing. It may write to other tables.
 * @returns the row as it is then. @throws Refusal `not_found`, `changed_since`.
 */
export async function change<Table extends NounTable>(
  context: Context,
  noun: Noun<Table>,
  own: OwnPlace,
  { id, version, alone = false }: { id: number; version?: number | undefined; alone?: boolean },
  edit: (before: NounRow<Table>, tx: Tx) => Edit<NounRow<Table>> | null | Promise<Edit<NounRow<Table>> | null>,
): Promise<NounRow<Table>> {
  return context.db.transaction().execute(async (tx) => {
    if (alone) await lockProject(tx, own.projectId ?? 0);
    const before = await lockRow(tx, noun, own, id);
    requireVersion({ version: before.version ?? 0 }, version, noun.label ?? noun.name);
    const edited = await edit(before, tx);
    if (!edited) return before;
    const set = Object.fromEntries(Object.entries(edited.set ?? {}).filter(([, value]) => value !== undefined));
    const { action = "updated", changes = changesBetween(before, withoutSecrets(set)) } = edited;
    if (edited.changes === undefined && Object.keys(changes).length === 0) return before;
    const stamp = "updated_at" in before ? { updated_at: context.clock.now() } : {};
    const after = (await refuseTaken(noun, () => write(tx, noun, id, { ...set, ...stamp }))) ?? before;
    await recordRow(context, tx, noun, after, action, changes, own.projectId);
    return after;
  });
}

/** Sealed values and hashes are no concern of the audit log. */
const withoutSecrets = (columns: object) =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => !/_(sealed|hash)$/.test(name)));

/** Returns the row as the database has it then, with what it generates; undefined where no column is written. */
async function write<Table extends NounTable>(
  tx: Tx,
  { table }: Noun<Table>,
  id: number,
  columns: object,
): Promise<NounRow<Table> | undefined> {
  const assigned = Object.entries(columns).map(([name, value]: [string, unknown]) => sql`${sql.ref(name)} = ${value}`);
  if (assigned.length === 0) return undefined;
  const { rows } = await sql<NounRow<Table>>`
    update ${sql.table(table)} set ${sql.join(assigned)} where id = ${id} returning *`.execute(tx);
  return rows[0];
}

/**
 * Deletes one row inside its place for good.
 * @param changes what the audit log has of it; throws where it cannot be deleted. @throws Refusal `not_found`.
 */
export async function remove<Table extends NounTable>(
  context: Context,
  noun: Noun<Table>,
  own: OwnPlace,
  { id, alone = false }: { id: number; alone?: boolean },
  changes: (before: NounRow<Table>) => Record<string, unknown> = () => ({}),
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    if (alone) await lockProject(tx, own.projectId ?? 0);
    const before = await lockRow(tx, noun, own, id);
    const noted = changes(before);
    await sql`delete from ${sql.table(noun.table)} where id = ${id}`.execute(tx);
    await recordRow(context, tx, noun, before, "deleted", noted, own.projectId);
  });
}

/** Ends that a row is its project's default; in a transaction that has the project locked. */
export async function endDefault(
  tx: Tx,
  { table }: Pick<Noun<"players" | "restriction_profiles" | "ad_schedules">, "table">,
  { projectId }: OwnProject,
): Promise<void> {
  await sql`update ${sql.table(table)} set is_default = false where project_id = ${projectId} and is_default`.execute(
    tx,
  );
}
