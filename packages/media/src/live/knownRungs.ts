import type { LiveInit } from "./fragmentReader.ts";
import { chooseRung, learnRungs, shortSideOf } from "./rungChoice.ts";
import type { Ladder, LiveRung, OfferedRung } from "./timelineSegment.ts";

/** The ladder of a timeline, and the rungs it had before: players that chose one of them keep its address. */
export class KnownRungs implements Ladder {
  rungs: readonly LiveRung[];
  formerRungs: readonly LiveRung[];

  constructor({ rungs, formerRungs }: Ladder) {
    this.rungs = rungs;
    this.formerRungs = formerRungs;
  }

  get #all(): readonly LiveRung[] {
    return [...this.rungs, ...this.formerRungs];
  }

  /** Names the ladder anew. */
  set(rungs: readonly LiveRung[]): void {
    const before = this.#all;
    this.rungs = rungs.toSorted((a, b) => a.height - b.height || a.peakBitrate - b.peakBitrate);
    this.formerRungs = before.filter(({ label }) => !rungs.some((one) => one.label === label));
  }

  /** The ladder with what encoders say of it; null where that is nothing new. */
  learnt(inits: ReadonlyMap<string, LiveInit>): readonly LiveRung[] | null {
    const learnt = learnRungs(this.rungs, inits);
    return JSON.stringify(learnt) === JSON.stringify(this.rungs) ? null : learnt;
  }

  knows(label: string): boolean {
    return this.#all.some((rung) => rung.label === label);
  }

  /** What a source offers; each label with its size where it is none of these. */
  offer(rungs: Iterable<readonly [label: string, shortSidePixels?: number | undefined]>): OfferedRung[] {
    return [...rungs].map(([label, pixels]) => ({ label, shortSidePixels: pixels ?? shortSideOf(label, this.#all) }));
  }

  /** The rung of these that is listed for another. */
  choose(offered: readonly OfferedRung[], label: string): string | null {
    return chooseRung(offered, label, this.#all);
  }
}
