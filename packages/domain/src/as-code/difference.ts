/** One field in which a file and a project differ. */
export interface FieldChange {
  /** Its path, such as `settings.loop`. */
  field: string;
  before: unknown;
  after: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether two values are the same as JSON, whatever the order of names in objects. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => sameValue(value, other[index]));
  if (!isFields(one) || !isFields(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => sameValue(one[name], other[name]));
}

/** What a wanted state changes of the one there is, field by field. Wanted fields that are undefined stay. */
export function fieldChanges(before: Fields, wanted: Fields, prefix = ""): FieldChange[] {
  return Object.entries(wanted).flatMap(([name, after]) => {
    const old = before[name];
    if (after === undefined || sameValue(old, after)) return [];
    if (isFields(after) && (isFields(old) || old === undefined))
      return fieldChanges(old ?? {}, after, `${prefix}${name}.`);
    return [{ field: `${prefix}${name}`, before: old ?? null, after }];
  });
}

/** A value without what is as usual, in objects at every depth. Lists are whole. */
export function withoutUsual(value: Fields, usual: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, own]): [string, unknown][] => {
      const common = usual[name];
      if (own === undefined || sameValue(own, common)) return [];
      return [[name, isFields(own) && isFields(common) ? withoutUsual(own, common) : own]];
    }),
  );
}

export interface Match<Existing, Wanted> {
  created: { wanted: Wanted; index: number }[];
  kept: { existing: Existing; wanted: Wanted; index: number }[];
  missing: Existing[];
}

/** Pairs the things there are with those of a file by their keys: of several with one key, the first with the first. */
export function matched<Existing, Wanted>(
  existing: readonly Existing[],
  wanted: readonly Wanted[],
  { ofExisting, ofWanted }: { ofExisting: (one: Existing) => string; ofWanted: (one: Wanted) => string },
): Match<Existing, Wanted> {
  const waiting = Map.groupBy(existing, ofExisting);
  const match: Match<Existing, Wanted> = { created: [], kept: [], missing: [] };
  for (const [index, each] of wanted.entries()) {
    const found = waiting.get(ofWanted(each))?.shift();
    if (found === undefined) match.created.push({ wanted: each, index });
    else match.kept.push({ existing: found, wanted: each, index });
  }
  match.missing = [...waiting.values()].flat();
  return match;
}

/**
 * The order of things after those of a file took its order: they share the places they have, what the file does not name
 * keeps its own, and new ones are at the end.
 */
export function arranged(current: readonly string[], wanted: readonly string[]): string[] {
  const named = new Set(wanted);
  const queue = [...wanted];
  const places = current.map((name) => (named.has(name) ? (queue.shift() ?? name) : name));
  return [...places, ...queue];
}
