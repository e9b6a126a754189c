import { rangesWithin, type DateRange } from "./date-range.ts";
import type { Ladder, LiveRung, RungSegment, SoundSegment, TimelineSegment } from "./timeline-segment.ts";
import type { TimelineShape } from "./timeline-shape.ts";

/** The state restored from a journal. */
export interface RestoredTimeline {
  shape: TimelineShape;
  rungs: readonly LiveRung[];
  formerRungs: readonly LiveRung[];
  segments: TimelineSegment[];
  dateRanges: DateRange[];
  nextSequence: number;
  discontinuitySequence: number;
  nextSource: number;
  /** Current time of its clock. */
  clockSeconds: number;
  ended: boolean;
}

/** Older journals have no clock, and not what a segment is part of. */
type OpenedSegment = Omit<TimelineSegment, "rungs" | "sounds" | "durationSeconds" | "clockSeconds" | "stretch"> &
  Partial<Pick<TimelineSegment, "clockSeconds" | "stretch">>;
type StoredEntry = Omit<RungSegment, "parts" | "state" | "stored">;

/** A line of the journal. */
export type JournalLine =
  | { line: "timeline"; shape: TimelineShape }
  | { line: "rungs"; rungs: readonly LiveRung[]; formerRungs?: readonly LiveRung[] }
  | { line: "open"; segment: OpenedSegment }
  | ({ line: "stored"; sequence: number; rung: string } & StoredEntry)
  | ({ line: "sound"; sequence: number; track: number } & Omit<SoundSegment, "stored">)
  | { line: "range"; range: DateRange }
  | { line: "trim"; first: number }
  | { line: "end" };

/** The lines a window needs, and no others. */
export function compactLines(
  shape: TimelineShape,
  ladder: Ladder,
  segments: readonly TimelineSegment[],
  dateRanges: readonly DateRange[] = [],
): JournalLine[] {
  const lines: JournalLine[] = [
    { line: "timeline", shape },
    { line: "rungs", ...ladder },
    ...dateRanges.map((range) => ({ line: "range" as const, range })),
  ];
  for (const segment of segments) {
    lines.push(openLine(segment));
    for (const [rung, entry] of segment.rungs) {
      if (entry.stored) lines.push(storedLine(segment.sequence, rung, entry));
    }
    for (const [track, sound] of segment.sounds)
      if (sound.stored) lines.push(soundLine(segment.sequence, track, sound));
  }
  return lines;
}

/** An assigned sequence number. */
export function openLine(segment: TimelineSegment): JournalLine {
  const { rungs: _, sounds: __, durationSeconds: ___, ...opened } = segment;
  return { line: "open", segment: opened };
}

/** A rung's segment is stored. */
export function storedLine(sequence: number, rung: string, entry: RungSegment): JournalLine {
  const { name, init, durationSeconds, sizeBytes, independent } = entry;
  return { line: "stored", sequence, rung, name, init, durationSeconds, sizeBytes, independent };
}

/** A further sound of a segment is stored. */
export function soundLine(sequence: number, track: number, { name, sizeBytes }: SoundSegment): JournalLine {
  return { line: "sound", sequence, track, name, sizeBytes };
}

/** Restores the state from a journal's text; null without a first line. Truncated and unknown lines are skipped. */
export function parseJournal(text: string): RestoredTimeline | null {
  let shape: TimelineShape | null = null;
  let ladder: Ladder = { rungs: [], formerRungs: [] };
  let ended = false;
  let first = 0;
  const segments = new Map<number, TimelineSegment>();
  const dateRanges = new Map<string, DateRange>();
  for (const line of text.split("\n")) {
    const read = parseLine(line);
    if (!read) continue;
    if (read.line === "timeline") shape = read.shape;
    else if (read.line === "rungs") ladder = { rungs: read.rungs, formerRungs: read.formerRungs ?? [] };
    else if (read.line === "end") ended = true;
    else if (read.line === "trim") first = read.first;
    else if (read.line === "range") dateRanges.set(read.range.id, read.range);
    else if (read.line === "open") {
      const { sequence, startsAtMs, clockSeconds = 0, stretch = { startsAtMs, clockSeconds } } = read.segment;
      const empty = { durationSeconds: 0, rungs: new Map(), sounds: new Map() };
      segments.set(sequence, { ...read.segment, clockSeconds, stretch, ...empty });
    } else if (read.line === "sound") {
      const { sequence, track, name, sizeBytes } = read;
      segments.get(sequence)?.sounds.set(track, { name, sizeBytes, stored: true });
    } else {
      const { line: _, sequence, rung, ...entry } = read;
      segments.get(sequence)?.rungs.set(rung, { ...entry, parts: [], state: "closed", stored: true });
    }
  }
  if (!shape) return null;
  const listed = contiguous([...segments.values()].filter(({ sequence }) => sequence >= first));
  for (const [at, segment] of listed.entries()) fillGaps(segment, listed[at + 1], shape);
  const last = listed.at(-1);
  return {
    shape,
    ...ladder,
    segments: listed,
    dateRanges: rangesWithin([...dateRanges.values()], listed),
    nextSequence: last ? last.sequence + 1 : 0,
    discontinuitySequence: last?.discontinuitySequence ?? 0,
    nextSource: listed.reduce((most, { source }) => Math.max(most, source), 0) + 1,
    clockSeconds: last ? last.clockSeconds + last.durationSeconds : 0,
    ended,
  };
}

/** Parses a line; a truncated or unknown one is skipped. */
function parseLine(text: string): JournalLine | null {
  if (text === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) ? value : null;
  } catch {
    return null;
  }
}

const kinds = new Set<unknown>(["timeline", "rungs", "open", "stored", "sound", "range", "trim", "end"]);

function isLine(value: unknown): value is JournalLine {
  return typeof value === "object" && value !== null && "line" in value && kinds.has(value.line);
}

/** Keeps the segments after the last missing number: a playlist has no holes. */
function contiguous(segments: TimelineSegment[]): TimelineSegment[] {
  const ascending = segments.toSorted((a, b) => a.sequence - b.sequence);
  const start = ascending.findLastIndex((segment, at) => segment.sequence - 1 !== ascending[at - 1]?.sequence);
  return ascending.slice(Math.max(0, start));
}

/** A listed segment that was never stored becomes a gap, with the duration of its other rungs, else up to the next segment, else the usual one. */
function fillGaps(segment: TimelineSegment, next: TimelineSegment | undefined, shape: TimelineShape): void {
  const longest = [...segment.rungs.values()].reduce((most, { durationSeconds }) => Math.max(most, durationSeconds), 0);
  const untilNext = next ? (next.startsAtMs - segment.startsAtMs) / 1000 : Infinity;
  segment.durationSeconds = longest > 0 ? longest : Math.min(shape.segmentSeconds, untilNext);
  for (const { label } of segment.offered) {
    if (segment.rungs.has(label)) continue;
    segment.rungs.set(label, {
      name: `${label}/${segment.sequence}.m4s`,
      init: `${label}/init-${segment.source}.mp4`,
      durationSeconds: segment.durationSeconds,
      sizeBytes: 0,
      independent: false,
      parts: [],
      state: "gap",
      stored: false,
    });
  }
}
