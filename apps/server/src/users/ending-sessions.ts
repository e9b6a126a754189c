import type { Tx } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { endSessions } from "../login/sessions.ts";
import { actorOf } from "../platform/access/caller.ts";
import type { Grant, ProjectGrant } from "../platform/access/scope.ts";
import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { readBlocked, readMember } from "./queries.ts";
import { checkReach } from "./service.ts";

/**
 * Ends all sessions of a member of a project, blocked or not: they sign in again in every browser.
 * @throws Refusal `not_found` for anyone else, `forbidden` when they have permissions the caller does not have, and what
 *   `endSessionsIn` throws.
 */
export async function signOutUser(context: Context, grant: ProjectGrant, userId: number): Promise<void> {
  const { projectId } = grant;
  await context.db.transaction().execute(async (tx) => {
    const member = (await readMember(tx, projectId, userId)) ?? (await readBlocked(tx, projectId, userId));
    if (!member) throw new Refusal("not_found", "This person is not a member of the project.");
    await checkReach(tx, grant, member.role_id, "You can't sign out someone whose role can do more than yours.");
    await endSessionsIn(context, tx, grant, { id: userId, email: member.email });
  });
}

/** Ends all sessions of a person of an account's projects. @throws Refusal `not_found` for anyone else, and what `endSessionsIn` throws. */
export async function signOutMember(context: Context, grant: Grant, userId: number): Promise<void> {
  const { accountId } = grant;
  await context.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ email: string }>`
      select email from users where id = ${userId} and id in (
        select user_id from project_members where account_id = ${accountId}
        union all select user_id from blocked_members where account_id = ${accountId})`.execute(tx);
    const [member] = rows;
    if (!member) throw new Refusal("not_found", "This person is in none of the account's projects.");
    await endSessionsIn(context, tx, grant, { id: userId, email: member.email });
  });
}

/**
 * A sign-in is a person's own: an account ends it only where it is the one account that the person is in.
 * @throws Refusal `conflict` for oneself, an owner of an account, a superuser, and a person who is in another account.
 */
async function endSessionsIn(
  context: Context,
  tx: Tx,
  { accountId, projectId }: Grant,
  person: { id: number; email: string },
): Promise<void> {
  const { caller } = context;
  if (caller.kind === "user" && caller.userId === person.id)
    throw new Refusal("conflict", "End your own sessions in your profile.");
  const { rows } = await sql<{ beyond: boolean }>`
    select superuser or exists (select from account_owners where user_id = ${person.id})
      or exists (select from project_members where user_id = ${person.id} and account_id <> ${accountId})
      or exists (select from blocked_members where user_id = ${person.id} and account_id <> ${accountId}) as beyond
    from users where id = ${person.id} for update`.execute(tx);
  if (rows[0]?.beyond)
    throw new Refusal(
      "conflict",
      "This sign-in is used for more than this account's projects. Block or remove the person here, or ask them to end their sessions.",
    );
  await endSessions(tx, person.id);
  const object = { objectType: "user", objectId: person.id, objectTitle: person.email };
  await audit(tx, { accountId, projectId, actor: actorOf(caller), action: "user.signed_out_everywhere", ...object });
}
