import type { Executor } from "@kinora/db/connect.ts";
import {
  RARELY_WATCHED_DAYS,
  RARELY_WATCHED_REQUESTS,
  RARELY_WATCHED_SHARE,
  RECLAIM_KINDS,
  RECLAIM_NAMED,
  type ReclaimCandidate,
  type ReclaimKind,
  type ReclaimVideo,
} from "@kinora/domain/operations/reclaim.ts";
import { sql, type RawBuilder } from "kysely";

/** What could go of each kind: a row for each file set, as (video_id, title, label, bytes). */
function filesOf(kind: ReclaimKind, now: Date): RawBuilder<unknown> {
  const videos = (bytes: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`select id as video_id, title, null::text as label, ${bytes} as bytes from videos where ${where} and ${bytes} > 0`;
  switch (kind) {
    case "trash":
      return videos(sql`stored_bytes`, sql`shelf = 'trash'`);
    case "failed":
      return videos(sql`stored_bytes`, sql`shelf = 'failed'`);
    case "originals":
      return videos(sql`source_bytes`, sql`shelf = 'completed' and source_key is not null`);
    case "rarely_watched":
      return rarelyWatched(now);
  }
}

/**
 * Complete resolutions of watched videos with hardly any requests. The lowest one of a video stays: it is what slow lines
 * get, and a video needs one.
 */
const rarelyWatched = (now: Date) => sql`
  with asked as (
    select item_id, height, sum(requests) as requests from delivery_hours
    where item_kind = 'video' and kind = 'segment' and height > 0
      and hour >= ${now}::timestamptz - ${RARELY_WATCHED_DAYS} * interval '1 day'
    group by item_id, height
  ), watched as (
    select item_id, sum(requests) as requests from asked group by item_id
    having sum(requests) >= ${RARELY_WATCHED_REQUESTS}
  )
  select videos.id as video_id, videos.title, renditions.label, renditions.size_bytes as bytes
  from watched
  join videos on videos.id = watched.item_id and videos.shelf = 'completed'
  join renditions on renditions.video_id = videos.id and renditions.version = videos.version
    and renditions.kind = 'video' and renditions.state = 'complete'
  left join asked on asked.item_id = videos.id and asked.height = renditions.height
  where coalesce(asked.requests, 0) < watched.requests * ${RARELY_WATCHED_SHARE}
    and exists (
      select from renditions lower where lower.video_id = videos.id and lower.version = videos.version
        and lower.kind = 'video' and lower.state = 'complete' and lower.height < renditions.height)`;

/** What could be deleted of the files that rows speak of. Reads every video: for a job, not for a request. */
export async function readCandidates(db: Executor, now: Date): Promise<ReclaimCandidate[]> {
  const candidates: ReclaimCandidate[] = [];
  for (const kind of RECLAIM_KINDS) {
    const { rows } = await sql<{ count: number; bytes: number; largest: ReclaimVideo[] }>`
      with files as materialized (${filesOf(kind, now)})
      select count(*)::int as count, coalesce(sum(bytes), 0)::bigint as bytes, coalesce((
        select json_agg(top) from (
          select video_id, title, label, bytes from files order by bytes desc, video_id limit ${RECLAIM_NAMED}) as top),
        '[]'::json) as largest
      from files`.execute(db);
    candidates.push({ kind, ...(rows[0] ?? { count: 0, bytes: 0, largest: [] }) });
  }
  return candidates;
}
