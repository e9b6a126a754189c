import type { SpokenCue } from "@kinora/domain/speech/cues.ts";
import { placeCues } from "@kinora/domain/speech/live-captions.ts";
import { captionPlaylist, captionSegment, isWhole } from "@kinora/media/live/caption-playlist.ts";
import type { TimelineSegment } from "@kinora/media/live/timeline-segment.ts";
import type { LiveTimeline } from "@kinora/media/live/timeline.ts";
import type { CaptionJournal } from "./caption-journal.ts";

/** How long a player's request for the next segment is held, in milliseconds. */
const LONGEST_WAIT_MS = 8_000;
/** Segments further ahead than this are not waited for. */
const MOST_AHEAD = 3;

/**
 * The captions of a stream in segments, one for each of the timeline's. A segment is written when that of the pictures is whole, and
 * never changes then: captions that become known later are in the next one.
 */
export class CaptionSegments {
  readonly #timeline: LiveTimeline;
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
  #listedTo: number | null = null;
  /** How many captions were too late to be shown. */
  leftOut = 0;

  constructor(timeline: LiveTimeline, journal: CaptionJournal | null = null) {
    this.#timeline = timeline;
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
    return captionPlaylist(this.#timeline, this.#listedTo);
  }

  /** A segment's file; null for one that is not listed yet, and for one that nobody may ask for any more. */
  read(sequence: number): string | null {
    return this.#written.get(sequence) ?? null;
  }

  /** Waits until the playlist has a segment, or any without a number; false where it is too far ahead or takes too long. */
  async whenListed(sequence: number | null, signal: AbortSignal): Promise<boolean> {
    const isThere = () =>
      this.#timeline.ended || (this.#listedTo !== null && (sequence === null || sequence <= this.#listedTo));
    if (isThere()) return true;
    if (sequence !== null && sequence > this.#timeline.nextSequence + MOST_AHEAD) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const stop = this.#timeline.subscribe(() => isThere() && resolve(true));
    const giveUp = () => resolve(false);
    signal.addEventListener("abort", giveUp, { once: true });
    const timer = setTimeout(giveUp, LONGEST_WAIT_MS);
    try {
      return await promise;
    } finally {
      stop();
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    }
  }

  /** Writes no further segments; those that are written can be read. */
  close(): void {
    this.#stopListening();
  }

  #write(): void {
    const { segments, ended } = this.#timeline;
    // From the end: a long playlist changes there.
    const listed = segments.findLastIndex(({ sequence }) => sequence <= (this.#listedTo ?? -1));
    for (const segment of segments.slice(listed + 1)) {
      if (!isWhole(segment) && !ended) break;
      const before = this.#before.get(segment.sequence);
      if (before !== undefined) this.#worded.set(segment.sequence, before);
      this.#written.set(segment.sequence, before ?? this.#segmentOf(segment));
      this.#listedTo = segment.sequence;
    }
    // As long as pictures that left the playlist.
    const oldest = (segments[0]?.sequence ?? 0) - segments.length;
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
