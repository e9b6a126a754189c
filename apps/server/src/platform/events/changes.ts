/** The fields in which two states differ, each as [before, after]; what is equal as JSON does not differ. */
export function changesBetween(before: object, after: object): Record<string, [unknown, unknown]> {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => JSON.stringify(sorted(old.get(name))) !== JSON.stringify(sorted(value)))
      .map(([name, value]): [string, [unknown, unknown]] => [name, [old.get(name) ?? null, value ?? null]]),
  );
}

/** A value with the keys of its objects in order: PostgreSQL's jsonb does not keep the order they were written in. */
function sorted(value: unknown): unknown {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  );
}
