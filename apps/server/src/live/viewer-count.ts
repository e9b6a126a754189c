/** Without a word from an edge for so long its viewers are gone. */
const FRESH_MS = 15_000;

/** How many people watch, as the edges say. */
export class ViewerCount {
  readonly #edges = new Map<string, { viewers: number; atMs: number }>();

  /** An edge says how many of its visitors watch. */
  tell(edge: string, viewers: number): void {
    this.#edges.set(edge, { viewers, atMs: performance.now() });
  }

  /** All of them together. */
  now(): number {
    const oldest = performance.now() - FRESH_MS;
    let sum = 0;
    for (const [edge, { viewers, atMs }] of this.#edges) {
      if (atMs < oldest) this.#edges.delete(edge);
      else sum += viewers;
    }
    return sum;
  }
}
