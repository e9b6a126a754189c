import type { Executor } from "@kinora/db/connect.ts";
import { knownPermissions } from "@kinora/domain/people/permissions.ts";
import { settleKeys } from "../api-keys/makers.ts";
import type { Context, Services } from "../context.ts";
import { avatarUrl } from "../platform/access/person.ts";
import type { Grant, ProjectGrant } from "../platform/access/scope.ts";
import { record } from "../platform/events/record.ts";
import { Refusal } from "../platform/refusal.ts";
import { readBlocked, readMember, readPeople, readRoles, type PeopleQuery, type PersonRow } from "./queries.ts";

/** The roles of an account, the built-in ones first. */
export const listRoles = ({ db }: Context, accountId: number) => readRoles(db, accountId);

/** One page of a project's members and its account's owners, ordered by name. */
export async function listUsers(context: Context, grant: ProjectGrant, query: PeopleQuery) {
  const { data, pagination } = await readPeople(context.db, grant, query);
  return {
    data: data.map(({ projects, second_factor, ...row }) => ({
      ...presentMember(context, row),
      projects,
      second_factor,
    })),
    pagination,
  };
}

/**
 * Gives a member another role, effective with their next request. The API keys they made and may no longer have are disabled,
 * or become those of `keysTo`.
 * @throws Refusal `conflict` for oneself, `not_found` when they are not a member, `invalid` at `role_id` for a role of
 *   another account, `forbidden` when their old or new role has more permissions than the caller;
 *   `invalid` at `keys_to` for someone who may not have the keys.
 */
export async function setRole(
  context: Context,
  grant: ProjectGrant,
  userId: number,
  roleId: number,
  keysTo: number | null = null,
) {
  const { caller } = context;
  if (caller.kind === "user" && caller.userId === userId)
    throw new Refusal("conflict", "You can't change your own role. Ask someone else who manages users to do it.");
  const { projectId, accountId } = grant;
  return context.db.transaction().execute(async (tx) => {
    const member = await readMember(tx, projectId, userId);
    if (!member) throw new Refusal("not_found", "This person is not a member of the project.");
    const role = await readRole(tx, accountId, roleId);
    await checkReach(tx, grant, member.role_id, "You can't change someone whose role can do more than yours.");
    await checkReach(tx, grant, role.id, "You can't give a role that can do more than yours.");
    await tx
      .updateTable("project_members")
      .set({ role_id: role.id })
      .where("project_id", "=", projectId)
      .where("user_id", "=", userId)
      .execute();
    await settleKeys(context, tx, grant, { userId, keysTo });
    const object = { type: "user", id: userId, title: member.email };
    const changes = { role: [member.role_title, role.title] };
    await record(context, tx, grant, { action: "user.set_role", event: "user.changed", object, changes });
    return presentMember(context, { ...member, blocked_reason: null, role_id: role.id, role_title: role.title });
  });
}

/** @throws Refusal `not_found` for a person who is neither a member of the project nor blocked in it. */
export async function requireInProject({ db }: Context, { projectId }: ProjectGrant, userId: number): Promise<void> {
  if ((await readMember(db, projectId, userId)) ?? (await readBlocked(db, projectId, userId))) return;
  throw new Refusal("not_found", "This person is not a member of the project.");
}

/** A role of the account. @throws Refusal `invalid` at `role_id` for any other. */
export async function readRole(on: Executor, accountId: number, roleId: number) {
  const role = await on
    .selectFrom("roles")
    .select(["id", "title"])
    .where("id", "=", roleId)
    .where("account_id", "=", accountId)
    // It is not deleted before the transaction ends.
    .forKeyShare()
    .executeTakeFirst();
  const message = "Choose a role of this account.";
  if (!role) throw new Refusal("invalid", message, { fields: { role_id: [message] } });
  return role;
}

/** Refuses to assign or change a role with permissions the caller does not have: prevents privilege escalation. */
export async function checkReach(on: Executor, grant: Grant, roleId: number, message: string): Promise<void> {
  const role = await on.selectFrom("roles").select("permissions").where("id", "=", roleId).executeTakeFirstOrThrow();
  const beyond = knownPermissions(role.permissions).filter((permission) => !grant.permissions.has(permission));
  if (beyond.length > 0) throw new Refusal("forbidden", `${message} Missing: ${beyond.join(", ")}.`);
}

/** A member in the contract's format. */
const presentMember = (services: Pick<Services, "config">, row: PersonRow) => ({
  ...row,
  avatar_url: avatarUrl(services, row.avatar_key),
  role: { id: row.role_id, title: row.role_title ?? "Owner" },
  owner: row.role_id === null,
});
