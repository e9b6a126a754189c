import type { SpokenCue } from "@kinora/domain/speech/cues.ts";
import { placeCues } from "@kinora/domain/speech/live-captions.ts";
import { captionPlaylist, captionSegment, isWhole } from "@kinora/media/live/caption-playlist.ts";
import type { TimelineSegment } from "@kinora/media/live/timeline-segment.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import { WholeSegments } from "../media/whole-segments.ts";
import type { CaptionJournal } from "./caption-journal.ts";

/**
 * The captions of a stream in segments, one for each of the timeline's. A segment is written when that of the pictures is whole, and
 * never changes then: captions that become known later are in the next one.
 */
export class CaptionSegments {
  readonly #timeline: LiveTimeline;
  readonly #whole: WholeSegments;
  readonly #journal: CaptionJournal | null;
  /** Written by the process before this one. */
  readonly #before: ReadonlyMap<number, string>;
  readonly #stopListening: () => void;
  /** By sequence number, in order. */
  readonly #written = new Map<number, string>();
  /** Those of them that have words. */
  readonly #worded = new Map<number, string>();
  #waiting: readonly SpokenCue[] = [];
  /** Those of the last segment, which may reach into the next one. */
  #placed: readonly SpokenCue[] = [];
  #freeMs = 0;
  /** How many captions were too late to be shown. */
  leftOut = 0;

  constructor(timeline: LiveTimeline, journal: CaptionJournal | null = null) {
    this.#timeline = timeline;
    this.#whole = new WholeSegments(timeline);
    this.#journal = journal;
    this.#before = journal?.read() ?? new Map();
    this.#stopListening = timeline.subscribe(() => this.#write());
    this.#write();
  }

  /** Adds captions with times of the timeline's clock, in order. */
  add(cues: readonly SpokenCue[]): void {
    this.#waiting = [...this.#waiting, ...cues];
  }

  /** The media playlist. */
  playlist(): string {
    return captionPlaylist(this.#timeline, this.#whole.listedTo);
  }

  /** A segment's file; null for one that is not listed yet, and for one that nobody may ask for any more. */
  read(sequence: number): string | null {
    return this.#written.get(sequence) ?? null;
  }

  /** Waits until the playlist has a segment, or any without a number; false where it is too far ahead or takes too long. */
  whenListed(sequence: number | null, signal: AbortSignal): Promise<boolean> {
    return this.#whole.whenListed(sequence, signal);
  }

  /** Writes no further segments; those that are written can be read. */
  close(): void {
    this.#stopListening();
  }

  #write(): void {
    for (const segment of this.#whole.next) {
      if (!isWhole(segment) && !this.#timeline.ended) break;
      const before = this.#before.get(segment.sequence);
      if (before !== undefined) this.#worded.set(segment.sequence, before);
      this.#written.set(segment.sequence, before ?? this.#segmentOf(segment));
      this.#whole.list(segment.sequence);
    }
    const { oldest } = this.#whole;
    for (const sequence of this.#written.keys()) {
      if (sequence >= oldest) break;
      this.#written.delete(sequence);
      this.#worded.delete(sequence);
    }
    this.#journal?.trim(this.#worded);
  }

  #segmentOf({ sequence, kind, clockSeconds, durationSeconds }: TimelineSegment): string {
    const fromMs = Math.round(clockSeconds * 1_000);
    const untilMs = fromMs + Math.round(durationSeconds * 1_000);
    if (kind === "live") {
      const { placed, waiting, leftOut, freeMs } = placeCues(this.#waiting, { fromMs, untilMs, freeMs: this.#freeMs });
      this.#placed = [...this.#placed.filter(({ endMs }) => endMs > fromMs), ...placed];
      this.#waiting = waiting;
      this.#freeMs = freeMs;
      this.leftOut += leftOut;
    }
    const shown = this.#placed.filter(({ startMs, endMs }) => startMs < untilMs && endMs > fromMs);
    const text = captionSegment(clockSeconds, shown);
    if (shown.length > 0) {
      this.#worded.set(sequence, text);
      this.#journal?.add(sequence, text);
    }
    return text;
  }
}
