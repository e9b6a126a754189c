import { PassThrough, pipeline, type Readable } from "node:stream";

/**
 * A tool begun before it is known what is wanted of it. Most of a short run's time is its start, which nobody waits for
 * when it happens while the source is still being probed.
 */
export interface EarlyRun<Options> {
  /** Whether the run can make this; otherwise it is to be dropped. */
  fits(options: Options): boolean;
  /** Says what is wanted. To be called once. */
  finish(options: Options): Promise<unknown>;
  /** Ends it if it is still running; answers when nothing of it is left. */
  drop(): Promise<void>;
}

/** Begins `run`, which awaits `wanted` where it can go no further without. */
export function beginEarly<Options>(
  signal: AbortSignal,
  fits: (options: Options) => boolean,
  run: (wanted: Promise<Options>, signal: AbortSignal) => Promise<unknown>,
): EarlyRun<Options> {
  const stop = new AbortController();
  const wanted = Promise.withResolvers<Options>();
  // Nobody may be waiting when the source turns out to be no video: then only the end counts.
  wanted.promise.catch(() => undefined);
  const running = run(wanted.promise, AbortSignal.any([signal, stop.signal]));
  running.catch(() => undefined);
  return {
    fits,
    finish(options) {
      wanted.resolve(options);
      return running;
    },
    async drop() {
      wanted.reject(new Error("This run is not wanted."));
      stop.abort();
      await running.catch(() => undefined);
    },
  };
}

/**
 * Keeps what a tool writes for a reader who comes later. What nobody reads is thrown away when a tool ends
 * (https://nodejs.org/api/child_process.html#event-exit), and short sources are done before it is known what they are.
 */
export function keptOutput(stream: Readable): Readable {
  const kept = new PassThrough();
  // A failure of the stream ends what is kept with the same error: its reader finds out.
  pipeline(stream, kept, () => undefined);
  return kept;
}
