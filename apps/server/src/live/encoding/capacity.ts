import type { StreamLadder } from "@kinora/domain/live/streams.ts";
import { ladderShare, planWithin } from "@kinora/media/live/ladder-capacity.ts";
import type { LiveEncodePlan } from "@kinora/media/live/live-encode-plan.ts";
import type { LadderCosts } from "../host/host-choice.ts";
import { planEncoding } from "./encoding.ts";

/** Tolerance for rounding errors in sums of shares. */
const TOLERANCE = 0.001;

const planOf = (ladder: StreamLadder, size: { width: number; height: number }) =>
  planEncoding({ ladder, latency: "normal" }, { ...size, fps: 30, videoCodec: "h264", audioCodec: "aac" });

/** The cost of a preset's lowest rung. */
const leastCost = (ladder: StreamLadder): number =>
  ladderShare(planWithin(planOf(ladder, { width: 1280, height: 720 }), 0));

/** What a preset costs in full ladders: its lowest rung, and all of them for 1080p30. */
export const ladderCosts = (ladder: StreamLadder): LadderCosts => ({
  least: leastCost(ladder),
  whole: ladderShare(planOf(ladder, { width: 1920, height: 1080 })),
});

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

  /** Total capacity, and what is used of it by others than a stream. */
  besides(streamId: number): { ladders: number | null; laddersUsed: number } {
    return { ladders: this.possible, laddersUsed: this.#othersThan(streamId) };
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
