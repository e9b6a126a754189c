import type { LiveFragment } from "./fragmentReader.ts";
import type { RungSegment, TimelineSegment, TimelineSink } from "./timelineSegment.ts";
import { advertisedPartSeconds, longestPartSeconds, longestSegmentSeconds } from "./timelineShape.ts";
import type { TimelineShape } from "./timelineShape.ts";

/** How far one rung of a source has come: its open segment, its bytes, and what it missed. */
export class RungCut {
  readonly label: string;
  readonly #init: string;
  readonly #shape: TimelineShape;
  readonly #sink: TimelineSink;
  /** Index of the last segment it has anything of (or was given up for); −1 before the first. */
  index = -1;
  #open: { segment: TimelineSegment; entry: RungSegment; chunks: Buffer[] } | null = null;

  constructor(label: string, init: string, shape: TimelineShape, sink: TimelineSink) {
    this.label = label;
    this.#init = init;
    this.#shape = shape;
    this.#sink = sink;
  }

  /** Whether a fragment so far into a segment may be added; a rung begins, and begins again, only with the key frame of a later segment. */
  accepts(index: number, offsetSeconds: number, independent: boolean): boolean {
    if (this.#open) return index >= this.index;
    return index > this.index && independent && offsetSeconds < this.#shape.partTargetSeconds / 2;
  }

  /** Adds a fragment to a segment; whatever lies before it is closed, or a gap. */
  add(index: number, segment: TimelineSegment, fragment: LiveFragment, segments: readonly TimelineSegment[]): void {
    if (index > this.index) {
      this.#moveTo(index - 1, segments);
      this.#begin(index, segment, fragment.independent);
    }
    if (!this.#open) return;
    const { entry, chunks } = this.#open;
    const part = entry.parts.length;
    // What lasts longer than a part may is cut into a segment of its own, which has no parts.
    if (fragment.durationSeconds <= longestPartSeconds(this.#shape)) {
      const name = `${this.label}/${segment.sequence}.${part}.m4s`;
      entry.parts.push({
        name,
        durationSeconds: Math.min(fragment.durationSeconds, advertisedPartSeconds(this.#shape)),
        independent: fragment.independent,
        offsetBytes: entry.sizeBytes,
        sizeBytes: fragment.bytes.length,
      });
      this.#sink.onPart({ rung: this.label, sequence: segment.sequence, part, name, bytes: fragment.bytes });
    }
    chunks.push(fragment.bytes);
    entry.sizeBytes += fragment.bytes.length;
    entry.durationSeconds = Math.min(
      entry.durationSeconds + fragment.durationSeconds,
      longestSegmentSeconds(this.#shape),
    );
    segment.durationSeconds = Math.max(segment.durationSeconds, entry.durationSeconds);
  }

  /** Gives up on what it has not brought of the segments before this one: the others are too far ahead. */
  giveUpBefore(index: number, segments: readonly TimelineSegment[]): void {
    if (this.index < index) this.#moveTo(index, segments);
  }

  /** Its source is over. */
  finish(segments: readonly TimelineSegment[]): void {
    this.#moveTo(segments.length - 1, segments);
  }

  /** Closes what is open and leaves gaps up to and with this index. */
  #moveTo(index: number, segments: readonly TimelineSegment[]): void {
    this.#close();
    while (this.index < index) {
      this.index += 1;
      const segment = segments[this.index];
      if (segment) segment.rungs.set(this.label, this.#gap(segment));
    }
  }

  #begin(index: number, segment: TimelineSegment, independent: boolean): void {
    const entry: RungSegment = {
      name: `${this.label}/${segment.sequence}.m4s`,
      init: this.#init,
      durationSeconds: 0,
      sizeBytes: 0,
      independent,
      parts: [],
      state: "open",
      stored: false,
    };
    this.index = index;
    this.#open = { segment, entry, chunks: [] };
    segment.rungs.set(this.label, entry);
  }

  #close(): void {
    if (!this.#open) return;
    const { segment, entry, chunks } = this.#open;
    this.#open = null;
    entry.state = "closed";
    this.#sink.onSegment({
      rung: this.label,
      sequence: segment.sequence,
      kind: segment.kind,
      name: entry.name,
      chunks,
      sizeBytes: entry.sizeBytes,
      durationSeconds: entry.durationSeconds,
    });
  }

  #gap({ sequence, durationSeconds }: TimelineSegment): RungSegment {
    return {
      name: `${this.label}/${sequence}.m4s`,
      init: this.#init,
      durationSeconds,
      sizeBytes: 0,
      independent: false,
      parts: [],
      state: "gap",
      stored: false,
    };
  }
}
