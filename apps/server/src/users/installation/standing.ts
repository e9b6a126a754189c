import type { Tx } from "@kinora/db/connect.ts";
import type { Context } from "../../context.ts";
import { endSessions } from "../../login/sessions.ts";
import { mailLinkTo, type SignInLink } from "../../login/sign-in-links.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { audit } from "../../platform/events/events.ts";
import { countMail } from "../../platform/mail/mail-limits.ts";
import { Refusal } from "../../platform/refusal.ts";

type Standing = Awaited<ReturnType<typeof lockPerson>>;

/**
 * Blocks a person everywhere: their sessions end with this call, and they cannot sign in.
 * @throws Refusal `conflict` for oneself, a superuser or a person who is blocked, `not_found`.
 */
export const blockPerson = (context: Context, userId: number, reason: string): Promise<void> =>
  change(context, userId, async (tx, person) => {
    if (person.superuser)
      throw new Refusal("conflict", "This person is a superuser. End that first, and block them then.");
    if (person.status === "blocked") throw new Refusal("conflict", "This person is blocked already.");
    await tx.updateTable("users").set({ status: "blocked" }).where("id", "=", userId).execute();
    await endSessions(tx, userId);
    return { action: "user.blocked_everywhere", changes: { status: [person.status, "blocked"], reason } };
  });

/**
 * Lets a blocked person sign in again; a person without a password has to activate their sign-in first.
 * @throws Refusal `conflict` for a person who is not blocked, `not_found`.
 */
export const unblockPerson = (context: Context, userId: number): Promise<void> =>
  change(context, userId, async (tx, person) => {
    if (person.status !== "blocked") throw new Refusal("conflict", "This person is not blocked.");
    const password = await tx
      .selectFrom("login_credentials")
      .select("user_id")
      .where("user_id", "=", userId)
      .executeTakeFirst();
    const status = password ? "active" : "invited";
    await tx.updateTable("users").set({ status }).where("id", "=", userId).execute();
    return { action: "user.unblocked_everywhere", changes: { status: ["blocked", status] } };
  });

/**
 * Makes a person a superuser, or ends it, effective with their next request; nothing changes when it is so already.
 * @throws Refusal `conflict` for oneself and for a person who is not active, `not_found`.
 */
export const setSuperuser = (context: Context, userId: number, superuser: boolean): Promise<void> =>
  change(context, userId, async (tx, person) => {
    if (person.superuser === superuser) return null;
    if (superuser && person.status !== "active")
      throw new Refusal("conflict", "Only a person who can sign in can become a superuser.");
    await tx.updateTable("users").set({ superuser }).where("id", "=", userId).execute();
    return {
      action: superuser ? "user.superuser_granted" : "user.superuser_revoked",
      changes: { superuser: [person.superuser, superuser] },
    };
  });

/** Ends all sessions of a person. @throws Refusal `conflict` for oneself, `not_found`. */
export const signOutPerson = (context: Context, userId: number): Promise<void> =>
  change(context, userId, async (tx) => {
    await endSessions(tx, userId);
    return { action: "user.signed_out_everywhere" };
  });

/**
 * Mails a person the link to choose a new password, or the one to activate their sign-in while they are invited.
 * @returns the email address it went to.
 * @throws Refusal what `mailLinkTo` throws, `conflict` for oneself and for a person who is blocked, `not_found`,
 *   `rate_limited` after many mails today.
 */
export async function mailSignInLink(context: Context, userId: number): Promise<{ email: string; link: SignInLink }> {
  let sent: { email: string; link: SignInLink } | undefined;
  await change(context, userId, async (tx, { email, status }) => {
    if (status === "blocked") throw new Refusal("conflict", "This person is blocked. Unblock them first.");
    await countMail(tx, "sign_in_link", { email }, context.clock.now());
    const link = await mailLinkTo(context, tx, { id: userId, email, status });
    sent = { email, link };
    return { action: link === "reset" ? "user.reset_link_mailed" : "user.activation_mailed" };
  });
  if (!sent) throw new Error("No link was sent.");
  return sent;
}

/**
 * Changes a person's standing in one transaction, with its line in the audit log; `apply` answers null where nothing changed.
 * Nobody changes their own, so a superuser who ends another's powers remains one.
 */
async function change(
  context: Context,
  userId: number,
  apply: (tx: Tx, person: Standing) => Promise<{ action: string; changes?: Record<string, unknown> } | null>,
): Promise<void> {
  const { db, caller } = context;
  if (caller.kind === "user" && caller.userId === userId)
    throw new Refusal("conflict", "You cannot do this to yourself. Ask another superuser.");
  await db.transaction().execute(async (tx) => {
    const callerId = caller.kind === "user" ? caller.userId : 0;
    // In the order of ids, so that two superusers who end each other's powers at once do not wait for each other forever.
    const superusers = await tx
      .selectFrom("users")
      .select("id")
      .where("superuser", "=", true)
      .orderBy("id")
      .forUpdate()
      .execute();
    if (!superusers.some(({ id }) => id === callerId)) throw new Refusal("forbidden", "Only superusers can do this.");
    const person = await lockPerson(tx, userId);
    const line = await apply(tx, person);
    if (!line) return;
    const object = { objectType: "user", objectId: userId, objectTitle: person.email };
    await audit(tx, { accountId: null, projectId: null, actor: actorOf(caller), ...object, ...line });
  });
}

async function lockPerson(tx: Tx, userId: number) {
  const person = await tx
    .selectFrom("users")
    .select(["email", "status", "superuser"])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw new Refusal("not_found", "There is no such person.");
  return person;
}
