import type { Executor } from "@kinora/db/connect.ts";
import type { ImportItemState } from "@kinora/domain/imports/imports.ts";
import type { ImportItem } from "./job.ts";

interface Ending {
  reason?: string;
  /** The video that an item is skipped for. */
  videoId?: number;
  /** What was not imported, beside what is noted already. */
  notes?: readonly string[];
}

/** Ends an item. One that has ended stays as it is. */
export async function endItem(
  on: Executor,
  { id, notes: before }: Pick<ImportItem, "id" | "notes">,
  state: Exclude<ImportItemState, "waiting" | "running">,
  { reason, videoId, notes = [] }: Ending = {},
): Promise<void> {
  await on
    .updateTable("import_items")
    .set({
      state,
      reason: reason ?? null,
      notes: [...before, ...notes],
      video_id: videoId,
    })
    .where("id", "=", id)
    .where("state", "in", ["waiting", "running"])
    .execute();
}
