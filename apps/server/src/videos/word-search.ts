import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { bounded } from "../platform/bounded-read.ts";
import { ordered, type ListOrder } from "./list-orders.ts";
import type { Place } from "./look-up.ts";
import { sought, type Parts } from "./selection.ts";

/** Pages behind the one asked for that are counted along, so that people can turn to them. */
const PAGES_AHEAD = 3;

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
): Promise<{ ids: number[]; total: number; more: boolean }> {
  const direction = sql.raw(order === "created" ? "asc" : "desc");
  const lists = [...new Set(parts.shelves.map((shelf) => (shelf === "completed" ? "completed" : "inprogress")))];
  const limit = offset + (1 + PAGES_AHEAD) * perPage + 1;
  const runs = sql`select distinct bucket from video_buckets where project_id = ${parts.projectId} and list = any(${lists})
    and width_bits = 16 and rows > 0 order by bucket ${direction}`;
  const { rows } = await bounded(db, (tx) =>
    sql<{ id: number }>`
      select found.id from (${runs}) as run
      cross join lateral (select v.id from videos v where (v.id >> 16) = run.bucket and ${sought(parts)}
        order by ${ordered(order)}) as found limit ${limit}`.execute(tx),
  );
  const all = rows.length < limit;
  const ids = rows.slice(offset, offset + perPage).map(({ id }) => id);
  return { ids, total: all ? rows.length : rows.length - 1, more: !all };
}
