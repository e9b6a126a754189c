/** Reference tracking of files many segments share (init segments, slates), by the last source that needs each. */
export class SharedFiles {
  /** By name: the number of the last source that needs it. */
  readonly #lastSource = new Map<string, number>();

  has(name: string): boolean {
    return this.#lastSource.has(name);
  }

  /** Marks a file as needed by the segments of a source. */
  use(name: string, source: number): void {
    this.#lastSource.set(name, Math.max(source, this.#lastSource.get(name) ?? 0));
  }

  /** Removes and returns the names that no source from this number on needs. */
  takeBefore(source: number): string[] {
    const names = [...this.#lastSource].filter(([, last]) => last < source).map(([name]) => name);
    for (const name of names) this.#lastSource.delete(name);
    return names;
  }
}
