import type { ImportEntry, ImportOptions } from "@kinora/domain/imports/imports.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { Refusal } from "../platform/refusal.ts";
import { labelsOf, makeLabels, readLabels } from "../uploads/import/import-labels.ts";

export interface ItemLabels {
  categoryId: number | null;
  tagIds: number[];
  /** Which labels it does not get, one sentence each. */
  notes: string[];
}

/** The project's labels that an item names; missing ones are created where the import is to. */
export async function labelItem(
  context: Context,
  grant: ProjectGrant,
  entry: Pick<ImportEntry, "category" | "tags">,
  { labels: creates }: ImportOptions,
): Promise<ItemLabels> {
  const named = { category: entry.category ?? "", tags: entry.tags };
  const notes: string[] = [];
  if (creates) {
    try {
      await makeLabels(context, grant, [named]);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notes.push(error.message);
    }
  }
  const found = labelsOf(named, await readLabels(context, grant, [named]));
  if (found.new_category !== null) notes.push(`The project has no category “${found.new_category}”.`);
  if (found.new_tags.length > 0) notes.push(`The project lacks these tags: ${found.new_tags.join(", ")}.`);
  return { categoryId: found.category?.id ?? null, tagIds: found.tags.map(({ id }) => id), notes };
}
