import type { Tx } from "@kinora/db/connect.ts";
import type { Schema } from "@kinora/db/schema.ts";
import { sql, type Insertable } from "kysely";
import type { Context } from "../../context.ts";
import { Refusal } from "../refusal.ts";
import { refuseTaken, within, type Noun, type NounRow, type NounTable, type OwnPlace } from "./noun.ts";
import { recordRow } from "./record.ts";

/**
 * Adds a row to the place, records it as created and, where there is a limit, keeps others from adding one until the transaction ends.
 * @param values its columns but the project and the account, JSON as text. @param changes what the audit log has of it.
 * @throws Refusal `conflict` at `noun.most` rows.
 */
export async function create<Table extends NounTable>(
  context: Context,
  tx: Tx,
  noun: Noun<Table>,
  own: OwnPlace,
  values: Omit<Insertable<Schema[Table]>, "project_id" | "account_id">,
  changes: Record<string, unknown> = {},
): Promise<NounRow<Table>> {
  if (noun.most !== undefined) await requireRoom(tx, noun, own, noun.most);
  const columns = Object.entries({ ...values, ...placeColumns(noun, own) });
  const insert = sql<NounRow<Table>>`
    insert into ${sql.table(noun.table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    values (${sql.join(columns.map(([, value]: [string, unknown]) => value))}) returning *`;
  const { rows } = await refuseTaken(noun, () => insert.execute(tx));
  const [row] = rows;
  if (!row) throw new Error(`The insert into ${noun.table} returned no row.`);
  await recordRow(context, tx, noun, row, "created", changes, own.projectId);
  return row;
}

/** The columns that say where a row belongs. */
const placeColumns = ({ scope = "project" }: Pick<Noun<NounTable>, "scope">, { accountId, projectId }: OwnPlace) =>
  scope === "installation"
    ? {}
    : { account_id: accountId ?? null, ...(scope === "project" ? { project_id: projectId ?? null } : {}) };

async function requireRoom<Table extends NounTable>(
  tx: Tx,
  noun: Noun<Table>,
  own: OwnPlace,
  most: number,
): Promise<void> {
  const { table, name, label = name, plural = `${label}s`, scope = "project" } = noun;
  if (scope === "project") await lockProject(tx, own.projectId ?? 0);
  if (scope === "account")
    await sql`select from accounts where id = ${own.accountId ?? null} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${within(noun, own)}`.execute(tx);
  if ((rows[0]?.count ?? 0) < most) return;
  const place = { project: "A project", account: "An account", installation: "An installation" }[scope];
  throw new Refusal("conflict", `${place} can have up to ${most.toLocaleString("en-US")} ${plural}. Delete one first.`);
}

/** Keeps rows of a project from being added, and another from becoming the default, until the transaction ends. */
export async function lockProject(tx: Tx, projectId: number): Promise<void> {
  await tx.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().executeTakeFirstOrThrow();
}
