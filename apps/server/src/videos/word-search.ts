import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { ListOrder } from "./list-orders.ts";
import type { Place } from "./look-up.ts";
import { sought, type Parts } from "./selection.ts";

/** Runs of 65536 ids that are searched one after the other before all are searched at once. */
const RUNS = 3;
/** Pages behind the one asked for that are counted along, so that people can turn to them. */
const PAGES_AHEAD = 3;

/**
 * Searches a list's words in runs of ids, from the latest or the first on, until the page is full; null when the first
 * runs do not fill it. Words in no run cost little there, and words in many end the search early.
 */
export async function searchRuns(
  db: Database,
  parts: Parts,
  order: ListOrder,
  { offset, perPage }: Place,
): Promise<{ ids: number[]; total: number; more: boolean } | null> {
  const direction = sql.raw(order === "created" ? "asc" : "desc");
  const lists = [...new Set(parts.shelves.map((shelf) => (shelf === "completed" ? "completed" : "inprogress")))];
  const limit = offset + (1 + PAGES_AHEAD) * perPage + 1;
  const { rows } = await sql<{ ids: number[]; runs: number }>`
    with runs as materialized (select distinct bucket from video_buckets
      where project_id = ${parts.projectId} and list = any(${lists}) and width_bits = 16 and rows > 0
      order by bucket ${direction} limit ${RUNS + 1})
    select (select count(*) from runs) as runs, array(
      select found.id from (select bucket from runs order by bucket ${direction} limit ${RUNS}) as run
      cross join lateral (select v.id from videos v where (v.id >> 16) = run.bucket and ${sought(parts)}
        order by v.id ${direction}) as found limit ${limit}) as ids`.execute(db);
  const { ids, runs } = rows[0] ?? { ids: [], runs: 0 };
  const all = runs <= RUNS && ids.length < limit;
  if (!all && ids.length <= offset + perPage) return null;
  return { ids: ids.slice(offset, offset + perPage).map(Number), total: all ? ids.length : ids.length - 1, more: !all };
}
