import { createHash, randomBytes } from "node:crypto";
import type { Executor, Tx } from "@kinora/db/connect.ts";

export type TokenKind = "first_run" | "activate" | "reset" | "confirm" | "second_factor" | "passkey_add";

/** How long a link in a mail works, in hours, and how long a sign-in or a browser may take to answer. */
export const TOKEN_HOURS: Record<TokenKind, number> = {
  first_run: 24,
  activate: 7 * 24,
  reset: 1,
  confirm: 1,
  second_factor: 1 / 6,
  passkey_add: 1 / 12,
};

const HOUR_MS = 60 * 60 * 1000;

/** A secret for a link or a cookie: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** The stored hash of a secret; with 256 random bits a plain SHA-256 cannot be reversed. */
export const secretId = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** Ends a person's unused links of one kind. */
export async function expireTokens(tx: Executor, kind: TokenKind, userId: number | null, now: Date): Promise<void> {
  await tx
    .updateTable("login_tokens")
    .set({ expires_at: now })
    .where("kind", "=", kind)
    .where("user_id", userId === null ? "is" : "=", userId)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .execute();
}

/** Makes a link's token; earlier unused ones of the same kind and person stop working. */
export async function createToken(tx: Executor, kind: TokenKind, userId: number | null, now: Date): Promise<string> {
  await expireTokens(tx, kind, userId, now);
  return addToken(tx, kind, userId, now);
}

/** Columns of what an organization's own provider began. */
export interface ProviderColumns {
  provider_account_id: number;
  provider_factor: boolean;
  provider_sid: string | null;
}

/**
 * Makes a token beside earlier ones: a person may be signing in with several browsers at once.
 * @param provider of a sign-in that an organization's own provider began.
 */
export async function addToken(
  tx: Executor,
  kind: TokenKind,
  userId: number | null,
  now: Date,
  provider: ProviderColumns | null = null,
): Promise<string> {
  const token = newSecret();
  await tx
    .insertInto("login_tokens")
    .values({
      id: secretId(token),
      kind,
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + TOKEN_HOURS[kind] * HOUR_MS),
      ...provider,
    })
    .execute();
  return token;
}

export interface TokenState {
  state: "valid" | "expired" | "used" | "unknown";
  userId: number | null;
  provider: ProviderColumns | null;
}

/** The state of a link's token. */
export async function readToken(db: Executor, kind: TokenKind, token: string, now: Date): Promise<TokenState> {
  const row = await db
    .selectFrom("login_tokens")
    .select(["user_id", "expires_at", "used_at", "provider_account_id", "provider_factor", "provider_sid"])
    .where("id", "=", secretId(token))
    .where("kind", "=", kind)
    .executeTakeFirst();
  if (!row) return { state: "unknown", userId: null, provider: null };
  const { user_id: userId, expires_at: expiresAt, used_at: usedAt, provider_account_id, ...more } = row;
  const state = usedAt ? "used" : expiresAt <= now ? "expired" : "valid";
  return { state, userId, provider: provider_account_id === null ? null : { provider_account_id, ...more } };
}

/** Consumes a token; of two concurrent calls one gets it. Returns null when it cannot be used (any more). */
export async function useToken(
  tx: Tx,
  kind: TokenKind,
  token: string,
  now: Date,
): Promise<{ userId: number | null } | null> {
  const row = await tx
    .updateTable("login_tokens")
    .set({ used_at: now })
    .where("id", "=", secretId(token))
    .where("kind", "=", kind)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning("user_id")
    .executeTakeFirst();
  return row ? { userId: row.user_id } : null;
}
