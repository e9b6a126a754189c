/** What a project's dashboard asks people to look after. */
export const ATTENTION_KINDS = ["video_failed", "upload_waits", "no_worker", "storage", "disk"] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** From here on storage and disks ask for attention, in percent. */
export const NEARLY_FULL_PERCENT = 80;

/** A step from an empty project to a video on a page of another site. */
export const ONBOARDING_STEPS = ["project", "video", "embed", "invite"] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

/** Whole percent of a limit, at most 100; null without a limit. */
export function percentOf(used: number, limit: number | null): number | null {
  if (limit === null) return null;
  return limit <= 0 ? 100 : Math.min(100, Math.floor((used / limit) * 100));
}
