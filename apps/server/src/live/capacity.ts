import type { StreamLadder } from "@kinora/domain/streams.ts";
import { ladderShare, planWithin } from "@kinora/media/live/ladderCapacity.ts";
import type { LiveEncodePlan } from "@kinora/media/live/liveEncoder.ts";
import { planEncoding } from "./encoding.ts";

/** Adding shares up leaves crumbs. */
const CRUMB = 0.001;

/** The least a ladder of a preset can cost: its lowest rung. */
const leastOf = (ladder: StreamLadder): number => {
  const input = { width: 1280, height: 720, fps: 30, videoCodec: "h264", audioCodec: "aac" } as const;
  return ladderShare(planWithin(planEncoding({ ladder, latency: "normal" }, input), 0));
};

/** What this machine encodes for livestreams, in full ladders, and how much more of it there is. */
export class EncodingCapacity {
  readonly #used = new Map<number, number>();
  readonly #onChange: () => void;
  /** Null until it was measured: nothing is refused then. */
  possible: number | null = null;

  /** `onChange` hears when more or less is in use. */
  constructor(onChange: () => void = () => undefined) {
    this.#onChange = onChange;
  }

  /** Full ladders in use. */
  get used(): number {
    return [...this.#used.values()].reduce((sum, share) => sum + share, 0);
  }

  /** Whether somebody may publish to a stream; the first on a machine always may, however slow the machine is. */
  hasRoomFor(streamId: number, ladder: StreamLadder): boolean {
    if (ladder === "passthrough" || this.#othersThan(streamId) === 0) return true;
    return leastOf(ladder) <= this.#freeFor(streamId) + CRUMB;
  }

  /** Reserves what a stream's encode costs, in the place of what it had: the plan, with fewer rungs where all are too many; null when not even one fits. */
  reserve(streamId: number, plan: LiveEncodePlan): LiveEncodePlan | null {
    const free = this.#freeFor(streamId) + CRUMB;
    const within = planWithin(plan, free);
    const share = ladderShare(within);
    if (share > 0 && share > free && this.#othersThan(streamId) > 0) return null;
    this.#set(streamId, share);
    return within;
  }

  /** The stream is encoded no more. */
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
