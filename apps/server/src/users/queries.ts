import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { BY_NAME, nameHolds } from "../platform/access/person.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { hasFactor } from "../platform/access/second-factor.ts";
import type { InputOf } from "../platform/http/input-of.ts";
import { readPage } from "../platform/lists/read-page.ts";

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

/** A person who is blocked in a project, with the role they get back; undefined for anybody else. */
export async function readBlocked(on: Executor, projectId: number, userId: number): Promise<MemberRow | undefined> {
  const { rows } = await sql<MemberRow>`
    select users.id, users.first_name, users.last_name, users.email, users.avatar_key, users.status, users.last_seen_at,
      roles.id as role_id, roles.title as role_title
    from blocked_members join users on users.id = user_id join roles on roles.id = role_id
    where project_id = ${projectId} and user_id = ${userId}`.execute(on);
  return rows[0];
}

/** A person of a project, blocked or not; without a role it is an owner of its account. */
export type PersonRow = Omit<MemberRow, "role_id" | "role_title"> & {
  /** Null for those who are not blocked. */
  blocked_reason: string | null;
  role_id: number | null;
  role_title: string | null;
};

/** A person in the list of a project. */
type ListedRow = PersonRow & { projects: number; second_factor: boolean | null };

export type PeopleQuery = InputOf<"users", "listUsers">;

/** A page of a project's members and its account's owners by name. */
export function readPeople(on: Executor, grant: ProjectGrant, query: PeopleQuery) {
  const { projectId, accountId, permissions } = grant;
  const { search, role, status } = query;
  const list = {
    columns: sql`users.id, users.first_name, users.last_name, users.email, users.avatar_key, users.last_seen_at,
      case when blocked.user_id is null then users.status else 'blocked' end as status, blocked.reason as blocked_reason,
      roles.id as role_id, roles.title as role_title,
      ${permissions.has("users_manage") ? hasFactor(sql.ref("users.id")) : sql`null::boolean`} as second_factor,
      (select count(*)::int from projects p where p.account_id = ${accountId} and p.deleted_at is null
        and (account_owners.user_id is not null
          or exists (select from project_members m where m.project_id = p.id and m.user_id = users.id))) as projects`,
    from: sql`users
      left join account_owners on account_owners.user_id = users.id and account_owners.account_id = ${accountId}
      left join project_members on project_members.user_id = users.id and project_members.project_id = ${projectId}
        and account_owners.user_id is null
      left join blocked_members blocked on blocked.user_id = users.id and blocked.project_id = ${projectId}
        and account_owners.user_id is null
      left join roles on roles.id = coalesce(project_members.role_id, blocked.role_id)`,
    where: [
      sql`users.id in (
        select user_id from account_owners where account_id = ${accountId}
        union select user_id from project_members where project_id = ${projectId}
        union select user_id from blocked_members where project_id = ${projectId})`,
      role && sql`roles.id = ${role}`,
      status && sql`(blocked.user_id is not null or users.status = 'blocked') = ${status === "blocked"}`,
      search && nameHolds(search),
    ],
    order: BY_NAME,
  };
  return readPage<ListedRow>(on, list, query);
}

/** The roles of an account, the built-in ones first, with how many people have each. */
export async function readRoles(on: Executor, accountId: number) {
  const rows = await on
    .selectFrom("roles")
    .select(["id", "title", "description", "permissions", "system", "version"])
    .select(({ selectFrom }) =>
      selectFrom("project_members")
        .innerJoin("projects", "projects.id", "project_members.project_id")
        .select(({ fn }) => fn.count<number>("project_members.user_id").distinct().as("people"))
        .whereRef("project_members.role_id", "=", "roles.id")
        .where("projects.deleted_at", "is", null)
        .as("people"),
    )
    .where("account_id", "=", accountId)
    .orderBy("system", "desc")
    .orderBy("id")
    .execute();
  return rows.map(({ people, ...row }) => ({ ...row, people: Number(people ?? 0) }));
}

/** How many people have a role, the blocked ones and those of deleted projects included: those refer to it, too. */
export async function countRolePeople(on: Executor, accountId: number, roleId: number): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from (
      select user_id from project_members where role_id = ${roleId} and account_id = ${accountId}
      union select user_id from blocked_members where role_id = ${roleId} and account_id = ${accountId}) people`.execute(
    on,
  );
  return rows[0]?.people ?? 0;
}
