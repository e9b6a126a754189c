import type { Database } from "@kinora/db/connect.ts";
import type { VideoList } from "@kinora/domain/videos/videos.ts";
import { sql } from "kysely";
import { rowsBefore, type PageQuery } from "../../platform/lists/list-page.ts";
import { range } from "../../platform/lists/read-page.ts";

export interface WholeList {
  projectId: number;
  /** Null for every list. */
  list: VideoList | null;
  order: "asc" | "desc";
}

/**
 * The ids on one page of a whole list, newest first for `desc`, and how many there are in all. Any page is found in the
 * same few steps, however many rows stand before it: the bucket counts say in which run of ids the page begins.
 */
export async function findPage(
  db: Database,
  whole: WholeList,
  query: PageQuery,
): Promise<{ ids: number[]; total: number }> {
  const place = await findPlace(db, whole, rowsBefore(query));
  if (place.start === null) return { ids: [], total: place.total };
  const from = whole.order === "desc" ? sql`v.id <= ${place.start}` : sql`v.id >= ${place.start}`;
  const list = whole.list === null ? sql`true` : sql`v.list = ${whole.list}`;
  const { rows } = await sql<{ id: number }>`
    select v.id from videos v where v.project_id = ${whole.projectId} and v.deleted_at is null and ${list} and ${from}
    order by v.id ${sql.raw(whole.order)} ${range({ offset: place.skip, limit: query.per_page })}`.execute(db);
  return { ids: rows.map(({ id }) => id), total: place.total };
}

/** How many videos are in a whole list. */
export async function countWhole(db: Database, whole: Omit<WholeList, "order">): Promise<number> {
  const rows = await buckets(db, { ...whole, order: "asc" }, 16, null);
  return rows.reduce((sum, bucket) => sum + bucket.rows, 0);
}

/** Walks the 65536-wide buckets, then the 256-wide ones inside the right one: `skip` rows remain to be passed over. */
async function findPlace(db: Database, whole: WholeList, offset: number) {
  const wide = await buckets(db, whole, 16, null);
  const total = wide.reduce((sum, { rows }) => sum + rows, 0);
  const outer = walk(wide, offset);
  if (!outer) return { start: null, skip: 0, total };
  const inner = walk(await buckets(db, whole, 8, outer.bucket), outer.rest);
  if (!inner) return { start: null, skip: 0, total };
  const start = whole.order === "desc" ? inner.bucket * 256 + 255 : inner.bucket * 256;
  return { start, skip: inner.rest, total };
}

interface Bucket {
  bucket: number;
  rows: number;
}

function walk(ordered: readonly Bucket[], offset: number): { bucket: number; rest: number } | null {
  let rest = offset;
  for (const { bucket, rows } of ordered) {
    if (rest < rows) return { bucket, rest };
    rest -= rows;
  }
  return null;
}

async function buckets(db: Database, whole: WholeList, widthBits: number, within: number | null): Promise<Bucket[]> {
  const inside = within === null ? sql`true` : sql`bucket >= ${within * 256} and bucket < ${(within + 1) * 256}`;
  const { rows } = await sql<Bucket>`
    select bucket, sum(rows)::bigint as rows from video_buckets
    where project_id = ${whole.projectId} and list = any(${whole.list ? [whole.list] : ["completed", "inprogress"]})
      and width_bits = ${widthBits} and rows > 0 and ${inside}
    group by bucket order by bucket ${sql.raw(whole.order)}`.execute(db);
  return rows;
}
