import type { Executor } from "@kinora/db/connect.ts";
import { nearestRole } from "@kinora/domain/people/nearest-role.ts";
import { knownPermissions, type Permission } from "@kinora/domain/people/permissions.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { missingAccount } from "../../platform/access/account.ts";
import { planLimits } from "../../platform/access/plan-limits.ts";
import { Refusal } from "../../platform/refusal.ts";
import { readImpact } from "../queries.ts";

/** A role that people of the project have, and the built-in one of the other account that they get. */
export interface RoleMove {
  roleId: number;
  becomesId: number;
  title: string;
  becomes: string;
  /** Members, blocked ones and invitations. */
  people: number;
  loses: Permission[];
  gains: Permission[];
}

/** What moving a project to another account changes; nothing is changed yet. @throws Refusal what `readMove` throws. */
export async function previewMove({ db }: Context, projectId: number, accountId: number) {
  const { project, account } = await readMove(db, projectId, accountId);
  const roles = await readRoleMoves(db, projectId, accountId);
  const { videos, storage_bytes, members } = await readImpact(db, projectId);
  return {
    project: { id: project.id, name: project.name },
    from: { id: project.account_id, name: project.account },
    to: { id: account.id, name: account.name },
    videos,
    storage_bytes,
    members,
    roles: roles.map(({ title, becomes, people, loses, gains }) => ({ title, becomes, people, loses, gains })),
    warnings: await warningsOf(db, accountId, storage_bytes),
  };
}

/**
 * The project and the account it may move to.
 * @throws Refusal `not_found` for a project or an account that does not exist, `conflict` for a project of an account that is being
 *   closed, for an account that is not active, in another cell, the project's own, or that has a project of this name.
 */
export async function readMove(on: Executor, projectId: number, accountId: number) {
  const project = await on
    .selectFrom("projects as p")
    .innerJoin("accounts as a", "a.id", "p.account_id")
    .select(["p.id", "p.name", "p.account_id", "a.name as account", "a.cell", "a.status"])
    .where("p.id", "=", projectId)
    .where("p.deleted_at", "is", null)
    .executeTakeFirst();
  if (!project) throw new Refusal("not_found", "There is no such project.");
  if (project.status === "closing" || project.status === "closed")
    throw new Refusal(
      "conflict",
      project.status === "closing"
        ? `${project.account} is closed and will be deleted with this project. Keep the account first.`
        : `${project.account} is being deleted, and this project with it.`,
    );
  const account = await on
    .selectFrom("accounts")
    .select(["id", "name", "status", "cell"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (!account) throw missingAccount();
  if (account.id === project.account_id) throw new Refusal("conflict", "The project is in this account already.");
  if (account.status !== "active") throw new Refusal("conflict", "Choose an active account.");
  if (account.cell !== project.cell) throw new Refusal("conflict", "This account is served by another cell.");
  const named = await on
    .selectFrom("projects")
    .select("id")
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .where(sql`lower(name)`, "=", project.name.toLowerCase())
    .executeTakeFirst();
  if (named)
    throw new Refusal(
      "conflict",
      `${account.name} has a project named ${project.name} already. Rename one of them first.`,
    );
  return { project, account };
}

/** The roles that people of a project have, each with what becomes of it; by name. */
export async function readRoleMoves(on: Executor, projectId: number, accountId: number): Promise<RoleMove[]> {
  const { rows: held } = await sql<{ id: number; title: string; permissions: string[]; people: number }>`
    select roles.id, title, permissions, count(*)::int as people from (
      select role_id from project_members where project_id = ${projectId}
      union all select role_id from blocked_members where project_id = ${projectId}
      union all select role_id from project_invitations where project_id = ${projectId}) given
    join roles on roles.id = given.role_id
    group by roles.id order by lower(title)`.execute(on);
  if (held.length === 0) return [];
  const builtIn = await on
    .selectFrom("roles")
    .select(["id", "title", "permissions"])
    .where("account_id", "=", accountId)
    .where("system", "=", true)
    .orderBy("id")
    .execute();
  return held.map(({ id, title, permissions, people }) => {
    const { role, loses, gains } = nearestRole({ title, permissions: knownPermissions(permissions) }, builtIn);
    return { roleId: id, becomesId: role.id, title, becomes: role.title, people, loses, gains };
  });
}

/** What of the other account's limits the project exceeds; it moves nevertheless. */
async function warningsOf(on: Executor, accountId: number, bytes: number): Promise<string[]> {
  const { rows } = await sql<{ projects: number; stored: number; limit: number | null }>`
    select (select count(*)::int from projects where account_id = a.id and deleted_at is null) as projects,
      coalesce((select bytes from account_storage where account_id = a.id), 0) as stored, a.storage_limit_bytes as limit
    from accounts a where id = ${accountId}`.execute(on);
  const [there] = rows;
  const { projects, storage_gb: planned } = await planLimits(on, accountId);
  const limits = [there?.limit ?? null, planned === null ? null : planned * 1000 ** 3].filter(
    (limit) => limit !== null,
  );
  return [
    ...(projects !== null && there && there.projects >= projects
      ? [`Its plan allows ${projects} projects; it has ${there.projects} already.`]
      : []),
    ...(there && limits.length > 0 && there.stored + bytes > Math.min(...limits)
      ? ["It will store more than it may: uploads to it are refused until there is room."]
      : []),
  ];
}
