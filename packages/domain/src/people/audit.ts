/** Where a change came from: a person in the console, an API key, an upload token, the platform, or the operator's command line. */
export const AUDIT_SOURCES = ["console", "key", "token", "system", "operator"] as const;
export type AuditSource = (typeof AUDIT_SOURCES)[number];

/** Days that the audit log is kept unless the operator sets another number. */
export const AUDIT_DAYS = 365;
/** Fewest days an operator can set; the database refuses to delete younger entries. */
export const AUDIT_DAYS_MIN = 30;

/** What entries of the audit log are about. */
export const AUDIT_OBJECTS = [
  "account",
  "project",
  "video",
  "stream",
  "player",
  "playlist",
  "category",
  "tag",
  "restriction",
  "signing_key",
  "api_key",
  "upload_token",
  "user",
  "invitation",
  "role",
  "webhook",
  "import",
] as const;

/** One value that an entry names: before and after for a change, `after` alone for a fact. */
export interface AuditFact {
  name: string;
  before: string | null;
  after: string | null;
}

const VALUE_MAX = 300;

/**
 * The facts of an entry's stored changes: a pair is a value before and after, anything else a fact of its own. What was
 * just created has no values before, so a pair there is a list.
 */
export function auditFacts(action: string, changes: Readonly<Record<string, unknown>>): AuditFact[] {
  const isNew = /\.created?$/.test(action);
  return Object.entries(changes).flatMap(([name, value]): AuditFact[] => {
    if (Array.isArray(value) && value.length === 2 && !isNew) {
      return [{ name, before: textOf(value[0]), after: textOf(value[1]) }];
    }
    const after = textOf(value);
    return after === null ? [] : [{ name, before: null, after }];
  });
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) && value.every((part) => typeof part === "string" || typeof part === "number"))
    return value.length === 0 ? null : value.join(", ").slice(0, VALUE_MAX);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === "" ? null : text.slice(0, VALUE_MAX);
}
