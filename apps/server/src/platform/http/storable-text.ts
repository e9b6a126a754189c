import { Refusal } from "../refusal.ts";
import { requireShallow } from "./nesting.ts";

const MESSAGE =
  "This text has characters that cannot be stored. If it comes from a file, read that in its own encoding (often UTF-16), or save it as UTF-8.";

/**
 * Refuses texts that PostgreSQL cannot store: those with U+0000 or with a lone surrogate.
 * @throws Refusal `invalid` with the field of each, and for a value that is nested too deep.
 */
export function requireStorable(input: unknown): void {
  requireShallow(input);
  const fields = Object.fromEntries(unstorable(input, "").map((path) => [path || "request", [MESSAGE]]));
  if (Object.keys(fields).length > 0) throw new Refusal("invalid", MESSAGE, { fields });
}

/** Whether PostgreSQL can store a text. */
export const isStorable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

function unstorable(value: unknown, path: string): string[] {
  if (typeof value === "string") return isStorable(value) ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]: [string, unknown]) =>
    unstorable(inside, path === "" ? name : `${path}.${name}`),
  );
}
