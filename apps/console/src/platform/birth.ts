/** When the steps of a video's way began and ended, in milliseconds; null for what is not known or not yet. */
export interface BirthTimes {
  upload: { start: number; end: number | null } | null;
  queued: number | null;
  started: number | null;
  playable: number | null;
  ended: number | null;
  /** Whether it ended without a video that is complete. */
  failed: boolean;
}

export interface BirthStep {
  name: "upload" | "queue" | "encode";
  /** Milliseconds since the first step began. */
  startMs: number;
  endMs: number;
  tone: "done" | "running" | "failed";
}

export interface Birth {
  steps: readonly BirthStep[];
  /** When the video could be watched, in milliseconds since the first step began; null before that. */
  watchableMs: number | null;
}

/**
 * The steps of a video's way on one time axis.
 * @param now milliseconds; a step that has not ended lasts until then.
 * @returns null where nothing is known.
 */
export function birthSteps(
  { upload, queued, started, playable, ended, failed }: BirthTimes,
  now: number,
): Birth | null {
  const zero = upload?.start ?? queued;
  if (zero === null) return null;
  // A second attempt starts over, with what an earlier one has encoded.
  const begun = started !== null && playable !== null ? Math.min(started, playable) : started;
  const step = (name: BirthStep["name"], start: number, end: number | null, broken: boolean): BirthStep => ({
    name,
    startMs: start - zero,
    endMs: Math.max(start, end ?? now) - zero,
    tone: end === null ? "running" : broken ? "failed" : "done",
  });
  return {
    steps: [
      ...(upload ? [step("upload", upload.start, upload.end ?? ended, queued === null && failed)] : []),
      ...(queued === null ? [] : [step("queue", queued, begun ?? ended, begun === null && failed)]),
      ...(begun === null ? [] : [step("encode", begun, ended, failed)]),
    ],
    watchableMs: playable === null ? null : playable - zero,
  };
}
