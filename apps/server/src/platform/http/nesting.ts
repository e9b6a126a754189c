import { Refusal } from "../refusal.ts";

/** Levels of objects and lists inside one another; no operation takes more than a handful. */
const MAXIMUM_LEVELS = 64;

/**
 * Refuses a value with more than 64 levels: code that recurses into it would exhaust the stack. Walks it level by level
 * and needs none itself.
 * @throws Refusal `invalid`.
 */
export function requireShallow(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAXIMUM_LEVELS) throw tooDeep();
    level = level.flatMap((one): unknown[] => (isPlain(one) ? Object.values(one) : [])).filter(isPlain);
  }
}

/**
 * The same for the names of query parameters, whose brackets nest as well (`a[b][c]=1`).
 * @throws Refusal `invalid`.
 */
export function requireShallowQuery(query: unknown): void {
  if (typeof query !== "object" || query === null) return;
  if (Object.keys(query).some((name) => name.split("[", MAXIMUM_LEVELS + 2).length > MAXIMUM_LEVELS + 1))
    throw tooDeep();
}

const tooDeep = () => new Refusal("invalid", `Values may be nested up to ${MAXIMUM_LEVELS} levels deep.`);

// Streams, buffers and the like are not what a parser makes of a body's text.
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
