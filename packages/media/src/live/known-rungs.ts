import type { LiveInit } from "./fragment-reader.ts";
import { chooseRung, learnRungs, shortSideOf } from "./rung-choice.ts";
import type { Ladder, LiveRung, OfferedRung } from "./timeline-segment.ts";

/** The ladder of a timeline and its former rungs, whose playlists players may still be using. */
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

  /** Replaces the ladder. */
  set(rungs: readonly LiveRung[]): void {
    const before = this.#all;
    this.rungs = rungs.toSorted((a, b) => a.height - b.height || a.peakBitrate - b.peakBitrate);
    this.formerRungs = before.filter(({ label }) => !rungs.some((one) => one.label === label));
  }

  /** The ladder with the encoder's figures; null when nothing changed. */
  learnt(inits: ReadonlyMap<string, LiveInit>): readonly LiveRung[] | null {
    const learnt = learnRungs(this.rungs, inits);
    return JSON.stringify(learnt) === JSON.stringify(this.rungs) ? null : learnt;
  }

  knows(label: string): boolean {
    return this.#all.some((rung) => rung.label === label);
  }

  /** The rungs a source offers, with a size where the label is not a known rung. */
  offer(rungs: Iterable<readonly [label: string, shortSidePixels?: number | undefined]>): OfferedRung[] {
    return [...rungs].map(([label, pixels]) => ({ label, shortSidePixels: pixels ?? shortSideOf(label, this.#all) }));
  }

  /** The rung of these that is listed for another. */
  choose(offered: readonly OfferedRung[], label: string): string | null {
    return chooseRung(offered, label, this.#all);
  }
}
