import { birthSteps, type Birth } from "../platform/birth.ts";

type Steps = readonly { at: string; type: string }[];

/**
 * The way of an upload to a video, from the steps of its record, oldest first. After a retry it is the last one of each.
 * @param now milliseconds; a step that has not ended lasts until then.
 */
export function recordBirth(steps: Steps, now: number): Birth | null {
  const at = (...types: string[]) => {
    const step = steps.findLast(({ type }) => types.includes(type));
    return step ? Date.parse(step.at) : null;
  };
  const start = at("created", "retried");
  const complete = at("transcode_complete");
  return birthSteps(
    {
      upload: start === null ? null : { start, end: at("complete") },
      queued: at("queued"),
      started: at("transcoding"),
      playable: at("playable"),
      ended: complete ?? at("transcode_failed", "transcode_cancelled", "failed", "cancelled", "expired"),
      failed: complete === null,
    },
    now,
  );
}
