import { createStore } from "../platform/store.ts";

/** What new files of this visit get: what is not said is as the project says. */
export interface Batch {
  category: { id: number; name: string } | null;
  tags: readonly { id: number; name: string }[];
  published: boolean | null;
}

export const batch = createStore<Batch>({ category: null, tags: [], published: null });

/** A batch as an upload's metadata says it. */
export function batchMetadata({ category, tags, published }: Batch): Record<string, string> {
  return {
    ...(category === null ? {} : { category_id: String(category.id) }),
    ...(tags.length === 0 ? {} : { tag_ids: tags.map(({ id }) => id).join(",") }),
    ...(published === null ? {} : { published: String(published) }),
  };
}
