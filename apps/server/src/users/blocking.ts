import { settleKeys } from "../api-keys/makers.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { record } from "../platform/events/record.ts";
import { Refusal } from "../platform/refusal.ts";
import { readBlocked, readMember } from "./queries.ts";
import { checkReach } from "./service.ts";

/**
 * Blocks a member: their requests to the project are refused from now on, and what is pushed to them ends within 2 s.
 * Their role and their uploads stay for when they are unblocked. The API keys they made are disabled, or become those of `keysTo`.
 * @throws Refusal `conflict` for oneself, `not_found` when they are not a member, `forbidden` when they have permissions
 *   the caller does not have, `invalid` at `keys_to` for someone who may not have the keys.
 */
export async function blockUser(
  context: Context,
  grant: ProjectGrant,
  userId: number,
  reason: string,
  keysTo: number | null = null,
): Promise<void> {
  const { caller } = context;
  if (caller.kind === "user" && caller.userId === userId)
    throw new Refusal("conflict", "You can't block yourself. Ask someone else who manages users to do it.");
  const { projectId, accountId } = grant;
  await context.db.transaction().execute(async (tx) => {
    const member = await readMember(tx, projectId, userId);
    if (!member) throw new Refusal("not_found", "This person is not a member of the project.");
    await checkReach(tx, grant, member.role_id, "You can't block someone whose role can do more than yours.");
    const left = await tx
      .deleteFrom("project_members")
      .where("project_id", "=", projectId)
      .where("user_id", "=", userId)
      .returning("role_id")
      .executeTakeFirst();
    // Somebody else has blocked or removed them at the same time.
    if (!left) throw new Refusal("not_found", "This person is not a member of the project.");
    await tx
      .insertInto("blocked_members")
      .values({
        project_id: projectId,
        account_id: accountId,
        user_id: userId,
        role_id: left.role_id,
        reason,
        blocked_by: caller.kind === "user" ? caller.userId : null,
        blocked_at: context.clock.now(),
      })
      .execute();
    await settleKeys(context, tx, grant, { userId, keysTo });
    const object = { type: "user", id: userId, title: member.email };
    await record(context, tx, grant, { action: "user.block", event: "user.blocked", object, changes: { reason } });
  });
}

/** Makes a blocked person a member again, with the role they had. @throws Refusal `not_found`, `forbidden` as for blocking. */
export async function unblockUser(context: Context, grant: ProjectGrant, userId: number): Promise<void> {
  const { projectId, accountId } = grant;
  await context.db.transaction().execute(async (tx) => {
    const person = await readBlocked(tx, projectId, userId);
    if (!person) throw new Refusal("not_found", "This person is not blocked.");
    await checkReach(tx, grant, person.role_id, "You can't unblock someone whose role can do more than yours.");
    const left = await tx
      .deleteFrom("blocked_members")
      .where("project_id", "=", projectId)
      .where("user_id", "=", userId)
      .returning("role_id")
      .executeTakeFirst();
    if (!left) throw new Refusal("not_found", "This person is not blocked.");
    await tx
      .insertInto("project_members")
      .values({ project_id: projectId, account_id: accountId, user_id: userId, role_id: left.role_id })
      .execute();
    const object = { type: "user", id: userId, title: person.email };
    await record(context, tx, grant, { action: "user.unblock", event: "user.unblocked", object });
  });
}
