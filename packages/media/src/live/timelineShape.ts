/** What stays the same for the life of a timeline. */
export interface TimelineShape {
  /** EXT-X-TARGETDURATION, whole seconds: the longest any segment may be, rounded; 4 unless said. */
  targetDurationSeconds: number;
  /** Live segments close at the first key frame after this; 2 unless said. */
  segmentSeconds: number;
  /** How long parts are meant to be: 0.2 to 0.5; 0.5 unless said. */
  partTargetSeconds: number;
}

/** What is chosen, and for the rest what suits most streams. */
export function shapeOf(chosen: Partial<TimelineShape>): TimelineShape {
  return {
    targetDurationSeconds: chosen.targetDurationSeconds ?? 4,
    segmentSeconds: chosen.segmentSeconds ?? 2,
    partTargetSeconds: chosen.partTargetSeconds ?? 0.5,
  };
}

/** PART-TARGET: no part may be longer, and clocks of milliseconds round up. */
export function advertisedPartSeconds({ partTargetSeconds }: TimelineShape): number {
  return Math.round((partTargetSeconds + 0.005) * 1000) / 1000;
}

/** Every part but the last of its segment is at least this long (RFC 8216bis §4.4.4.9). */
export function shortestPartSeconds(shape: TimelineShape): number {
  return advertisedPartSeconds(shape) * 0.85;
}

/** The longest a fragment may be that is still listed as a part: the first of an encoder lasts longer by one packet of sound. */
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
