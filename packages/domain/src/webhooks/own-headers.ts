/** A header that a webhook sends besides Kinora's. */
export interface OwnHeader {
  name: string;
  value: string;
}

export const OWN_HEADERS_MAX = 10;
export const HEADER_NAME_MAX = 100;
export const HEADER_VALUE_MAX = 1_000;

/** What the request itself needs, or what Kinora says of a message. */
const TAKEN = new Set([
  ...["accept-encoding", "connection", "content-encoding", "content-length", "content-type", "date", "expect", "host"],
  ...["http2-settings", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "user-agent", "via"],
]);
const TAKEN_BEGINNINGS = ["webhook-", "proxy-", "sec-"];

/** A token (RFC 9110 §5.6.2). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible characters of ASCII, with spaces and tabs between them (RFC 9110 §5.5). */
const VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** Why a header cannot have a name; null when it can. */
export function headerNameProblem(name: string): string | null {
  const lower = name.toLowerCase();
  if (name.length > HEADER_NAME_MAX) return `A name can have up to ${HEADER_NAME_MAX} characters.`;
  if (!TOKEN.test(name)) return "Write a name of letters, digits and hyphens, such as X-Source.";
  if (TAKEN.has(lower) || TAKEN_BEGINNINGS.some((beginning) => lower.startsWith(beginning)))
    return `${name} is set by Kinora and cannot be replaced.`;
  return null;
}

/** Why a header cannot have a value; null when it can. */
export function headerValueProblem(value: string): string | null {
  if (value.length > HEADER_VALUE_MAX) return `A value can have up to ${HEADER_VALUE_MAX} characters.`;
  return VALUE.test(value) ? null : "Write a value of letters, digits and signs of ASCII, in one line.";
}
