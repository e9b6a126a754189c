import { firstFrame } from "./first-frame.ts";
import { list } from "./list.ts";

/** One benchmark: prints its figures; what it opens it puts on `cleanUp`. */
export interface Benchmark {
  what: string;
  run(cleanUp: AsyncDisposableStack, signal: AbortSignal): Promise<void>;
}

/** What `npm run bench NAME` can run, in the order it runs all of them. */
export const benchmarks: Record<string, Benchmark> = {
  "first-frame": firstFrame,
  list,
};
