import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { anywhere } from "../platform/list-filter.ts";

const members = (on: Executor, projectId: number) =>
  on
    .selectFrom("project_members")
    .innerJoin("users", "users.id", "project_members.user_id")
    .innerJoin("roles", "roles.id", "project_members.role_id")
    .select([
      "users.id",
      "users.first_name",
      "users.last_name",
      "users.email",
      "users.avatar_key",
      "users.status",
      "users.last_seen_at",
      "roles.id as role_id",
      "roles.title as role_title",
    ])
    .where("project_members.project_id", "=", projectId);

/** A member of a project with their role there. */
type MemberRow = Awaited<ReturnType<ReturnType<typeof members>["executeTakeFirstOrThrow"]>>;

/** One member of a project, or undefined. */
export function readMember(on: Executor, projectId: number, userId: number): Promise<MemberRow | undefined> {
  return members(on, projectId).where("users.id", "=", userId).executeTakeFirst();
}

/** Somebody who may enter a project; without a role it is an owner of its account. */
export type PersonRow = Omit<MemberRow, "role_id" | "role_title"> & {
  role_id: number | null;
  role_title: string | null;
};

export interface PeopleFilter {
  projectId: number;
  accountId: number;
  /** Part of a name or an e-mail address; null for everybody. */
  search: string | null;
  offset: number;
  limit: number;
}

/** A part of a project's members and of its account's owners in the order of their names, and how many match in all. */
export async function readPeople(on: Executor, filter: PeopleFilter): Promise<{ rows: PersonRow[]; total: number }> {
  const { projectId, accountId, search } = filter;
  const matching = sql`
    from users
    left join account_owners on account_owners.user_id = users.id and account_owners.account_id = ${accountId}
    left join project_members on project_members.user_id = users.id and project_members.project_id = ${projectId}
      and account_owners.user_id is null
    left join roles on roles.id = project_members.role_id
    where users.id in (
        select user_id from account_owners where account_id = ${accountId}
        union select user_id from project_members where project_id = ${projectId})
      ${search === null ? sql`` : sql`and (users.first_name || ' ' || users.last_name || ' ' || users.email) ilike ${anywhere(search)}`}`;
  const counted = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(on);
  const { rows } = await sql<PersonRow>`
    select users.id, users.first_name, users.last_name, users.email, users.avatar_key, users.status, users.last_seen_at,
      roles.id as role_id, roles.title as role_title ${matching}
    order by lower(users.last_name || users.first_name || users.email), users.id
    offset ${filter.offset} limit ${filter.limit}`.execute(on);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

/** The roles of an account, the built-in ones first. */
export function readRoles(on: Executor, accountId: number) {
  return on
    .selectFrom("roles")
    .select(["id", "title", "description", "permissions"])
    .where("account_id", "=", accountId)
    .orderBy("system", "desc")
    .orderBy("id")
    .execute();
}
