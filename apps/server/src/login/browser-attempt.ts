import { attemptSucceeded, beginAttempt } from "./attempts.ts";
import { confirmMail } from "./mail-tasks.ts";
import type { LoginRequest } from "./request.ts";
import { readToken } from "./tokens.ts";

interface Person {
  id: number;
  password_hash: string;
}

/**
 * Counts an attempt of this browser to sign a person in, at a password or at a second factor alike. A browser is known when the
 * person signed in there before, or opened the link that is mailed after too many failures.
 * @throws Refusal `rate_limited` after too many failed attempts.
 */
export async function beginBrowserAttempt(
  request: LoginRequest,
  email: string,
  person: Person | undefined,
  confirm: string | undefined,
): Promise<{ succeeded(): Promise<void> }> {
  const { db, clock, jobs } = request;
  const known =
    person !== undefined && (request.knowsBrowserOf(person) || (await isConfirmed(request, person.id, confirm)));
  const attempt = await beginAttempt(db, { email, ip: request.ip, known }, clock.now());
  if ("refused" in attempt) {
    if (attempt.sendConfirmation) await jobs.send(db, confirmMail, { email });
    throw attempt.refused;
  }
  return { succeeded: () => attemptSucceeded(db, attempt.id) };
}

async function isConfirmed({ db, clock }: LoginRequest, userId: number, token: string | undefined): Promise<boolean> {
  if (token === undefined) return false;
  const found = await readToken(db, "confirm", token, clock.now());
  return found.state === "valid" && found.userId === userId;
}
