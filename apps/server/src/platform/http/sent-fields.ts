import { Refusal } from "../refusal.ts";

/** What a request carries beside its path. */
export interface SentFields {
  /** Names of the address's parameters. */
  query: readonly string[];
  /** The body as it was parsed; undefined where there is none. */
  body: unknown;
}

/** Fields named in one answer. */
const NAMED_MAX = 20;
const NAME_MAX = 100;

/** The message for a field that an operation does not have. */
export const unknownField = (name: string): string => `${shortened(name)} is not a field of this operation.`;

/** The first of names that nobody promised to be few or short. */
export const firstNames = (names: readonly string[]): string[] => names.slice(0, NAMED_MAX);

/**
 * Refuses what an operation would ignore without reading it: parameters in the address of a call that has its fields in the body, a
 * field that is in the path as well, and a body that is no object.
 * @param route of the operation: reading ones have their fields in the address.
 * @throws Refusal `invalid` with each field.
 */
export function requireReadFields({ query, body }: SentFields, route: { method?: string; path?: string }): void {
  const inPath = new Set([...(route.path ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const isRead = route.method === "GET";
  const wrong = new Map<string, string>();
  for (const name of query) {
    const field = name.split("[", 1)[0] ?? "";
    if (inPath.has(field)) wrong.set(name, inPathAlready(field));
    else if (!isRead) wrong.set(name, `${shortened(name)} belongs in the body, not in the address.`);
  }
  if (!isRead && body !== undefined) {
    if (!isObject(body)) wrong.set("request", "The body must be an object.");
    else for (const field of Object.keys(body)) if (inPath.has(field)) wrong.set(field, inPathAlready(field));
  }
  const [first] = wrong.values();
  if (first === undefined) return;
  const fields = Object.fromEntries(firstNames([...wrong.keys()]).map((name) => [name, [wrong.get(name) ?? ""]]));
  throw new Refusal("invalid", first, { fields });
}

const inPathAlready = (field: string) => `${field} is a part of the path, and cannot be sent a second time.`;
const shortened = (name: string) => (name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name);
const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
