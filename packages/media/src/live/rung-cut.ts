import type { LiveFragment } from "./fragment-reader.ts";
import type { RungSegment, TimelineSegment, TimelineSink } from "./timeline-segment.ts";
import { advertisedPartSeconds, longestPartSeconds, longestSegmentSeconds } from "./timeline-shape.ts";
import type { TimelineShape } from "./timeline-shape.ts";

/** The state of one rung of a source: its open segment, its bytes, and its missed segments. */
export class RungCut {
  readonly label: string;
  readonly #init: string;
  readonly #shape: TimelineShape;
  readonly #sink: TimelineSink;
  /** Index of the last segment it has media of or that became a gap; −1 before the first. */
  index = -1;
  #open: { segment: TimelineSegment; entry: RungSegment; chunks: Buffer[] } | null = null;

  constructor(label: string, init: string, shape: TimelineShape, sink: TimelineSink) {
    this.label = label;
    this.#init = init;
    this.#shape = shape;
    this.#sink = sink;
  }

  /** Whether a fragment at this offset of a segment may be added; a rung starts, and restarts after a gap, at the key frame of a later segment. */
  accepts(index: number, offsetSeconds: number, independent: boolean): boolean {
    if (this.#open) return index >= this.index;
    return index > this.index && independent && offsetSeconds < this.#shape.partTargetSeconds / 2;
  }

  /** Adds a fragment to a segment; segments before it are closed or become gaps. */
  add(index: number, segment: TimelineSegment, fragment: LiveFragment, segments: readonly TimelineSegment[]): void {
    if (index > this.index) {
      this.#moveTo(index - 1, segments);
      this.#begin(index, segment, fragment.independent);
    }
    if (!this.#open) return;
    const { entry, chunks } = this.#open;
    const part = entry.parts.length;
    // A fragment longer than a part becomes its own segment without parts.
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

  /** Makes gaps of missing segments before this one, when the other rungs are too far ahead. */
  giveUpBefore(index: number, segments: readonly TimelineSegment[]): void {
    if (this.index < index) this.#moveTo(index, segments);
  }

  /** Ends the rung with its source. */
  finish(segments: readonly TimelineSegment[]): void {
    this.#moveTo(segments.length - 1, segments);
  }

  /** Closes the open segment and makes gaps up to and including this index. */
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
