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
export type MemberRow = Awaited<ReturnType<ReturnType<typeof members>["executeTakeFirstOrThrow"]>>;

/** One member of a project, or undefined. */
export function readMember(on: Executor, projectId: number, userId: number): Promise<MemberRow | undefined> {
  return members(on, projectId).where("users.id", "=", userId).executeTakeFirst();
}

export interface MemberFilter {
  projectId: number;
  /** Part of a name or an e-mail address; null for everybody. */
  search: string | null;
  offset: number;
  limit: number;
}

/** A part of a project's members in the order of their names, and how many match in all. */
export async function readMembers(on: Executor, filter: MemberFilter): Promise<{ rows: MemberRow[]; total: number }> {
  const pattern = filter.search === null ? null : anywhere(filter.search);
  const matching = () => {
    const query = members(on, filter.projectId);
    if (pattern === null) return query;
    return query.where(
      sql<boolean>`(users.first_name || ' ' || users.last_name || ' ' || users.email) ilike ${pattern}`,
    );
  };
  const counted = await matching()
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching()
    .orderBy(sql`lower(users.last_name || users.first_name || users.email)`)
    .orderBy("users.id")
    .offset(filter.offset)
    .limit(filter.limit)
    .execute();
  return { rows, total: Number(counted.total) };
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
