import type { rendition } from "@kinora/contract/videos/videos.ts";
import type { Executor } from "@kinora/db/connect.ts";
import { MAIN_SOUND, SOUND_DOWNLOAD, type VideoFailure } from "@kinora/domain/videos/videos.ts";
import { sql } from "kysely";
import type { RowOf } from "../../platform/lists/row-of.ts";
import type { VideoRow } from "../rows.ts";

type Shown = Pick<VideoRow, "id" | "hash" | "version">;

interface Row extends Omit<RowOf<typeof rendition>, "kind" | "mp4_url" | "public_mp4_url" | "public_hls_url"> {
  kind: "video" | "audio";
  mp4: boolean;
  /** Its source is a sound without a picture. */
  sound: boolean;
}

/** URL bases of a video's files: with the caller's pass at `file`, and for everyone at `edge` once it is published. */
export interface RenditionLinks {
  edge: string;
  /** Null for callers who may not download. */
  file: ((path: string) => string) | null;
}

/** The renditions of the current version, lowest first, or of the first version while it is being made. */
export async function readRenditions(db: Executor, video: Shown, links: RenditionLinks) {
  return readVersion(db, video, Math.max(1, video.version), links);
}

async function readVersion(db: Executor, video: Shown, version: number, { edge, file }: RenditionLinks) {
  // A ladder can be without downloads; plans older than this choice have them.
  const { rows } = await sql<Row>`
    select r.id, r.kind, r.label, case when r.kind = 'video' then coalesce(r.further_codec, 'h264') end as codec, r.hdr, r.width, r.height, r.codecs, r.language, r.title, r.describes_pictures, r.frame_rate, r.bitrate_average, r.ssim, r.encode_seconds, r.copied,
      case when r.state = 'complete' then r.size_bytes else made.bytes end as size_bytes,
      case when r.state <> 'complete' and t.state in ('failed', 'cancelled') then t.state else r.state end as state,
      case when r.state = 'processing' and t.state in ('queued', 'running') then least(99, floor(100.0 * made.segments
        / greatest(1, coalesce(case when r.kind = 'video' then jsonb_array_length(t.plan -> 'encoding' -> 'segmentStarts') end,
          (t.plan -> 'encoding' ->> 'segmentCount')::int, 1))))::int end as progress,
      coalesce((t.plan ->> 'mp4')::boolean, true) as mp4, t.plan ? 'sound' as sound
    from renditions r join transcodes t on t.id = r.transcode_id
    cross join lateral (
      select coalesce(sum(cardinality(c.sizes)), 0) as segments, coalesce(sum((select sum(size) from unnest(c.sizes) as size)), 0)::bigint as bytes
      from rendition_chunks c where c.rendition_id = r.id and r.state <> 'complete') as made
    where r.video_id = ${video.id} and r.version = ${version} and r.kind <> 'source'
    order by r.kind desc, r.height, r.id`.execute(db);
  return rows.map(({ mp4, sound, ...row }) => {
    const complete = row.state === "complete";
    const name =
      row.codec === "h264" ? `mp4/${row.label}.mp4` : sound && row.label === MAIN_SOUND ? SOUND_DOWNLOAD : null;
    const download = mp4 && complete && name !== null ? `v${version}/${name}` : null;
    return {
      ...row,
      mp4_url: file && download !== null ? file(download) : null,
      public_mp4_url: download === null ? null : `${edge}/hls/${video.hash}/${download}`,
      public_hls_url: complete ? `${edge}/hls/${video.hash}/v${version}/${row.label}/index.m3u8` : null,
    };
  });
}

/**
 * The newest transcode of a video unless it is complete: its progress or its failure. Its renditions are included only when
 * they are not those of `readRenditions`.
 */
export async function readWork(db: Executor, video: Shown, links: RenditionLinks) {
  const row = await db
    .selectFrom("transcodes")
    .select(["state", "version", "failure", "log"])
    .where("video_id", "=", video.id)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row || row.state === "complete") return null;
  const beside = row.version !== Math.max(1, video.version);
  return {
    state: row.state,
    failure: row.state === "failed" ? (row.failure as VideoFailure | null) : null,
    log: row.state === "failed" ? row.log : [],
    renditions: beside ? await readVersion(db, video, row.version, links) : [],
  };
}
