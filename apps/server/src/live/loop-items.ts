import type { Executor } from "@kinora/db/connect.ts";
import type { RenditionsTable } from "@kinora/db/schema-videos.ts";
import { fitLoop, type LoopFit } from "@kinora/domain/streamLoop.ts";
import { LADDER_HEIGHTS, type StreamLadder } from "@kinora/domain/streams.ts";
import type { VideoStatus } from "@kinora/domain/videos.ts";
import { sql } from "kysely";

/** A finished rendition of a video in a loop. */
export interface LoopItemRendition extends Pick<
  RenditionsTable,
  "label" | "width" | "height" | "codecs" | "frame_rate" | "bitrate_average" | "bitrate_peak"
> {
  kind: "video" | "audio";
  seconds: number;
}

/** A video of a stream's loop. */
export interface LoopItem {
  position: number;
  id: number;
  hash: string;
  title: string;
  status: VideoStatus;
  version: number;
  duration_seconds: number | null;
  images: Record<string, string>;
  /** Finished ones of the version that plays and are cut alike; the source's own picture may be none of them. */
  renditions: LoopItemRendition[];
}

/** How a video fits a stream. */
export interface LoopItemFit {
  fit: LoopFit | null;
  /** Why it can not be played in the loop, in a sentence; null when it can. */
  problem: string | null;
}

/** The videos of a stream's loop in order; deleted ones are left out. */
export async function readLoopItems(on: Executor, streamId: number): Promise<LoopItem[]> {
  const { rows } = await sql<LoopItem>`
    select i.position, v.id, v.hash, v.title, v.status, v.version, v.duration_seconds, v.images,
      coalesce((select json_agg(json_build_object('kind', r.kind, 'label', r.label, 'width', r.width, 'height', r.height,
          'codecs', r.codecs, 'frame_rate', r.frame_rate, 'bitrate_average', r.bitrate_average, 'bitrate_peak', r.bitrate_peak,
          'seconds', r.duration_seconds) order by r.height)
        from renditions r where r.video_id = v.id and r.version = v.version and r.state = 'complete' and r.kind <> 'source' and r.on_grid),
        '[]') as renditions
    from stream_loop_items i join videos v on v.id = i.video_id
    where i.stream_id = ${streamId} and v.deleted_at is null
    order by i.position`.execute(on);
  return rows;
}

/** Pictures every player of a livestream decodes (RFC 6381 names). */
export const isH264 = ({ kind, codecs }: LoopItemRendition): boolean =>
  kind === "video" && /^avc[13]\./.test(codecs ?? "");

/** Which renditions of a video play on a stream's rungs, or why none can. Pure. */
export function fitItem({ status, renditions }: LoopItem, ladder: StreamLadder): LoopItemFit {
  if (status !== "complete")
    return { fit: null, problem: "This video is not complete yet. It joins the loop once it is." };
  const pictures = renditions.filter(isH264).flatMap(({ label, width, height }) => {
    const shortSidePixels = Math.min(width ?? 0, height ?? 0);
    return shortSidePixels > 0 ? [{ label, shortSidePixels }] : [];
  });
  const fit = fitLoop(LADDER_HEIGHTS[ladder], pictures);
  return fit
    ? { fit, problem: null }
    : { fit, problem: "This video has no encoded H.264 resolution, which livestreams need. Transcode it again." };
}

/** Seconds a video takes on the loop's clock. */
export const loopSeconds = ({ renditions, duration_seconds: duration }: LoopItem): number =>
  renditions.filter(isH264).reduce((most, { seconds }) => Math.max(most, seconds), 0) || (duration ?? 0);
