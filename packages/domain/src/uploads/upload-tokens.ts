export const UPLOAD_TOKEN_NAME_MAX = 60;
/** Uploads that one token may begin. */
export const UPLOAD_TOKEN_USES_MAX = 10_000;
export const UPLOAD_TOKEN_DAYS_MAX = 365;
/** Tokens of a project that can begin uploads. */
export const UPLOAD_TOKENS_MAX = 1_000;
export const UPLOAD_TOKEN_TAGS_MAX = 20;
export const UPLOAD_TOKEN_ORIGINS_MAX = 20;
/** Days that a token is listed after it expired. */
export const UPLOAD_TOKEN_LISTED_DAYS = 30;
/** How many tokens one page of the list has. */
export const UPLOAD_TOKENS_PER_PAGE = 50;

/** What a token is: only an active one begins uploads. */
export const UPLOAD_TOKEN_STATES = ["active", "used", "expired", "revoked"] as const;
export type UploadTokenState = (typeof UPLOAD_TOKEN_STATES)[number];

interface TokenLife {
  uses: number;
  uses_max: number;
  expires_at: Date;
  revoked_at: Date | null;
}

/** The state of a token at a moment. */
export function uploadTokenState(token: TokenLife, now: Date): UploadTokenState {
  if (token.revoked_at !== null) return "revoked";
  if (token.uses >= token.uses_max) return "used";
  return token.expires_at <= now ? "expired" : "active";
}

/** The title of a video made with a token: the token's own, else what was sent or the file's name after the token's prefix. */
export function tokenTitle(token: { title: string | null; title_prefix: string | null }, sent: string): string {
  if (token.title !== null) return token.title;
  return token.title_prefix === null ? sent : `${token.title_prefix} ${sent}`;
}
