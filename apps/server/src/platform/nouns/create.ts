import type { Tx } from "@kinora/db/connect.ts";
import type { Schema } from "@kinora/db/schema.ts";
import { sql, type Insertable } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../access/scope.ts";
import { Refusal } from "../refusal.ts";
import { refuseTaken, type Noun, type NounRow, type NounTable } from "./noun.ts";
import { recordRow } from "./record.ts";

/**
 * Adds a row to the project, records it as created and keeps others from adding one until the transaction ends.
 * @param values its columns but the project and the account, JSON as text. @param changes what the audit log has of it.
 * @throws Refusal `conflict` at `noun.most` rows.
 */
export async function create<Table extends NounTable>(
  context: Context,
  tx: Tx,
  noun: Noun<Table>,
  grant: Pick<ProjectGrant, "projectId" | "accountId">,
  values: Omit<Insertable<Schema[Table]>, "project_id" | "account_id">,
  changes: Record<string, unknown> = {},
): Promise<NounRow<Table>> {
  await requireRoom(tx, noun, grant.projectId);
  const columns = Object.entries({ ...values, project_id: grant.projectId, account_id: grant.accountId });
  const insert = sql<NounRow<Table>>`
    insert into ${sql.table(noun.table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    values (${sql.join(columns.map(([, value]: [string, unknown]) => value))}) returning *`;
  const { rows } = await refuseTaken(noun, () => insert.execute(tx));
  const [row] = rows;
  if (!row) throw new Error(`The insert into ${noun.table} returned no row.`);
  await recordRow(context, tx, noun, row, "created", changes);
  return row;
}

async function requireRoom(
  tx: Tx,
  { table, name, label = name, most }: Pick<Noun<NounTable>, "table" | "name" | "label" | "most">,
  projectId: number,
): Promise<void> {
  await lockProject(tx, projectId);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where project_id = ${projectId}`.execute(tx);
  if ((rows[0]?.count ?? 0) < most) return;
  throw new Refusal(
    "conflict",
    `A project can have up to ${most.toLocaleString("en-US")} ${label}s. Delete one first.`,
  );
}

/** Keeps rows of a project from being added, and another from becoming the default, until the transaction ends. */
export async function lockProject(tx: Tx, projectId: number): Promise<void> {
  await tx.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().executeTakeFirstOrThrow();
}
