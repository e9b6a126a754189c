import type { StreamLadder } from "@kinora/domain/live/streams.ts";
import { ladderShare, planWithin } from "@kinora/media/live/ladder-capacity.ts";
import type { LiveEncodePlan } from "@kinora/media/live/live-encode-plan.ts";
import { planEncoding } from "./encoding.ts";

/** Tolerance for rounding errors in sums of shares. */
const TOLERANCE = 0.001;

/** The cost of a preset's lowest rung. */
const leastCost = (ladder: StreamLadder): number => {
  const input = { width: 1280, height: 720, fps: 30, videoCodec: "h264", audioCodec: "aac" } as const;
  return ladderShare(planWithin(planEncoding({ ladder, latency: "normal" }, input), 0));
};

/** Encoding capacity of this machine, used and free, in full ladders. */
export class EncodingCapacity {
  readonly #used = new Map<number, number>();
  readonly #onChange: () => void;
  /** Total capacity; null until measured, and nothing is refused until then. */
  possible: number | null = null;

  /** @param onChange called when the used capacity changes. */
  constructor(onChange: () => void = () => undefined) {
    this.#onChange = onChange;
  }

  /** Used capacity in full ladders. */
  get used(): number {
    return [...this.#used.values()].reduce((sum, share) => sum + share, 0);
  }

  /** Whether a publisher can be admitted; the first one on a machine always is, however slow the machine. */
  hasRoomFor(streamId: number, ladder: StreamLadder): boolean {
    if (ladder === "passthrough" || this.#othersThan(streamId) === 0) return true;
    return leastCost(ladder) <= this.#freeFor(streamId) + TOLERANCE;
  }

  /**
   * Replaces a stream's reservation. Returns the plan, without its highest rungs where they do not fit; null when no rung fits.
   */
  reserve(streamId: number, plan: LiveEncodePlan): LiveEncodePlan | null {
    const free = this.#freeFor(streamId) + TOLERANCE;
    const within = planWithin(plan, free);
    const share = ladderShare(within);
    if (share > 0 && share > free && this.#othersThan(streamId) > 0) return null;
    this.#set(streamId, share);
    return within;
  }

  /** Frees a stream's reservation. */
  release(streamId: number): void {
    this.#set(streamId, 0);
  }

  #freeFor(streamId: number): number {
    return this.possible === null ? Infinity : this.possible - this.#othersThan(streamId);
  }

  #othersThan(streamId: number): number {
    return this.used - (this.#used.get(streamId) ?? 0);
  }

  #set(streamId: number, share: number): void {
    if ((this.#used.get(streamId) ?? 0) === share) return;
    if (share > 0) this.#used.set(streamId, share);
    else this.#used.delete(streamId);
    this.#onChange();
  }
}
