import type { Executor } from "@kinora/db/connect.ts";
import { withAsciiDigits } from "@kinora/domain/digits.ts";
import { Refusal } from "../../platform/refusal.ts";
import { attemptSucceeded, beginAttempt } from "../attempts.ts";
import { findOwnCredentials, readUser } from "../credentials.ts";
import { passwordMatches } from "../passwords.ts";
import { requireSession, type LoginRequest } from "../request.ts";
import { isRecoveryCode, useRecoveryCode } from "./recovery-codes.ts";
import { useTotp } from "./totp.ts";

/** What a signed-in person shows before they change how they sign in: the password, or a code. */
export interface Proof {
  current_password?: string | undefined;
  code?: string | undefined;
}

/** Which of the person's codes it is; null when it is none, or used. */
export async function useCode(
  request: LoginRequest,
  tx: Executor,
  { userId, code }: { userId: number; code: string },
): Promise<"totp" | "recovery_code" | null> {
  const { secrets, clock } = request;
  if (isRecoveryCode(code))
    return (await useRecoveryCode(tx, secrets, { userId, code }, clock.now())) ? "recovery_code" : null;
  const digits = withAsciiDigits(code).replaceAll(/\D/g, "");
  return (await useTotp(tx, secrets, { userId, code: digits, confirmed: true }, clock.now())) ? "totp" : null;
}

/**
 * The signed-in person, who has confirmed their identity.
 * @throws Refusal `invalid` at `current_password` or `code` when that is wrong, `rate_limited` after too many failures.
 */
export async function requireProof(request: LoginRequest, proof: Proof) {
  const { db, clock } = request;
  const { userId } = requireSession(request);
  const user = await readUser(db, userId);
  const attempt = await beginAttempt(db, { email: user.email, ip: request.ip, known: true }, clock.now());
  if ("refused" in attempt) throw attempt.refused;
  if (proof.code) {
    if (!(await useCode(request, db, { userId, code: proof.code }))) throw wrong("code", WRONG_CODE);
  } else {
    const credentials = await findOwnCredentials(db, userId);
    if (!(await passwordMatches(credentials?.password_hash, proof.current_password ?? "")))
      throw wrong("current_password", "This is not your current password.");
  }
  await attemptSucceeded(db, attempt.id);
  return user;
}

export const WRONG_CODE = "This code is wrong, or it was used before. Wait for the next one.";

export const wrong = (field: string, message: string): Refusal =>
  new Refusal("invalid", message, { fields: { [field]: [message] } });
