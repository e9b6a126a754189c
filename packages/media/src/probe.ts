import type { SourceFacts } from "./facts.ts";

/** Limits of a probe. */
export interface ProbeOptions {
  signal?: AbortSignal;
  /** At most 15. */
  timeoutSeconds?: number;
}

/**
 * Looks at a file with ffprobe, sandboxed and limited, and says what it is.
 *
 * @throws MediaError `not_a_video`, `no_video_track`, `unsupported_codec`, `unsupported_container`, `corrupt_file`,
 *   `too_short`, `too_large`, `timeout`, `aborted`: each with one sentence for the owner of the file.
 */
export declare function probe(path: string, options?: ProbeOptions): Promise<SourceFacts>;
