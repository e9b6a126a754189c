import type { LiveFragment, LiveInit } from "./fragmentReader.ts";
import type { LiveJournal } from "./journal.ts";
import type {
  ListedRung,
  LiveRung,
  LiveSourceKind,
  RungSegment,
  TimelineSegment,
  TimelineSink,
} from "./timelineSegment.ts";

/** What stays the same for the life of a timeline. */
export interface TimelineShape {
  /** EXT-X-TARGETDURATION, whole seconds: the longest any segment may be; 4 unless said. */
  targetDurationSeconds: number;
  /** Live segments close at the first key frame after this; 2 unless said. */
  segmentSeconds: number;
  /** PART-TARGET: 0.2 to 0.5; 0.5 unless said. */
  partTargetSeconds: number;
}

export interface LiveTimelineOptions extends Partial<TimelineShape> {
  /** Lowest first. */
  rungs: readonly LiveRung[];
  /** How far back viewers may go; never less than five target durations are listed. */
  windowSeconds: number;
  sink: TimelineSink;
  journal?: LiveJournal | null;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** A source that is on the timeline now; later ones make it stale. */
export interface TimelineSource {
  readonly number: number;
  readonly kind: LiveSourceKind;
}

/** One timeline for all rungs of a stream, for its whole life (RFC 8216bis §6.2.1). */
export declare class LiveTimeline {
  constructor(options: LiveTimelineOptions);
  readonly shape: TimelineShape;
  readonly rungs: readonly LiveRung[];
  readonly segments: readonly TimelineSegment[];
  readonly ended: boolean;
  /** What is on air now, or null. */
  readonly current: TimelineSource | null;
  /** Names the ladder anew; what rungs no longer named have is kept for those who still ask. */
  setRungs(rungs: readonly LiveRung[]): void;
  setWindow(windowSeconds: number): void;
  /** Begins another source: what was open is closed, what comes next stands after a discontinuity. `inits`: empty for listed content. */
  startSource(source: { kind: LiveSourceKind; inits?: ReadonlyMap<string, LiveInit> }): TimelineSource;
  /** Adds a fragment of a rung; false when it has no place (stale source, before the first key frame, rung far behind). */
  append(source: TimelineSource, rung: string, fragment: LiveFragment): boolean;
  /** Lists a finished segment. @throws TimelineError `segment_too_long`, `ended` */
  listSegment(
    source: TimelineSource,
    segment: { durationSeconds: number; rungs: ReadonlyMap<string, ListedRung>; discontinuity?: boolean },
  ): boolean;
  /** Closes what a source left open (its encoder ended); the playlist stays as it is until another begins. */
  finishSource(source: TimelineSource): void;
  /** A segment's bytes are safe: it will be there after a restart. */
  stored(rung: string, sequence: number): void;
  /** EXT-X-ENDLIST. */
  end(): void;
  /** What a rung's playlist lists in place of a segment; null while it has nothing of it. */
  entry(segment: TimelineSegment, rung: string): { label: string; entry: RungSegment } | null;
  /** Called after each change; answers how to stop. */
  subscribe(listener: () => void): () => void;
}

export declare class TimelineError extends Error {
  readonly code: "segment_too_long" | "ended" | "unknown_rung";
}
