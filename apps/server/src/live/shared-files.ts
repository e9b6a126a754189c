/** Files that many segments share (initialisation segments, slates): each goes once no segment that is left can need it. */
export class SharedFiles {
  /** By name: the number of the last source that needs it. */
  readonly #lastSource = new Map<string, number>();

  has(name: string): boolean {
    return this.#lastSource.has(name);
  }

  /** The segments of a source need it. */
  use(name: string, source: number): void {
    this.#lastSource.set(name, Math.max(source, this.#lastSource.get(name) ?? 0));
  }

  /** Takes out the names that no source from this one on needs. */
  takeBefore(source: number): string[] {
    const names = [...this.#lastSource].filter(([, last]) => last < source).map(([name]) => name);
    for (const name of names) this.#lastSource.delete(name);
    return names;
  }
}
