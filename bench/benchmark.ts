/** One benchmark: prints its figures; what it opens it puts on `cleanUp`. */
export interface Benchmark {
  what: string;
  run(cleanUp: AsyncDisposableStack, signal: AbortSignal): Promise<void>;
}
