/** Constants of a timeline. */
export interface TimelineShape {
  /** EXT-X-TARGETDURATION, whole seconds: the longest rounded duration of any segment; default 4. */
  targetDurationSeconds: number;
  /** Live segments close at the first key frame after this; default 2. */
  segmentSeconds: number;
  /** Intended part duration, 0.2 to 0.5; default 0.5. */
  partTargetSeconds: number;
}

/** The given options with defaults. */
export function shapeOf(chosen: Partial<TimelineShape>): TimelineShape {
  return {
    targetDurationSeconds: chosen.targetDurationSeconds ?? 4,
    segmentSeconds: chosen.segmentSeconds ?? 2,
    partTargetSeconds: chosen.partTargetSeconds ?? 0.5,
  };
}

/** PART-TARGET: the longest part, with tolerance for millisecond timestamps. */
export function advertisedPartSeconds({ partTargetSeconds }: TimelineShape): number {
  return Math.round((partTargetSeconds + 0.005) * 1000) / 1000;
}

/** Every part but the last of its segment is at least this long (RFC 8216bis §4.4.4.9). */
export function shortestPartSeconds(shape: TimelineShape): number {
  return advertisedPartSeconds(shape) * 0.85;
}

/** Longest fragment listed as a part: an encoder's first one is longer by an audio packet. */
export function longestPartSeconds(shape: TimelineShape): number {
  return advertisedPartSeconds(shape) + 0.045;
}

/** A segment's duration, rounded, must not exceed the target (RFC 8216bis §4.4.3.1). */
export function longestSegmentSeconds({ targetDurationSeconds }: TimelineShape): number {
  return targetDurationSeconds + 0.49;
}

/** The least target duration for segments of this length: players without parts stay three of them behind. */
export function targetFor(seconds: number, { segmentSeconds }: Pick<TimelineShape, "segmentSeconds">): number {
  return Math.max(Math.ceil(segmentSeconds), Math.ceil(seconds - 0.49));
}
