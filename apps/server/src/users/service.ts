import type { Executor } from "@kinora/db/connect.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { knownPermissions } from "@kinora/domain/permissions.ts";
import type { Context, Services } from "../context.ts";
import { actorOf } from "../platform/caller.ts";
import { audit } from "../platform/events.ts";
import { avatarUrl } from "../platform/person.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Ground, ProjectGround } from "../platform/scope.ts";
import { readMember, readMembers, readRoles, type MemberRow } from "./queries.ts";

/** The roles of an account, the built-in ones first. */
export const listRoles = ({ db }: Context, accountId: number) => readRoles(db, accountId);

/** One page of a project's members in the order of their names, with their role there. */
export async function listUsers(
  context: Context,
  ground: ProjectGround,
  request: { page: number; perPage: number; search: string | null },
) {
  const { rows, total } = await readMembers(context.db, {
    projectId: ground.projectId,
    search: request.search,
    offset: (request.page - 1) * request.perPage,
    limit: request.perPage,
  });
  return {
    data: rows.map((row) => presentMember(context, row)),
    pagination: pagination(request.page, request.perPage, total),
  };
}

/**
 * Takes a person out of a project, effective with their next request; what they uploaded stays.
 * @throws Refusal `conflict` for oneself, `not_found` when they are not a member,
 *   `forbidden` when they may do things the caller may not.
 */
export async function removeUser(context: Context, ground: ProjectGround, userId: number): Promise<void> {
  const { caller } = context;
  if (caller.kind === "user" && caller.userId === userId) {
    throw new Refusal("conflict", "You can not remove yourself. Ask someone else who manages users to do it.");
  }
  const actor = actorOf(caller);
  await context.db.transaction().execute(async (tx) => {
    const member = await readMember(tx, ground.projectId, userId);
    if (!member) throw new Refusal("not_found", "This person is not a member of the project.");
    await checkReach(tx, ground, member.role_id, "You can not remove someone whose role may do more than yours.");
    await tx
      .deleteFrom("project_members")
      .where("project_id", "=", ground.projectId)
      .where("user_id", "=", userId)
      .execute();
    await context.emit(tx, {
      type: "user.removed",
      accountId: ground.accountId,
      projectId: ground.projectId,
      payload: { user_id: userId },
      actor,
    });
    await audit(tx, {
      accountId: ground.accountId,
      projectId: ground.projectId,
      actor,
      action: "user.remove",
      objectType: "user",
      objectId: userId,
      objectTitle: member.email,
      changes: { role: member.role_title },
    });
  });
}

/** Refuses to touch a role that allows anything the caller is not allowed: nobody can lift themselves up through others. */
export async function checkReach(on: Executor, ground: Ground, roleId: number, message: string): Promise<void> {
  const role = await on.selectFrom("roles").select("permissions").where("id", "=", roleId).executeTakeFirstOrThrow();
  const beyond = knownPermissions(role.permissions).filter((permission) => !ground.permissions.has(permission));
  if (beyond.length > 0) throw new Refusal("forbidden", `${message} Missing: ${beyond.join(", ")}.`);
}

/** A member as the contract says it. */
export function presentMember(services: Pick<Services, "config">, row: MemberRow) {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    avatar_url: avatarUrl(services, row.avatar_key),
    status: row.status,
    role: { id: row.role_id, title: row.role_title },
    last_seen_at: row.last_seen_at,
  };
}
