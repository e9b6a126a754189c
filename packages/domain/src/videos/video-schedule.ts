/** When a video is shown and hidden automatically. */
export interface VideoSchedule {
  publishAt: Date | null;
  unpublishAt: Date | null;
  /** Published with the moment every rendition is there. */
  publishWhenReady: boolean;
}

/** What is wrong with a schedule, by the field's name on the wire; empty when it can be kept. Pure. */
export function scheduleProblems(schedule: VideoSchedule, now: Date): Record<string, string[]> {
  const { publishAt, unpublishAt, publishWhenReady } = schedule;
  const problems: Record<string, string[]> = {};
  if (publishAt && publishAt <= now) problems["publish_at"] = ["Choose a time to come, or publish the video now."];
  if (publishAt && publishWhenReady)
    problems["publish_at"] = ["Choose either a time or the moment the video is ready."];
  if (unpublishAt && unpublishAt <= now)
    problems["unpublish_at"] = ["Choose a time to come, or unpublish the video now."];
  if (publishAt && unpublishAt && unpublishAt <= publishAt)
    problems["unpublish_at"] = ["Unpublishing has to come after publishing."];
  return problems;
}
