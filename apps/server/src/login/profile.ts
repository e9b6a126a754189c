import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { attemptSucceeded, beginAttempt } from "./attempts.ts";
import { countryNames } from "./country-names.ts";
import { findOwnCredentials, readUser, refuseWeakPassword, storePassword } from "./credentials.ts";
import { readMailChange } from "./mail-change.ts";
import { hashPassword, passwordMatches } from "./passwords.ts";
import { requireSession, type LoginRequest } from "./request.ts";
import { auditOwn } from "./second-factor/factors.ts";
import { mailSignInChange } from "./security-mails.ts";
import { publicUser } from "./service.ts";
import { endSession, endSessions, listSessions } from "./sessions.ts";

/** The signed-in person's own data and where they are signed in. */
export async function readProfile(request: LoginRequest) {
  const { db, clock, config } = request;
  const session = requireSession(request);
  const sessions = await listSessions(db, session.userId, clock.now());
  const countryOf = await countryNames(request);
  return {
    user: publicUser(request, await readUser(db, session.userId)),
    console_url: config.urls.console,
    mail_change: await readMailChange(request, session.userId),
    sessions: sessions.map(({ id, ...row }) => ({
      id: id.toString("base64url"),
      current: id.equals(session.id),
      country: row.ip === null ? null : countryOf(row.ip),
      ...row,
    })),
  };
}

/** Changes the person's name. */
export async function updateProfile(request: LoginRequest, name: { first_name: string; last_name: string }) {
  const session = requireSession(request);
  await request.db.updateTable("users").set(name).where("id", "=", session.userId).execute();
  return { message: "Your name is saved." };
}

/**
 * Changes the password of who is signed in; every other browser is signed out.
 * @throws Refusal `invalid` at `current_password` when that is wrong, at `password` when the new one is weak;
 *   `rate_limited` after too many failed attempts.
 */
export async function changePassword(
  request: LoginRequest,
  { current_password, password }: { current_password: string; password: string },
) {
  const { db, clock } = request;
  const session = requireSession(request);
  const user = await readUser(db, session.userId);
  await refuseWeakPassword(password, [user.email, user.first_name, user.last_name]);
  const attempt = await beginAttempt(db, { email: user.email, ip: request.ip, known: true }, clock.now());
  if ("refused" in attempt) throw attempt.refused;
  const credentials = await findOwnCredentials(db, user.id);
  if (!(await passwordMatches(credentials?.password_hash, current_password))) {
    const wrong = "This is not your current password.";
    throw new Refusal("invalid", wrong, { fields: { current_password: [wrong] } });
  }
  await attemptSucceeded(db, attempt.id);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    await storePassword(tx, user.id, passwordHash, clock.now());
    await endSessions(tx, user.id, session.id);
    await audit(tx, {
      accountId: null,
      projectId: null,
      actor: { kind: "user", user_id: user.id, address: request.ip },
      action: "user.password_change",
      objectType: "user",
      objectId: user.id,
      objectTitle: user.email,
    });
    await mailSignInChange(request, tx, user.id, "password_changed");
  });
  await request.rememberBrowserOf(user.id);
  return { message: "Your password is changed. Every other browser is signed out." };
}

/** Signs one of the person's browsers out; another person's session and an ended one are answered alike. */
export async function endOwnSession(request: LoginRequest, id: string) {
  const session = requireSession(request);
  const user = await readUser(request.db, session.userId);
  const ended = await request.db.transaction().execute(async (tx) => {
    const own = await tx
      .selectFrom("login_sessions")
      .select("id")
      .where("id", "=", Buffer.from(id, "base64url"))
      .where("user_id", "=", session.userId)
      .forUpdate()
      .executeTakeFirst();
    if (!own) throw new Refusal("not_found", "This session has already ended.");
    await endSession(tx, own.id);
    await auditOwn(request, tx, { user, action: "user.session_ended" });
    return own.id;
  });
  if (ended.equals(session.id)) request.signBrowserOut();
  return { message: "This browser is signed out." };
}

/** Signs out every browser except this one. */
export async function endOtherSessions(request: LoginRequest) {
  const session = requireSession(request);
  const user = await readUser(request.db, session.userId);
  await request.db.transaction().execute(async (tx) => {
    await endSessions(tx, session.userId, session.id);
    await auditOwn(request, tx, { user, action: "user.other_sessions_ended" });
  });
  return { message: "Every other browser is signed out." };
}
