import { sql } from "kysely";
import type { Context } from "../context.ts";
import { actorOf } from "../platform/access/caller.ts";
import type { Grant } from "../platform/access/scope.ts";
import { audit } from "../platform/events/events.ts";
import { accountGrant, operations } from "../platform/http/operations.ts";
import { Refusal } from "../platform/refusal.ts";

/**
 * Removes a person from every project of the account, effective with their next request; their uploads stay.
 * @throws Refusal `not_found` for somebody who is in none of them.
 */
export async function removeAccountMember(context: Context, { accountId }: Grant, userId: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const { rows: left } = await sql<{ project_id: number; email: string }>`
      with members as (delete from project_members where account_id = ${accountId} and user_id = ${userId} returning project_id),
        blocked as (delete from blocked_members where account_id = ${accountId} and user_id = ${userId} returning project_id)
      select project_id, email from (select project_id from members union select project_id from blocked) left_projects
      join users on users.id = ${userId}`.execute(tx);
    if (left.length === 0) throw new Refusal("not_found", "This person is in none of the account's projects.");
    const actor = actorOf(context.caller);
    for (const { project_id: projectId, email } of left) {
      const object = { objectType: "user", objectId: userId, objectTitle: email };
      await context.emit(tx, { type: "user.removed", accountId, projectId, payload: { user_id: userId }, actor });
      await audit(tx, { accountId, projectId, actor, action: "user.remove", ...object });
    }
  });
}

/** What owners do with the members of their account. */
export const accountMemberRoutes = {
  removeAccountMember: operations.accounts.removeAccountMember.handler(async ({ context, input }) => {
    await removeAccountMember(context, accountGrant(context), input.user_id);
    return { message: "User is removed from all projects." };
  }),
};
