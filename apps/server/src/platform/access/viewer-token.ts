import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import type { Database } from "@kinora/db/connect.ts";
import type { SigningAlgorithm } from "@kinora/db/schema-restrictions.ts";
import type { TokenState } from "@kinora/domain/restrictions/decide.ts";
import { compactVerify, decodeProtectedHeader } from "jose";
import { z } from "zod";
import { unseal } from "../secrets/sealed.ts";

/** What an HS256 secret is sealed as. */
export const SIGNING_SECRET = "signing key";
const LONGEST_TOKEN = 4_000;
const MOST_KEYS = 500;

/** A project's key that verifies playback tokens, or did once. */
export interface VerifyingKey {
  id: number;
  kid: string;
  algorithm: SigningAlgorithm;
  key: Uint8Array | KeyObject;
  /** When it stops or stopped to verify; null for one without an end. */
  endsAt: Date | null;
}

/** A token with what else the edge needs of it. */
export type ViewerToken = TokenState & {
  /** The key that signed it; null unless verified. */
  keyId: number | null;
  /** Identifies the token where its viewers are counted: its `jti`, or a digest. */
  use: string;
};

/** The year 5138 in seconds, 1973 in milliseconds. */
const LATEST = 1e11;
const seconds = z.number().max(LATEST, "is in milliseconds: write seconds since 1970").transform(Math.floor);
const claimsShape = z.object({
  video: z.string().max(64, "is too long").optional(),
  playlist: z.string().max(64, "is too long").optional(),
  exp: seconds,
  nbf: seconds.optional(),
  ip: z.string().max(64, "is too long").optional(),
  max_sessions: z.number().int().min(1).max(1_000_000, "is more than 1000000").optional(),
  jti: z.string().min(1).max(200, "is too long").optional(),
});

/** The signing keys of a project, those that no longer verify included: their tokens are named as what they are. */
export async function findVerifyingKeys(
  db: Database,
  encryptionKey: string,
  projectId: number,
): Promise<VerifyingKey[]> {
  const rows = await db
    .selectFrom("signing_keys")
    .select(["id", "kid", "algorithm", "secret", "public_key", "expires_at", "revoked_at"])
    .where("project_id", "=", projectId)
    .orderBy("id", "desc")
    .limit(MOST_KEYS)
    .execute();
  return rows.map(
    ({ id, kid, algorithm, secret, public_key: publicKey, expires_at: expires, revoked_at: revoked }) => ({
      id,
      kid,
      algorithm,
      key:
        secret === null
          ? createPublicKey(publicKey ?? "")
          : new TextEncoder().encode(unseal(encryptionKey, SIGNING_SECRET, secret)),
      endsAt: revoked ?? expires,
    }),
  );
}

/** Whether a key verifies tokens at a time. */
export const isVerifying = ({ endsAt }: Pick<VerifyingKey, "endsAt">, now: Date): boolean =>
  endsAt === null || endsAt > now;

/**
 * Verifies the signature of a playback token (JWT, RFC 7519; HS256 or EdDSA, RFC 7518 and 8037) and reads its claims.
 * Whether they suit a request is decided later: times are not checked here.
 */
export async function readViewerToken(
  token: string | null,
  keys: readonly VerifyingKey[],
  now: Date,
): Promise<ViewerToken> {
  const invalid = (why: string): ViewerToken => ({ state: "invalid", why, keyId: null, use: "" });
  if (token === null) return { state: "none", keyId: null, use: "" };
  if (token.length > LONGEST_TOKEN) return invalid(`The token is longer than ${LONGEST_TOKEN} characters.`);
  let header: { kid?: string; alg?: string };
  try {
    header = decodeProtectedHeader(token);
  } catch {
    return invalid("The token is no JSON Web Token.");
  }
  const key = keys.find(({ kid }) => kid === header.kid);
  if (!key) return invalid(`This project has no signing key ${(header.kid ?? "(no kid)").slice(0, 40)}.`);
  if (!isVerifying(key, now)) return invalid(`The signing key ${key.kid} is revoked.`);
  let payload: Uint8Array;
  try {
    ({ payload } = await compactVerify(token, key.key, { algorithms: [key.algorithm] }));
  } catch {
    return invalid(`The signature is wrong: it must be made with ${key.kid} and ${key.algorithm}.`);
  }
  const claims = claimsShape.safeParse(parseJson(new TextDecoder().decode(payload)));
  if (!claims.success) {
    const [issue] = claims.error.issues;
    const why = issue?.code === "too_big" ? issue.message : "is missing or has another type";
    return invalid(`The claim ${String(issue?.path[0] ?? "set")} ${why}.`);
  }
  const { max_sessions: maxSessions, jti, video, playlist, exp, nbf, ip } = claims.data;
  return {
    state: "verified",
    claims: {
      exp,
      ...(video === undefined ? {} : { video }),
      ...(playlist === undefined ? {} : { playlist }),
      ...(nbf === undefined ? {} : { nbf }),
      ...(ip === undefined ? {} : { ip }),
      ...(maxSessions === undefined ? {} : { maxSessions }),
    },
    keyId: key.id,
    use: createHash("sha256")
      .update(`${key.id} ${jti ?? token}`)
      .digest("base64url"),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
