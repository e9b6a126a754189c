import { Refusal } from "../refusal.ts";

/**
 * Keeps what someone saves from undoing what another person saved after it was read.
 * @param before the locked row.
 * @param version what the caller had read; undefined for callers that save whatever is stored.
 * @param what the thing's name in a sentence, as `role`.
 * @throws Refusal `changed_since`.
 */
export function requireVersion(before: { version: number }, version: number | undefined, what: string): void {
  if (version === undefined || version === before.version) return;
  throw new Refusal(
    "changed_since",
    `Someone else changed this ${what} since you opened it. Load it again, then change it.`,
  );
}
