import { createHmac } from "node:crypto";
import type { Executor, Tx } from "@kinora/db/connect.ts";
import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { Services } from "../../context.ts";
import type { Config } from "../../platform/config.ts";
import { Refusal } from "../../platform/refusal.ts";
import { addToken, useToken } from "../tokens.ts";
import { isOwnChallenge, useChallenge, type ChallengeRequest } from "./passkey-challenge.ts";

/*
 * Passkeys are bound to the login application's origin and host (WebAuthn Level 3 §13.4.9) and need a PIN or the like (user
 * verification), so that one alone is two factors. Each challenge is answered once.
 */

type Own = Pick<Services, "config" | "secrets" | "log">;

/** Ed25519, ES256 and RS256, as COSE numbers them. */
const ALGORITHMS = [-8, -7, -257];
export const PASSKEY_TIMEOUT_MS = 120_000;

/** The host that passkeys belong to. */
export const relyingParty = ({ urls }: Pick<Config, "urls">): string => new URL(urls.login).hostname;

/** What every passkey that is not accepted is answered with. */
export const refusedPasskey = () =>
  new Refusal("invalid", "This passkey was not accepted. Try again, or sign in another way.");

const expectedFrom = ({ config }: Own) => ({
  expectedOrigin: new URL(config.urls.login).origin,
  expectedRPID: relyingParty(config),
  requireUserVerification: true,
});

/** What a browser creates a passkey with; the person's others are named, so that no device makes a second one. */
export async function offerPasskey(
  { config, secrets }: Own,
  db: Executor,
  user: { id: number; email: string; first_name: string; last_name: string },
  now: Date,
) {
  const known = await db
    .selectFrom("login_passkeys")
    .select(["credential_id", "transports"])
    .where("user_id", "=", user.id)
    .execute();
  // Devices show the names and keep the id, which says nothing about the person (§14.6.1).
  const handle = createHmac("sha256", secrets.cookieKey).update(`passkey-user:${user.id}`).digest("base64url");
  const type = "public-key" as const;
  return {
    rp: { name: "Kinora", id: relyingParty(config) },
    user: { id: handle, name: user.email, displayName: `${user.first_name} ${user.last_name}`.trim() || user.email },
    challenge: await addToken(db, "passkey_add", user.id, now),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type })),
    timeout: PASSKEY_TIMEOUT_MS,
    attestation: "none" as const,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, type, transports })),
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true,
      userVerification: "required" as const,
    },
  };
}

/**
 * Stores the passkey that a browser made for a person.
 * @throws Refusal `invalid` for one of another origin or with a challenge that is old, used or someone else's, `conflict` for
 *   one that is stored already.
 */
export async function storePasskey(
  own: Own,
  tx: Tx,
  { userId, name, response }: { userId: number; name: string; response: RegistrationResponseJSON },
  now: Date,
): Promise<void> {
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: async (challenge) => (await useToken(tx, "passkey_add", challenge, now))?.userId === userId,
    supportedAlgorithmIDs: ALGORITHMS,
    ...expectedFrom(own),
  }).catch((error: unknown) => {
    own.log.info({ err: error }, "a new passkey was refused");
    throw refusedPasskey();
  });
  if (!verified.verified) throw refusedPasskey();
  const { credential } = verified.registrationInfo;
  const added = await tx
    .insertInto("login_passkeys")
    .values({
      user_id: userId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      name,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) throw new Refusal("conflict", "This passkey is in use already.");
}

/**
 * The active person whose passkey answered a challenge of ours, once and in the browser that asked for it.
 * @throws Refusal `invalid`, the same for an unknown passkey, a wrong signature, another origin, and a challenge that was
 *   answered before or belongs to another browser.
 */
export async function usePasskey(
  own: Own & ChallengeRequest,
  tx: Tx,
  response: AuthenticationResponseJSON,
): Promise<number> {
  const now = own.clock.now();
  const row = await tx
    .selectFrom("login_passkeys")
    .innerJoin("users", "users.id", "login_passkeys.user_id")
    .select(["login_passkeys.id", "user_id", "credential_id", "public_key", "counter", "transports"])
    .where("credential_id", "=", response.id)
    .where("users.status", "=", "active")
    .forUpdate("login_passkeys")
    .executeTakeFirst();
  if (!row) throw refusedPasskey();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: async (challenge) =>
      isOwnChallenge(own, challenge) && (await useChallenge(tx, challenge, row.user_id, now)),
    credential: {
      id: row.credential_id,
      publicKey: new Uint8Array(row.public_key),
      counter: row.counter,
      transports: row.transports,
    },
    ...expectedFrom(own),
  }).catch((error: unknown) => {
    own.log.info({ err: error }, "a passkey was refused");
    throw refusedPasskey();
  });
  if (!verified.verified) throw refusedPasskey();
  await tx
    .updateTable("login_passkeys")
    .set({ counter: verified.authenticationInfo.newCounter, last_used_at: now })
    .where("id", "=", row.id)
    .execute();
  return row.user_id;
}

/** A person's passkeys, the oldest first. */
export function listPasskeys(db: Executor, userId: number) {
  return db
    .selectFrom("login_passkeys")
    .select(["id", "name", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .limit(100)
    .execute();
}
