/** One benchmark: prints its figures; what it opens it puts on `cleanUp`. */
export interface Benchmark {
  what: string;
  /** Runs only by its name: it takes longer than all others together may. */
  onlyByName?: true;
  run(cleanUp: AsyncDisposableStack, signal: AbortSignal): Promise<void>;
}
