import type { Executor, Tx } from "@kinora/db/connect.ts";
import { knownPermissions, PERMISSIONS, type Permission } from "@kinora/domain/people/permissions.ts";
import { sql, type Expression } from "kysely";
import type { ProjectGrant } from "./scope.ts";

/**
 * What a person may do now in the project of a row with `project_id` and `account_id`, as `authorize` decides; null without one.
 * @param table the row's name in the statement.
 */
export const permissionsIn = (table: string, person: Expression<unknown>) => sql<string[] | null>`
  case when ${person} is null then null
    when exists (select from users where id = ${person} and status = 'blocked') then '{}'::text[]
    when exists (select from users where id = ${person} and superuser)
      or exists (select from account_owners where account_id = ${sql.ref(`${table}.account_id`)} and user_id = ${person})
      then ${PERMISSIONS}::text[]
    else ${memberPermissionsIn(table, person)} end`;

/** What a person may do there as a member, whether or not they own the account. */
export const memberPermissionsIn = (table: string, person: Expression<unknown>) => sql<string[]>`
  coalesce((select roles.permissions from project_members member join roles on roles.id = member.role_id
    where member.project_id = ${sql.ref(`${table}.project_id`)} and member.user_id = ${person}), '{}')`;

/** What the maker of a row may do now; null for rows without a maker, which nothing but their own settings limits. */
export const makersPermissions = (table: string) => permissionsIn(table, sql.ref(`${table}.created_by`));

/**
 * What a person may do in a project now. Their ownership, membership and role stay as they are until the transaction ends, so
 * that nothing is made for someone who is removed, blocked or given another role at the same moment. After the lock of the
 * project, as in a move of it.
 */
export async function holdPermissions(
  tx: Tx,
  { accountId, projectId }: Pick<ProjectGrant, "accountId" | "projectId">,
  userId: number,
): Promise<ReadonlySet<Permission>> {
  const { rows: owned } = await sql`
    select from account_owners where account_id = ${accountId} and user_id = ${userId} for share`.execute(tx);
  const { rows: member } = await sql<{ permissions: string[] }>`
    select roles.permissions from project_members member join roles on roles.id = member.role_id
    where member.project_id = ${projectId} and member.user_id = ${userId} for share of member`.execute(tx);
  if (owned.length > 0 || (await isSuperuser(tx, userId))) return new Set(PERMISSIONS);
  return new Set(knownPermissions(member[0]?.permissions ?? []));
}

async function isSuperuser(on: Executor, userId: number): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${userId} and superuser and status = 'active'`.execute(on);
  return rows.length > 0;
}
