import type { LiveJournal } from "./journal.ts";
import type { RungCut } from "./rungCut.ts";
import type { SourceCut } from "./sourceCut.ts";
import type { LiveRung, LiveSourceKind, OfferedRung, TimelineSegment, TimelineSink } from "./timelineSegment.ts";
import type { TimelineShape } from "./timelineShape.ts";

/** What a timeline is made with. */
export interface LiveTimelineOptions extends Partial<TimelineShape> {
  /** The target duration is a ceiling: the first segment says what it is, and nothing may be served before. */
  targetIsOpen?: boolean;
  /** Lowest first. */
  rungs: readonly LiveRung[];
  /** How far back viewers may go; never less than five target durations are listed. */
  windowSeconds: number;
  sink: TimelineSink;
  journal?: LiveJournal | null;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** A source on the timeline; the next one makes it stale. */
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
  /** The segment since whose start its clock did not jump, by index, and when that was. */
  anchor: { index: number; startsAtMs: number };
  /** The next segment stands after a discontinuity. */
  isNew: boolean;
}
