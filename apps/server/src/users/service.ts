import type { Executor } from "@kinora/db/connect.ts";
import { pagination } from "@kinora/domain/pages.ts";
import { knownPermissions } from "@kinora/domain/permissions.ts";
import type { Context, Services } from "../context.ts";
import { actorOf } from "../platform/caller.ts";
import { audit } from "../platform/events.ts";
import { avatarUrl } from "../platform/person.ts";
import { Refusal } from "../platform/refusal.ts";
import type { Ground, ProjectGround } from "../platform/scope.ts";
import { readMember, readPeople, readRoles, type PersonRow } from "./queries.ts";

/** The roles of an account, the built-in ones first. */
export const listRoles = ({ db }: Context, accountId: number) => readRoles(db, accountId);

/** One page of who may enter a project, in the order of their names: its members and the owners of its account. */
export async function listUsers(
  context: Context,
  ground: ProjectGround,
  request: { page: number; perPage: number; search: string | null },
) {
  const { rows, total } = await readPeople(context.db, {
    projectId: ground.projectId,
    accountId: ground.accountId,
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

/**
 * Gives a member another role, effective with their next request.
 * @throws Refusal `conflict` for oneself, `not_found` when they are not a member, `invalid` at `role_id` for a role of
 *   another account, `forbidden` when the role they have or get may do more than the caller.
 */
export async function setRole(context: Context, ground: ProjectGround, userId: number, roleId: number) {
  const { caller } = context;
  if (caller.kind === "user" && caller.userId === userId)
    throw new Refusal("conflict", "You can not change your own role. Ask someone else who manages users to do it.");
  const { projectId, accountId } = ground;
  return context.db.transaction().execute(async (tx) => {
    const member = await readMember(tx, projectId, userId);
    if (!member) throw new Refusal("not_found", "This person is not a member of the project.");
    const role = await readRole(tx, accountId, roleId);
    await checkReach(tx, ground, member.role_id, "You can not change someone whose role may do more than yours.");
    await checkReach(tx, ground, role.id, "You can not give a role that may do more than yours.");
    await tx
      .updateTable("project_members")
      .set({ role_id: role.id })
      .where("project_id", "=", projectId)
      .where("user_id", "=", userId)
      .execute();
    const actor = actorOf(caller);
    await context.emit(tx, { type: "user.changed", accountId, projectId, payload: { user_id: userId }, actor });
    const object = { objectType: "user", objectId: userId, objectTitle: member.email };
    const changes = { role: role.title, before: member.role_title };
    await audit(tx, { accountId, projectId, actor, action: "user.set_role", ...object, changes });
    return presentMember(context, { ...member, role_id: role.id, role_title: role.title });
  });
}

/** A role of the account. @throws Refusal `invalid` at `role_id` for any other. */
export async function readRole(on: Executor, accountId: number, roleId: number) {
  const role = await on
    .selectFrom("roles")
    .select(["id", "title"])
    .where("id", "=", roleId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  const message = "Choose a role of this account.";
  if (!role) throw new Refusal("invalid", message, { fields: { role_id: [message] } });
  return role;
}

/** Refuses to touch a role that allows anything the caller is not allowed: nobody can lift themselves up through others. */
export async function checkReach(on: Executor, ground: Ground, roleId: number, message: string): Promise<void> {
  const role = await on.selectFrom("roles").select("permissions").where("id", "=", roleId).executeTakeFirstOrThrow();
  const beyond = knownPermissions(role.permissions).filter((permission) => !ground.permissions.has(permission));
  if (beyond.length > 0) throw new Refusal("forbidden", `${message} Missing: ${beyond.join(", ")}.`);
}

/** A member as the contract says it. */
function presentMember(services: Pick<Services, "config">, row: PersonRow) {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    avatar_url: avatarUrl(services, row.avatar_key),
    status: row.status,
    role: { id: row.role_id, title: row.role_title ?? "Owner" },
    owner: row.role_id === null,
    last_seen_at: row.last_seen_at,
  };
}
