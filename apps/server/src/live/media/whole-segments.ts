import type { LiveTimeline } from "@kinora/media/live/timeline.ts";

/** How long a player's request for the next segment is held, in milliseconds. */
const LONGEST_WAIT_MS = 8_000;
/** Segments further ahead than this are not waited for. */
const MOST_AHEAD = 3;

/** How far a playlist of whole segments beside the pictures is. */
export class WholeSegments {
  readonly #timeline: LiveTimeline;
  readonly #listeners = new Set<() => void>();
  /** Number of the last segment that is listed; null for none. */
  listedTo: number | null = null;

  constructor(timeline: LiveTimeline) {
    this.#timeline = timeline;
  }

  /** The segments of the timeline that are not listed yet. */
  get next() {
    const { segments } = this.#timeline;
    // From the end: a long playlist changes there.
    return segments.slice(segments.findLastIndex(({ sequence }) => sequence <= (this.listedTo ?? -1)) + 1);
  }

  /** The oldest segment that a player may still ask for: they stay as long as pictures that left the playlist. */
  get oldest(): number {
    const { segments } = this.#timeline;
    return (segments[0]?.sequence ?? 0) - segments.length;
  }

  /** Lists a segment, and tells who waits for it. */
  list(sequence: number): void {
    this.listedTo = sequence;
    for (const listener of this.#listeners) listener();
  }

  /** Waits until the playlist has a segment, or any without a number; false where it is too far ahead or takes too long. */
  async whenListed(sequence: number | null, signal: AbortSignal): Promise<boolean> {
    const isThere = () =>
      this.#timeline.ended || (this.listedTo !== null && (sequence === null || sequence <= this.listedTo));
    if (isThere()) return true;
    if (sequence !== null && sequence > this.#timeline.nextSequence + MOST_AHEAD) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const listen = () => isThere() && resolve(true);
    const stop = this.#timeline.subscribe(listen);
    this.#listeners.add(listen);
    const giveUp = () => resolve(false);
    signal.addEventListener("abort", giveUp, { once: true });
    const timer = setTimeout(giveUp, LONGEST_WAIT_MS);
    try {
      return await promise;
    } finally {
      stop();
      this.#listeners.delete(listen);
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    }
  }
}
