import type { Executor } from "@kinora/db/connect.ts";
import type { RenditionsTable } from "@kinora/db/schema-videos.ts";
import { fitLoop, type LoopFit } from "@kinora/domain/live/stream-loop.ts";
import { LADDER_HEIGHTS, type StreamLadder } from "@kinora/domain/live/streams.ts";
import type { VideoStatus } from "@kinora/domain/videos/videos.ts";
import { sql } from "kysely";

/** A complete rendition of a video in a loop. */
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
  taken_down: boolean;
  version: number;
  duration_seconds: number | null;
  images: Record<string, string>;
  /** Complete renditions of the current version that have the same cuts; a remuxed source may not be among them. */
  renditions: LoopItemRendition[];
}

/** How a video fits a stream's ladder. */
export interface LoopItemFit {
  fit: LoopFit | null;
  /** Why it cannot be played in the loop, as a sentence; null when it can. */
  problem: string | null;
}

/** The videos of a stream's loop in order; deleted ones are left out. */
export async function readLoopItems(on: Executor, streamId: number): Promise<LoopItem[]> {
  const { rows } = await sql<LoopItem>`
    select i.position, v.id, v.hash, v.title, v.status, v.takedown is not null as taken_down, v.version, v.duration_seconds, v.images,
      coalesce((select json_agg(json_build_object('kind', r.kind, 'label', r.label, 'width', r.width, 'height', r.height,
          'codecs', r.codecs, 'frame_rate', r.frame_rate, 'bitrate_average', r.bitrate_average, 'bitrate_peak', r.bitrate_peak,
          'seconds', r.duration_seconds) order by r.height)
        from renditions r where r.video_id = v.id and r.version = v.version and r.state = 'complete' and (r.kind = 'video' or r.label = 'audio') and r.on_grid),
        '[]') as renditions
    from stream_loop_items i join videos v on v.id = i.video_id
    where i.stream_id = ${streamId} and v.deleted_at is null
    order by i.position`.execute(on);
  return rows;
}

/** Whether a rendition is H.264, which every player of a livestream decodes (RFC 6381 names). */
export const isH264 = ({ kind, codecs }: LoopItemRendition): boolean =>
  kind === "video" && /^avc[13]\./.test(codecs ?? "");

/** The renditions of a video for a stream's rungs, or why there are none. Pure. */
export function fitItem({ status, taken_down: takenDown, renditions }: LoopItem, ladder: StreamLadder): LoopItemFit {
  if (takenDown) return { fit: null, problem: "The operator took this video down." };
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

/** Duration of a video on the loop's clock, in seconds. */
export const loopSeconds = ({ renditions, duration_seconds: duration }: LoopItem): number =>
  renditions.filter(isH264).reduce((most, { seconds }) => Math.max(most, seconds), 0) || (duration ?? 0);
