import { createHmac, timingSafeEqual } from "node:crypto";
import type { TokenClaims } from "@kinora/domain/restrictions/decide.ts";

const SIGNATURE_BYTES = 32;
/** Passes of members have 60 characters (platform/access/playback-token.ts); those of viewers are longer. */
const LEAST_LETTERS = 61;
const MOST_LETTERS = 1_600;

/** What a pass is for: to read media, or to enter a password on the page it was made for. */
export type PassPurpose = "viewer" | "password";

/**
 * What was known when a viewer was admitted and cannot be seen on their later requests. Together with the address and
 * the user agent of a request it is decided on again, so that a changed profile also applies to who is watching.
 */
export interface ViewerPass {
  /** Seconds since 1970. */
  expiresAt: number;
  /** Identifies this viewer among those who use a token. */
  session: string;
  /** Origin and path of the page; null when the browser sent none. */
  page: string | null;
  /** The token: which key signed it, what it says, and what its viewers are counted by. */
  token: { keyId: number; claims: TokenClaims; use: string } | null;
  /** The profile and version of the password that was entered. */
  password: { profileId: number; version: number } | null;
  /** The public id of the playlist on whose page a video was admitted; null at a video's own address. */
  playlist: string | null;
}

/** Signs a pass for one video, livestream or playlist, fit for a path. `key` is the installation's playback secret. */
export function signViewerPass(key: string, purpose: PassPurpose, hash: string, pass: ViewerPass): string {
  const { expiresAt, session, page, token, password, playlist } = pass;
  const fields = [
    expiresAt,
    session,
    page,
    token && [token.keyId, token.use, token.claims],
    password && [password.profileId, password.version],
    ...(playlist === null ? [] : [playlist]),
  ];
  const body = Buffer.from(JSON.stringify(fields), "utf8");
  return Buffer.concat([signature(key, purpose, hash, body), body]).toString("base64url");
}

/** Reads a pass; null when it was not signed for this purpose and item. It may have expired. */
export function readViewerPass(key: string, purpose: PassPurpose, hash: string, text: string): ViewerPass | null {
  if (text.length < LEAST_LETTERS || text.length > MOST_LETTERS) return null;
  const bytes = Buffer.from(text, "base64url");
  if (bytes.toString("base64url") !== text) return null;
  const body = bytes.subarray(SIGNATURE_BYTES);
  if (!timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), signature(key, purpose, hash, body))) return null;
  const [expiresAt, session, page, token, password, playlist = null] = JSON.parse(body.toString("utf8")) as [
    number,
    string,
    string | null,
    [number, string, TokenClaims] | null,
    [number, number] | null,
    string?,
  ];
  return {
    expiresAt,
    session,
    page,
    token: token && { keyId: token[0], use: token[1], claims: token[2] },
    password: password && { profileId: password[0], version: password[1] },
    playlist,
  };
}

/** Whether a token in a URL can be a viewer's pass, not a member's. */
export const looksLikeViewerPass = (text: string): boolean => text.length >= LEAST_LETTERS;

function signature(key: string, purpose: PassPurpose, hash: string, body: Buffer): Buffer {
  return createHmac("sha256", key).update(`${purpose} pass\0${hash}\0`).update(body).digest();
}
