import { withAsciiDigits } from "@kinora/domain/digits.ts";
import { demandingAccount } from "../../platform/access/second-factor.ts";
import { Refusal } from "../../platform/refusal.ts";
import { readUser } from "../credentials.ts";
import { requireSession, type LoginRequest } from "../request.ts";
import { mailSignInChange } from "../security-mails.ts";
import { auditOwn, endWithLastFactor, hasSecondFactor } from "./factors.ts";
import { listPasskeys } from "./passkeys.ts";
import { requireProof, wrong, WRONG_CODE, type Proof } from "./proof.ts";
import { countRecoveryCodes, makeRecoveryCodes } from "./recovery-codes.ts";
import { prepareTotp, useTotp } from "./totp.ts";
import { forgetTrustedBrowsers, listTrustedBrowsers } from "./trusted-browsers.ts";

/** What the signed-in person has beside the password. */
export async function readSecondFactor(request: LoginRequest) {
  const { db, clock } = request;
  const { userId } = requireSession(request);
  const totp = await db
    .selectFrom("login_totp")
    .select("confirmed_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const trusted = await listTrustedBrowsers(db, userId, clock.now());
  return {
    totp_since: totp?.confirmed_at ?? null,
    required_by: await demandingAccount(db, userId),
    recovery_codes_left: await countRecoveryCodes(db, userId),
    passkeys: await listPasskeys(db, userId),
    trusted_browsers: trusted.map(({ id, ...row }) => ({ id: id.toString("base64url"), ...row })),
  };
}

const ALREADY_ON = "Codes of an app are on already. Turn them off before you set up another app.";

/**
 * Makes a secret for an app; a code of it turns the second factor on.
 * @throws Refusal `invalid` at `current_password` when that is wrong, `conflict` while codes are on.
 */
export async function beginTotp(request: LoginRequest, proof: Pick<Proof, "current_password">) {
  const user = await requireProof(request, proof);
  if ((await readSecondFactor(request)).totp_since) throw new Refusal("conflict", ALREADY_ON);
  return prepareTotp(request.db, request.secrets, { userId: user.id, email: user.email });
}

/**
 * Turns the second factor on with a first code. Returns the recovery codes, which are shown this once.
 * @throws Refusal `invalid` at `code` when that is wrong.
 */
export async function confirmTotp(request: LoginRequest, code: string): Promise<{ recovery_codes: string[] }> {
  const { db, clock, secrets } = request;
  const { userId } = requireSession(request);
  const user = await readUser(db, userId);
  return db.transaction().execute(async (tx) => {
    const digits = withAsciiDigits(code).replaceAll(/\D/g, "");
    if (!(await useTotp(tx, secrets, { userId, code: digits, confirmed: false }, clock.now())))
      throw wrong("code", WRONG_CODE);
    await tx.updateTable("login_totp").set({ confirmed_at: clock.now() }).where("user_id", "=", userId).execute();
    await auditOwn(request, tx, { user, action: "user.totp_on" });
    await mailSignInChange(request, tx, userId, "totp_on");
    return { recovery_codes: await makeRecoveryCodes(tx, secrets, userId, clock.now()) };
  });
}

/**
 * Turns codes of an app off; recovery codes and trusted browsers end with the last factor.
 * @throws Refusal `invalid` at `current_password` or `code` when that is wrong, `conflict` when an account demands it.
 */
export async function turnTotpOff(request: LoginRequest, proof: Proof): Promise<{ message: string }> {
  const user = await requireProof(request, proof);
  await request.db.transaction().execute(async (tx) => {
    await tx.deleteFrom("login_totp").where("user_id", "=", user.id).execute();
    await endWithLastFactor(tx, user.id);
    await auditOwn(request, tx, { user, action: "user.totp_off" });
    await mailSignInChange(request, tx, user.id, "totp_off");
  });
  return { message: "Codes of an app are off." };
}

/**
 * Makes ten new recovery codes; the earlier ones stop working.
 * @throws Refusal `invalid` at `current_password` or `code` when that is wrong, `conflict` without a second factor.
 */
export async function renewRecoveryCodes(request: LoginRequest, proof: Proof): Promise<{ recovery_codes: string[] }> {
  const { db, clock, secrets } = request;
  const user = await requireProof(request, proof);
  if (!(await hasSecondFactor(db, user.id)))
    throw new Refusal("conflict", "Recovery codes come with a second factor. Turn one on first.");
  return db.transaction().execute(async (tx) => {
    await auditOwn(request, tx, { user, action: "user.recovery_codes_made" });
    await mailSignInChange(request, tx, user.id, "recovery_codes_made");
    return { recovery_codes: await makeRecoveryCodes(tx, secrets, user.id, clock.now()) };
  });
}

/** Asks for the second factor in one of the person's browsers again; another person's is answered as a missing one. */
export async function forgetBrowser(request: LoginRequest, id: string): Promise<{ message: string }> {
  const { db } = request;
  const { userId } = requireSession(request);
  const user = await readUser(db, userId);
  await db.transaction().execute(async (tx) => {
    if ((await forgetTrustedBrowsers(tx, userId, Buffer.from(id, "base64url"))) === 0)
      throw new Refusal("not_found", "This browser is asked for a code already.");
    await auditOwn(request, tx, { user, action: "user.browser_forgotten" });
  });
  return { message: "This browser is asked for a code again." };
}
