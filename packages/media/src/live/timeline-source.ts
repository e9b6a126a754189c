import type { DateRange } from "./date-range.ts";
import type { RungCut } from "./rung-cut.ts";
import type { SourceCut } from "./source-cut.ts";
import type {
  Ladder,
  LiveRung,
  LiveSourceKind,
  OfferedRung,
  RungSegment,
  SoundSegment,
  TimelineSegment,
  TimelineSink,
} from "./timeline-segment.ts";
import type { TimelineShape } from "./timeline-shape.ts";

/** Records what a restored timeline needs, in the order it happens (see `LiveJournal`). */
export interface TimelineJournal {
  /** The first line. */
  began(shape: TimelineShape, ladder: Ladder): void;
  rungsChanged(ladder: Ladder): void;
  /** A sequence number is assigned. */
  opened(segment: TimelineSegment): void;
  /** A rung's segment is stored. */
  stored(segment: TimelineSegment, rung: string, entry: RungSegment): void;
  /** A further sound of a segment is stored. */
  soundStored(segment: TimelineSegment, track: number, entry: SoundSegment): void;
  /** A range is added, or replaces the one with its ID. */
  dateRangeSet(range: DateRange): void;
  ended(): void;
  /** Segments left the window; the segments and ranges given are listed. */
  trimmed(
    shape: TimelineShape,
    ladder: Ladder,
    segments: readonly TimelineSegment[],
    dateRanges: readonly DateRange[],
  ): void;
}

/** Options of a timeline. */
export interface LiveTimelineOptions extends Partial<TimelineShape> {
  /** The target duration is a maximum: the first segment determines it, and nothing may be served before. */
  targetIsOpen?: boolean;
  /** Up to this target duration live segments wait for a key frame and make it longer; default: they are cut at the target duration. */
  mostTargetSeconds?: number;
  /** The first sequence, discontinuity and source number of a timeline that is not restored; 0 if left out. */
  firstNumber?: number;
  /** Lowest first. */
  rungs: readonly LiveRung[];
  /** Seconds viewers may rewind; at least five target durations are listed. */
  windowSeconds: number;
  sink: TimelineSink;
  journal?: TimelineJournal | null;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** A source on the timeline; it is stale once the next one starts. */
export interface TimelineSource {
  readonly number: number;
  readonly kind: LiveSourceKind;
}

/** The source that is on air. */
export interface OpenSource extends TimelineSource {
  cut: SourceCut;
  /** The segments of its cuts, by index. */
  segments: TimelineSegment[];
  rungs: Map<string, RungCut>;
  offered: OfferedRung[];
  /** Index and start of the first segment since the clock's last jump. */
  anchor: { index: number; startsAtMs: number };
  /** The next segment follows a discontinuity. */
  isNew: boolean;
}
