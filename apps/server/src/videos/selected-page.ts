import type { Database, Executor } from "@kinora/db/connect.ts";
import { COUNTED_ROWS, type VideoSort } from "@kinora/domain/library.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { bounded } from "../platform/bounded-read.ts";

/** Each is an index of the project's videos, read from one end or the other. */
const ORDERS: Record<VideoSort, string> = {
  created: "v.id",
  "-created": "v.id desc",
  title: "lower(v.title), v.id",
  "-title": "lower(v.title) desc, v.id desc",
  duration: "coalesce(v.duration_seconds, 0), v.id",
  "-duration": "coalesce(v.duration_seconds, 0) desc, v.id desc",
  size: "v.stored_bytes, v.id",
  "-size": "v.stored_bytes desc, v.id desc",
};

export interface SelectedPage {
  ids: number[];
  /** At most 10,000. */
  total: number;
  /** There are more than `total`. */
  more: boolean;
}

/**
 * One page of a narrowed list. It is counted and paged up to 10,000 rows, whatever the project's size.
 * @throws Refusal `unavailable` when even that takes more than 4 s.
 */
export async function findSelectedPage(
  db: Database,
  where: RawBuilder<SqlBool>,
  order: VideoSort | "-deleted",
  { page, perPage }: { page: number; perPage: number },
): Promise<SelectedPage> {
  const offset = (page - 1) * perPage;
  const ordered = order === "-deleted" ? "v.deleted_at desc, v.id desc" : ORDERS[order];
  // Looking for what matches is what costs: it is done once, for the count and the page alike.
  const { rows } = await bounded(db, (tx) =>
    sql<{ total: number; ids: number[] }>`
      with matching as materialized (select v.id from videos v where ${where} order by ${sql.raw(ordered)} limit ${COUNTED_ROWS + 1})
      select (select count(*) from matching) as total, array(select id from matching offset ${offset} limit ${perPage}) as ids`.execute(
      tx,
    ),
  );
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  const more = total > COUNTED_ROWS;
  return {
    ids: ids.map(Number).slice(0, Math.max(0, COUNTED_ROWS - offset)),
    total: Math.min(total, COUNTED_ROWS),
    more,
  };
}

/** How many videos there are, up to 10,000. */
export async function countUpTo(on: Executor, where: RawBuilder<SqlBool>): Promise<{ rows: number; more: boolean }> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from videos v where ${where} limit ${COUNTED_ROWS + 1}) as matching`.execute(
    on,
  );
  const total = rows[0]?.total ?? 0;
  return { rows: Math.min(total, COUNTED_ROWS), more: total > COUNTED_ROWS };
}
