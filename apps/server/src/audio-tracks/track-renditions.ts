import { isForSurround } from "@kinora/domain/videos/audio-tracks.ts";
import type { EncodingPlan } from "@kinora/media/encoding/encoding-plan.ts";
import type { OpenTrack } from "./open-track.ts";
import { trackFolder } from "./track-files.ts";

/** The sizes of a track's finished segments. */
export interface TrackSegments {
  segment_bytes: readonly number[];
  low_segment_bytes: readonly number[];
  surround_segment_bytes: readonly number[];
}

/** Their durations. */
export interface TrackDurations {
  segment_seconds: readonly number[];
  low_segment_seconds: readonly number[];
  surround_segment_seconds: readonly number[];
}

/** One of the renditions of an uploaded track. */
export interface TrackRendition {
  /** Of its playlist and segments; ends with a slash. */
  folder: string;
  plan: EncodingPlan;
  surround: boolean;
  /** Finished segments. */
  done: number;
  columns: { bytes: keyof TrackSegments; seconds: keyof TrackDurations };
}

/**
 * The renditions in which a track is made: those that the sounds of its video have, in surround sound where it has the channels.
 * @param channels of the uploaded sound
 */
export function renditionsOf(track: OpenTrack, plan: EncodingPlan, channels: number): TrackRendition[] {
  const folder = trackFolder(track.video_id, track.id);
  const { lowAudioBitrateKbps: lowKbps, surroundBitrateKbps: surroundKbps } = plan;
  const usual: TrackRendition = {
    ...{ folder, plan, surround: false, done: track.segments_done },
    columns: { bytes: "segment_bytes", seconds: "segment_seconds" },
  };
  const low: TrackRendition = {
    ...{ folder: `${folder}low/`, surround: false, done: track.low_segments_done },
    plan: withBitrate(plan, lowKbps),
    columns: { bytes: "low_segment_bytes", seconds: "low_segment_seconds" },
  };
  const surround: TrackRendition = {
    ...{ folder: `${folder}surround/`, surround: true, done: track.surround_segments_done },
    plan: withBitrate(plan, surroundKbps),
    columns: { bytes: "surround_segment_bytes", seconds: "surround_segment_seconds" },
  };
  return [
    usual,
    ...(lowKbps === undefined ? [] : [low]),
    ...(surroundKbps === undefined || !isForSurround(channels) ? [] : [surround]),
  ];
}

const withBitrate = (plan: EncodingPlan, kbps: number | undefined): EncodingPlan =>
  kbps === undefined ? plan : { ...plan, audioBitrateKbps: kbps };

/** The sizes of a track's segments, of all its renditions. */
export const trackSizes = (track: TrackSegments): number[] => [
  ...track.segment_bytes,
  ...track.low_segment_bytes,
  ...track.surround_segment_bytes,
];

/** Bytes of a track's segments. */
export const trackBytes = (track: TrackSegments): number => trackSizes(track).reduce((sum, bytes) => sum + bytes, 0);
