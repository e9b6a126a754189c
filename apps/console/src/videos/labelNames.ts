type Noun = "category" | "tag";

/** The names of categories and tags that were seen in this visit: an address holds their ids only. */
const seen = new Map<string, string>();

export function rememberLabel(noun: Noun, { id, name }: { id: number; name: string }): void {
  seen.set(`${noun} ${id}`, name);
}

/** The name of a category or tag, or null when it was not seen yet. */
export const nameOfLabel = (noun: Noun, id: number): string | null => seen.get(`${noun} ${id}`) ?? null;
