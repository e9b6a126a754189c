import type { Database } from "@kinora/db/connect.ts";
import type { VideoList } from "@kinora/domain/videos.ts";
import { sql, type SqlBool } from "kysely";

export interface VideoFilter {
  projectId: number;
  /** Null for every list. */
  list: VideoList | null;
  order: "asc" | "desc";
  /** Part of the title, or a public id. */
  search: string | null;
  published: boolean | null;
  /** Only what this person uploaded: callers who may add videos but not see the others'. */
  userId: number | null;
}

export interface Page {
  page: number;
  perPage: number;
}

/** How far a filtered list is counted and paged; beyond it people narrow the filter. */
export const FILTERED_LIMIT = 10_000;

/** The index on titles knows runs of three letters: a shorter search reads titles, of the newest `FILTERED_LIMIT` videos only. */
const INDEXED_LETTERS = 3;

const conditions = (filter: VideoFilter) => {
  const parts = [sql<SqlBool>`v.project_id = ${filter.projectId}`, sql<SqlBool>`v.deleted_at is null`];
  if (filter.list) parts.push(sql<SqlBool>`v.list = ${filter.list}`);
  if (filter.published !== null) parts.push(sql<SqlBool>`v.published = ${filter.published}`);
  if (filter.userId !== null) parts.push(sql<SqlBool>`v.user_id = ${filter.userId}`);
  if (filter.search) {
    const pattern = `%${filter.search.replaceAll(/[\\%_]/g, "\\$&")}%`;
    parts.push(sql<SqlBool>`(v.title ilike ${pattern} or v.hash = ${filter.search})`);
  }
  return sql.join(parts, sql` and `);
};

const isPlain = (filter: VideoFilter) => !filter.search && filter.published === null && filter.userId === null;

/**
 * The ids on one page, newest first for `desc`, and how many there are in all.
 * A plain list finds any page in the same few steps, however many rows stand before it: the bucket counts say in which
 * run of ids the page begins. A filtered list is counted and paged up to `FILTERED_LIMIT` rows, and a search for one or
 * two letters looks through the newest `FILTERED_LIMIT` videos.
 */
export async function findPage(
  db: Database,
  filter: VideoFilter,
  { page, perPage }: Page,
): Promise<{ ids: number[]; total: number }> {
  const offset = (page - 1) * perPage;
  if (!isPlain(filter)) return findFilteredPage(db, filter, offset, perPage);
  const place = await findPlace(db, filter, offset);
  if (place.start === null) return { ids: [], total: place.total };
  const from = filter.order === "desc" ? sql`v.id <= ${place.start}` : sql`v.id >= ${place.start}`;
  const { rows } = await sql<{ id: number }>`
    select v.id from videos v where ${conditions(filter)} and ${from}
    order by v.id ${sql.raw(filter.order)} offset ${place.skip} limit ${perPage}`.execute(db);
  return { ids: rows.map(({ id }) => id), total: place.total };
}

/** Finds what matches once, for the count and the page alike: looking for it is what costs. */
async function findFilteredPage(db: Database, filter: VideoFilter, offset: number, perPage: number) {
  const newest =
    filter.search && Array.from(filter.search).length < INDEXED_LETTERS ? await amongNewest(db, filter) : sql``;
  const { rows } = await sql<{ ids: number[] | null; total: number }>`
    with matching as materialized (
      select v.id from videos v where ${conditions(filter)} ${newest} order by v.id ${sql.raw(filter.order)} limit ${FILTERED_LIMIT})
    select (select count(*) from matching) as total, array(select id from matching offset ${offset} limit ${perPage}) as ids`.execute(
    db,
  );
  const { ids, total } = rows[0] ?? { ids: [], total: 0 };
  return { ids: (ids ?? []).map(Number), total };
}

async function amongNewest(db: Database, filter: VideoFilter) {
  const { start } = await findPlace(db, { ...filter, order: "desc" }, FILTERED_LIMIT);
  return start === null ? sql`` : sql`and v.id > ${start}`;
}

/** Walks the 65536-wide buckets, then the 256-wide ones inside the right one: `skip` rows remain to be passed over. */
async function findPlace(db: Database, filter: VideoFilter, offset: number) {
  const wide = await buckets(db, filter, 16, null);
  const total = wide.reduce((sum, { rows }) => sum + rows, 0);
  const outer = walk(wide, offset);
  if (!outer) return { start: null, skip: 0, total };
  const inner = walk(await buckets(db, filter, 8, outer.bucket), outer.rest);
  if (!inner) return { start: null, skip: 0, total };
  const start = filter.order === "desc" ? inner.bucket * 256 + 255 : inner.bucket * 256;
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

async function buckets(db: Database, filter: VideoFilter, widthBits: number, within: number | null): Promise<Bucket[]> {
  const inside = within === null ? sql`true` : sql`bucket >= ${within * 256} and bucket < ${(within + 1) * 256}`;
  const { rows } = await sql<Bucket>`
    select bucket, sum(rows)::bigint as rows from video_buckets
    where project_id = ${filter.projectId} and list = any(${filter.list ? [filter.list] : ["completed", "inprogress"]})
      and width_bits = ${widthBits} and rows > 0 and ${inside}
    group by bucket order by bucket ${sql.raw(filter.order)}`.execute(db);
  return rows;
}
