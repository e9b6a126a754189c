import { sql } from "kysely";
import { listKeysLost, settleKeys } from "../api-keys/makers.ts";
import type { Context } from "../context.ts";
import type { Grant } from "../platform/access/scope.ts";
import { record } from "../platform/events/record.ts";
import { accountGrant, operations } from "../platform/http/operations.ts";
import { Refusal } from "../platform/refusal.ts";
import { signOutMember } from "./ending-sessions.ts";

/**
 * Removes a person from every project of the account, blocked or not, effective with their next request; their uploads stay,
 * the API keys they made are disabled, or become those of `keysTo`.
 * @throws Refusal `conflict` for oneself, `not_found` for a person who is in none of the projects, `invalid` at `keys_to` for
 *   someone who may not have the keys.
 */
export async function removeAccountMember(
  context: Context,
  grant: Grant,
  userId: number,
  keysTo: number | null = null,
): Promise<void> {
  const { accountId } = grant;
  const { caller } = context;
  if (caller.kind === "user" && caller.userId === userId)
    throw new Refusal("conflict", "You cannot remove yourself. Ask another owner to do it.");
  await context.db.transaction().execute(async (tx) => {
    const { rows: left } = await sql<{ project_id: number; email: string; role: string }>`
      with members as (
          delete from project_members where account_id = ${accountId} and user_id = ${userId} returning project_id, role_id),
        blocked as (
          delete from blocked_members where account_id = ${accountId} and user_id = ${userId} returning project_id, role_id)
      select project_id, users.email, roles.title as role
      from (select * from members union all select * from blocked) places
      join roles on roles.id = places.role_id join users on users.id = ${userId} order by project_id`.execute(tx);
    if (left.length === 0) throw missing();
    await settleKeys(context, tx, grant, { userId, keysTo });
    for (const { project_id: projectId, email, role } of left) {
      const object = { type: "user", id: userId, title: email };
      const change = { action: "user.remove", event: "user.removed", object, changes: { role } };
      await record(context, tx, { accountId, projectId }, change);
    }
  });
}

/** The keys that a person made in the account, which their removal disables. @throws Refusal `not_found` as for the removal. */
async function listMemberKeys(context: Context, { accountId }: Grant, userId: number) {
  const { rows } = await sql`
    select from project_members where account_id = ${accountId} and user_id = ${userId}
    union all select from blocked_members where account_id = ${accountId} and user_id = ${userId}`.execute(context.db);
  if (rows.length === 0) throw missing();
  return listKeysLost(context, { accountId, projectId: null }, userId, null);
}

const missing = () => new Refusal("not_found", "This person is in none of the account's projects.");

/** What owners do with the members of their account. */
export const accountMemberRoutes = {
  listMemberKeys: operations.accounts.listMemberKeys.handler(async ({ context, input }) => ({
    data: await listMemberKeys(context, accountGrant(context), input.user_id),
  })),
  signOutMember: operations.accounts.signOutMember.handler(async ({ context, input }) => {
    await signOutMember(context, accountGrant(context), input.user_id);
    return { message: "All sessions of the user are ended." };
  }),
  removeAccountMember: operations.accounts.removeAccountMember.handler(async ({ context, input }) => {
    await removeAccountMember(context, accountGrant(context), input.user_id, input.keys_to ?? null);
    return { message: "User is removed from all projects." };
  }),
};
