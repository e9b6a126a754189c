import { compactLines, openLine, parseJournal, storedLine } from "./journalLines.ts";
import type { JournalLine } from "./journalLines.ts";
import { LiveTimeline } from "./timeline.ts";
import type { Ladder, RungSegment, TimelineSegment } from "./timelineSegment.ts";
import type { TimelineShape } from "./timelineShape.ts";
import type { LiveTimelineOptions } from "./timelineSource.ts";

/** Where a journal's lines live. All three happen at once: a number must be written before a player can see it. */
export interface JournalPort {
  /** All of it; empty when there is none. */
  read(): string;
  /** Adds a line (its newline included) in one write. */
  append(line: string): void;
  /** Puts this in its place, whole or not at all (write beside, rename). */
  replace(text: string): void;
}

/** Lines beyond those needed before a journal is written anew. */
const mostSpareLines = 400;

/** The append-only journal of a timeline: JSON lines. A failing port does not stop the stream; `onFailure` hears of it. */
export class LiveJournal {
  readonly #port: JournalPort;
  readonly #onFailure: (error: unknown) => void;
  #lines = 0;

  constructor(port: JournalPort, onFailure: (error: unknown) => void) {
    this.#port = port;
    this.#onFailure = onFailure;
  }

  /** Its text; null where there is none. @throws whatever the port throws: a journal that cannot be read must not be begun anew. */
  read(): string | null {
    const text = this.#port.read();
    if (text === "") return null;
    this.#lines = text.split("\n").length;
    // What a crash tore off must not swallow the next line.
    if (!text.endsWith("\n")) this.#attempt(() => this.#port.append("\n"));
    return text;
  }

  /** The first line of all. */
  began(shape: TimelineShape, ladder: Ladder): void {
    this.#write({ line: "timeline", shape });
    this.rungsChanged(ladder);
  }

  rungsChanged(ladder: Ladder): void {
    this.#write({ line: "rungs", ...ladder });
  }

  /** A number was given away. */
  opened(segment: TimelineSegment): void {
    this.#write(openLine(segment));
  }

  /** What a rung has of a segment is safe. */
  stored({ sequence }: TimelineSegment, rung: string, entry: RungSegment): void {
    this.#write(storedLine(sequence, rung, entry));
  }

  ended(): void {
    this.#write({ line: "end" });
  }

  /** Segments left the window and never come back; from time to time the journal is written anew without them. */
  trimmed(shape: TimelineShape, ladder: Ladder, segments: readonly TimelineSegment[]): void {
    const [head] = segments;
    if (head) this.#write({ line: "trim", first: head.sequence });
    const needed = segments.reduce((sum, segment) => sum + 1 + segment.rungs.size, 2);
    if (this.#lines < needed + mostSpareLines) return;
    const lines = compactLines(shape, ladder, segments);
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
 * The timeline as its journal left it, or a new one where there is none: every stored segment is back, numbers go on where they were,
 * what was listed but never stored is a gap, and what comes next stands after a discontinuity.
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
