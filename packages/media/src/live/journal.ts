import type { DateRange } from "./date-range.ts";
import { compactLines, openLine, parseJournal, soundLine, storedLine } from "./journal-lines.ts";
import type { JournalLine } from "./journal-lines.ts";
import type { Ladder, RungSegment, SoundSegment, TimelineSegment } from "./timeline-segment.ts";
import type { TimelineShape } from "./timeline-shape.ts";
import type { LiveTimelineOptions, TimelineJournal } from "./timeline-source.ts";
import { LiveTimeline } from "./timeline.ts";

/** Storage of a journal's lines. All methods are synchronous: a number must be written before a player can see it. */
export interface JournalPort {
  /** All of it; empty when there is none. */
  read(): string;
  /** Adds a line (its newline included) in one write. */
  append(line: string): void;
  /** Replaces the text atomically (write to a new file, rename). */
  replace(text: string): void;
}

/** Obsolete lines after which a journal is compacted. */
const mostSpareLines = 400;

/** The append-only journal of a timeline, as JSON lines. A failing port is reported to `onFailure` and does not stop the stream. */
export class LiveJournal implements TimelineJournal {
  readonly #port: JournalPort;
  readonly #onFailure: (error: unknown) => void;
  #lines = 0;

  constructor(port: JournalPort, onFailure: (error: unknown) => void) {
    this.#port = port;
    this.#onFailure = onFailure;
  }

  /** Its text; null where there is none. @throws what the port throws: an unreadable journal must not be overwritten. */
  read(): string | null {
    const text = this.#port.read();
    if (text === "") return null;
    this.#lines = text.split("\n").length;
    // A newline ends a line that a crash truncated.
    if (!text.endsWith("\n")) this.#attempt(() => this.#port.append("\n"));
    return text;
  }

  /** Writes the first line. */
  began(shape: TimelineShape, ladder: Ladder): void {
    this.#write({ line: "timeline", shape });
    this.rungsChanged(ladder);
  }

  rungsChanged(ladder: Ladder): void {
    this.#write({ line: "rungs", ...ladder });
  }

  /** Records an assigned sequence number. */
  opened(segment: TimelineSegment): void {
    this.#write(openLine(segment));
  }

  /** Records that a rung's segment is stored. */
  stored({ sequence }: TimelineSegment, rung: string, entry: RungSegment): void {
    this.#write(storedLine(sequence, rung, entry));
  }

  /** Records that a further sound of a segment is stored. */
  soundStored({ sequence }: TimelineSegment, track: number, sound: SoundSegment): void {
    this.#write(soundLine(sequence, track, sound));
  }

  dateRangeSet(range: DateRange): void {
    this.#write({ line: "range", range });
  }

  ended(): void {
    this.#write({ line: "end" });
  }

  /** Drops segments that left the window; the journal is compacted from time to time. */
  trimmed(
    shape: TimelineShape,
    ladder: Ladder,
    segments: readonly TimelineSegment[],
    dateRanges: readonly DateRange[],
  ): void {
    const [head] = segments;
    if (head) this.#write({ line: "trim", first: head.sequence });
    const needed = segments.reduce(
      (sum, segment) => sum + 1 + segment.rungs.size + segment.sounds.size,
      2 + dateRanges.length,
    );
    if (this.#lines < needed + mostSpareLines) return;
    const lines = compactLines(shape, ladder, segments, dateRanges);
    this.#attempt(() => {
      this.#port.replace(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      this.#lines = lines.length;
    });
  }

  #write(line: JournalLine): void {
    this.#attempt(() => {
      this.#port.append(`${JSON.stringify(line)}\n`);
      this.#lines += 1;
    });
  }

  #attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#onFailure(error);
    }
  }
}

/**
 * Restores a timeline from its journal, or creates one: stored segments are listed again, numbers continue, listed segments that were
 * never stored are gaps, and the next segment follows a discontinuity.
 * Its shape stays what it was, whatever is asked for: players hold on to target durations.
 */
export function restoreTimeline(options: LiveTimelineOptions & { journal: LiveJournal }): LiveTimeline {
  const text = options.journal.read();
  const restored = text === null ? null : parseJournal(text);
  if (!restored) return new LiveTimeline(options);
  const timeline = new LiveTimeline(options, restored);
  if (options.rungs.length > 0) timeline.setRungs(options.rungs);
  return timeline;
}
