/** Somebody who asked for no playlist for so long went away; players ask at least every few seconds. */
const AWAY_MS = 12_000;
const MAXIMUM_VIEWERS = 100_000;

/** Who asked this edge for a livestream's playlist lately. */
export class ViewersSeen {
  readonly #byStream = new Map<string, Map<string, number>>();
  #total = 0;

  /** Somebody asks; answers how many watch this livestream here. */
  note(hash: string, viewer: string): number {
    const now = performance.now();
    const viewers = this.#byStream.get(hash) ?? new Map<string, number>();
    this.#byStream.set(hash, viewers);
    if (!viewers.delete(viewer)) this.#total += 1;
    viewers.set(viewer, now);
    // In the order in which they asked last.
    for (const [other, at] of viewers) {
      if (at > now - AWAY_MS && this.#total <= MAXIMUM_VIEWERS) break;
      viewers.delete(other);
      this.#total -= 1;
    }
    if (viewers.size === 0) this.#byStream.delete(hash);
    return viewers.size;
  }
}
