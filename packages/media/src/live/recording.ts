import type { LiveRung, TimelineSegment } from "./timelineSegment.ts";

/** A recording as an asset: playlists that list the live segments themselves. */
export interface RecordingAsset {
  durationSeconds: number;
  /** `master.m3u8`; uris under the stream's folder. */
  master: string;
  /** Lowest first. */
  rungs: readonly {
    label: string;
    width: number;
    height: number;
    sizeBytes: number;
    /** Text of `{label}/recording.m3u8`. */
    playlist: string;
    /** Names in order: inits and segments, each once. */
    files: readonly string[];
  }[];
}

/** Describes what a timeline's live segments are as a finished video; gaps and other sources are left out. null when nothing is left. */
export declare function recordingAsset(
  rungs: readonly LiveRung[],
  segments: readonly TimelineSegment[],
): RecordingAsset | null;
