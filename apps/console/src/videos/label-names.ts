import { createStore } from "../platform/store.ts";

type Noun = "category" | "tag";
type Label = Readonly<{ id: number; name: string }>;

/** The names of categories and tags that were seen in this visit: an address holds their ids only. */
export const labelNames = createStore<{ seen: ReadonlyMap<string, string> }>({ seen: new Map() });

const keyOf = (noun: Noun, id: number) => `${noun} ${id}`;

export function rememberLabels(noun: Noun, labels: readonly Label[]): void {
  const { seen } = labelNames.get();
  const fresh = labels.filter(({ id, name }) => seen.get(keyOf(noun, id)) !== name);
  if (fresh.length === 0) return;
  labelNames.set({ seen: new Map([...seen, ...fresh.map(({ id, name }) => [keyOf(noun, id), name] as const)]) });
}

/** The name of a category or tag, or null when it was not seen yet. */
export const nameOfLabel = (seen: ReadonlyMap<string, string>, noun: Noun, id: number): string | null =>
  seen.get(keyOf(noun, id)) ?? null;
