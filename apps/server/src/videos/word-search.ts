import type { Database } from "@kinora/db/connect.ts";
import { sql, type RawBuilder } from "kysely";
import { bounded } from "../platform/bounded-read.ts";
import { ordered, type ListOrder } from "./list-orders.ts";
import type { Place, SelectedPage } from "./page-place.ts";
import { sought, type Parts } from "./selection.ts";

/**
 * Searches a list's words in runs of ids, from the latest or the first on, until the page is full. Words in no run cost little
 * there, and words in many end the search early.
 * @throws Refusal `unavailable` when that takes more than 4 s.
 */
export async function searchRuns(
  db: Database,
  parts: Parts,
  order: ListOrder,
  { offset, perPage }: Place,
): Promise<SelectedPage> {
  const wanted = offset + perPage + 1;
  const { rows } = await bounded(db, (tx) => sql<{ id: number }>`${inRuns(parts, order, wanted)}`.execute(tx));
  const ids = rows.slice(offset, offset + perPage).map(({ id }) => id);
  return { ids, total: rows.length, more: rows.length === wanted };
}

/** The ids of up to `limit` videos that are selected, found run by run. Videos in the trash stand in no run. */
export function inRuns(parts: Parts, order: ListOrder, limit: number): RawBuilder<unknown> {
  const direction = sql.raw(order === "created" ? "asc" : "desc");
  const lists = [...new Set(parts.shelves.map((shelf) => (shelf === "completed" ? "completed" : "inprogress")))];
  const runs = sql`select distinct bucket from video_buckets where project_id = ${parts.projectId} and list = any(${lists})
    and width_bits = 16 and rows > 0 order by bucket ${direction}`;
  return sql`select found.id from (${runs}) as run
    cross join lateral (select v.id from videos v where (v.id >> 16) = run.bucket and ${sought(parts)}
      order by ${ordered(order)}) as found limit ${limit}`;
}
