import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { countMailRequest } from "./attempts.ts";
import { findCredentials, readUser, refuseWeakPassword, storePassword } from "./credentials.ts";
import { resetMail } from "./mail-tasks.ts";
import { requireOwnWay } from "./own-provider/required.ts";
import { hashPassword } from "./passwords.ts";
import type { LoginRequest } from "./request.ts";
import { continueSignIn, type SignedIn } from "./second-factor/sign-in.ts";
import { mailSignInChange } from "./security-mails.ts";
import { endSessions } from "./sessions.ts";
import { readToken, useToken } from "./tokens.ts";

/**
 * Mails a link to choose a new password if there is such a person; answer and timing are the same for every email. Strangers who
 * ask for someone's mails until the day's are used up do not keep them from asking in a browser they signed in with.
 * @throws Refusal `rate_limited`.
 */
export async function forgotPassword(request: LoginRequest, email: string): Promise<{ message: string }> {
  const { db, clock, jobs } = request;
  const person = await findCredentials(db, email);
  const known = person !== undefined && request.knowsBrowserOf(person);
  await countMailRequest(db, { kind: "password_reset", email: known ? undefined : email, ip: request.ip }, clock.now());
  await jobs.send(db, resetMail, { email, askedAt: clock.now().toISOString() });
  return { message: "If this email belongs to a user, we sent a link to choose a new password." };
}

/**
 * Chooses a new password with the link of a mail: every session of the person ends. This browser gets a new one,
 * after the second factor where the person has one: a mailbox alone does not replace it.
 * @throws Refusal `gone` when the link was used or has expired, `invalid` for a weak password, `forbidden` for people whose
 *   organization demands its own provider.
 */
export async function resetPassword(
  request: LoginRequest,
  { token, password }: { token: string; password: string },
): Promise<SignedIn> {
  const { db, clock } = request;
  const over = new Refusal("gone", "This link has been used or is no longer valid.");
  const { state, userId: expected } = await readToken(db, "reset", token, clock.now());
  if (state !== "valid" || expected === null) throw over;
  const person = await readUser(db, expected);
  await requireOwnWay(request, expected);
  await refuseWeakPassword(password, [person.email, person.first_name, person.last_name]);
  const passwordHash = await hashPassword(password);

  await db.transaction().execute(async (tx) => {
    const used = await useToken(tx, "reset", token, clock.now());
    if (used?.userId !== expected || (await readUser(tx, expected)).status !== "active") throw over;
    await storePassword(tx, expected, passwordHash, clock.now());
    await endSessions(tx, expected);
    await audit(tx, {
      accountId: null,
      projectId: null,
      actor: { kind: "user", user_id: expected, address: request.ip },
      action: "user.password_reset",
      objectType: "user",
      objectId: expected,
      objectTitle: person.email,
    });
    await mailSignInChange(request, tx, expected, "password_changed");
  });
  return continueSignIn(request, expected, {});
}
