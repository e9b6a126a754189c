import type { Executor, Tx } from "@kinora/db/connect.ts";
import { PASSWORD_GUESSABLE, passwordProblem } from "@kinora/domain/people/passwords.ts";
import { Refusal } from "../platform/refusal.ts";
import { isGuessable } from "./guessable.ts";
import { forgetTrustedBrowsers } from "./second-factor/trusted-browsers.ts";
import { expireTokens } from "./tokens.ts";

/** Stores a person's new password hash. Reset links mailed before, unfinished sign-ins and an unfinished change of the address end, and no browser is trusted. */
export async function storePassword(tx: Executor, userId: number, passwordHash: string, now: Date): Promise<void> {
  await tx
    .insertInto("login_credentials")
    .values({ user_id: userId, password_hash: passwordHash, changed_at: now })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ password_hash: passwordHash, changed_at: now }))
    .execute();
  await expireTokens(tx, "reset", userId, now);
  await expireTokens(tx, "second_factor", userId, now);
  await tx.deleteFrom("login_mail_changes").where("user_id", "=", userId).execute();
  await forgetTrustedBrowsers(tx, userId);
}

/** The person of an e-mail with what their password is checked against; only active people can sign in. */
export function findCredentials(db: Executor, email: string) {
  return db
    .selectFrom("users")
    .innerJoin("login_credentials", "login_credentials.user_id", "users.id")
    .select(["users.id", "login_credentials.password_hash"])
    .where("users.email", "=", email)
    .where("users.status", "=", "active")
    .executeTakeFirst();
}

/** What a person's own password is checked against. */
export function findOwnCredentials(db: Executor, userId: number) {
  return db
    .selectFrom("login_credentials")
    .select(["user_id as id", "password_hash"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** @throws Refusal invalid at `password` when it is too short, known to guessers or made of public facts about the person. */
export async function refuseWeakPassword(password: string, about: readonly string[]): Promise<void> {
  const problem =
    passwordProblem(password, about) ?? ((await isGuessable(password, about)) ? PASSWORD_GUESSABLE : null);
  if (problem) throw new Refusal("invalid", problem, { fields: { password: [problem] } });
}

/** The person a token or session belongs to. */
export function readUser(db: Executor | Tx, userId: number) {
  return db
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name", "avatar_key", "status"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}
