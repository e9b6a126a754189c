import type { EncodingPlan } from "@kinora/media/encoding/encoding-plan.ts";
import type { OpenTrack } from "./open-track.ts";
import { trackFolder } from "./track-files.ts";

/** The sizes of a track's finished segments. */
export interface TrackSegments {
  segment_bytes: readonly number[];
  low_segment_bytes: readonly number[];
}

/** One of the bitrates of an uploaded track. */
export interface TrackBitrate {
  /** Of its playlist and segments; ends with a slash. */
  folder: string;
  plan: EncodingPlan;
  /** Finished segments. */
  done: number;
  columns:
    | { bytes: "segment_bytes"; seconds: "segment_seconds" }
    | { bytes: "low_segment_bytes"; seconds: "low_segment_seconds" };
}

/** The bitrates in which a track is made: those that the sounds of its video have. */
export function bitratesOf(track: OpenTrack, plan: EncodingPlan): TrackBitrate[] {
  const folder = trackFolder(track.video_id, track.id);
  const { segments_done: done, low_segments_done: lowDone } = track;
  const usual: TrackBitrate = { folder, plan, done, columns: { bytes: "segment_bytes", seconds: "segment_seconds" } };
  const { lowAudioBitrateKbps: lowKbps } = plan;
  if (lowKbps === undefined) return [usual];
  const columns = { bytes: "low_segment_bytes", seconds: "low_segment_seconds" } as const;
  return [usual, { folder: `${folder}low/`, plan: { ...plan, audioBitrateKbps: lowKbps }, done: lowDone, columns }];
}

/** Bytes of a track's segments. */
export const trackBytes = ({ segment_bytes: usual, low_segment_bytes: low }: TrackSegments): number =>
  [...usual, ...low].reduce((sum, bytes) => sum + bytes, 0);
