import { adTagProblem } from "./ad-macros.ts";

export const AD_MODES = ["off", "single", "schedule", "vmap"] as const;
export type AdMode = (typeof AD_MODES)[number];

/** `time` is in seconds, `percent` of the content's duration, `every` in minutes; pre and post have no number. */
export const AD_POSITIONS = ["pre", "time", "percent", "every", "post"] as const;
export type AdPosition = (typeof AD_POSITIONS)[number];

export const AD_FREQUENCIES = ["always", "views", "minutes"] as const;

/** In livestreams: prerolls alone, or also breaks for which their operator asks. */
export const LIVE_ADS = ["prerolls", "cues"] as const;

/** The tags of a break with its rules. */
export interface AdSource {
  /** URLs of VAST documents. The first that answers with an ad fills the break; those after it are its fallbacks. */
  tags: string[];
  /** Ads of a pod that are played at most. */
  max_ads: number;
  /** When an ad can be skipped that does not say so itself; null: never. */
  skip_after_seconds: number | null;
  /** Shorter videos have no such break. */
  min_content_seconds: number;
}

export interface AdBreak extends AdSource {
  position: AdPosition;
  at: number;
}

export interface AdFrequency {
  kind: (typeof AD_FREQUENCIES)[number];
  /** Views or minutes for each view or break with ads. */
  n: number;
}

/** The ads of a project, as stored and sent to the console. */
export interface AdSettings {
  mode: AdMode;
  single: AdSource;
  breaks: AdBreak[];
  /** URL of a VMAP document, which names breaks and their tags. */
  vmap_tag: string;
  live: (typeof LIVE_ADS)[number];
  /** How long an ad may take to begin, and how long its media may stall. */
  ads_timeout_ms: number;
  /** How long the content's first frame waits for a preroll. */
  preroll_timeout_ms: number;
  frequency: AdFrequency;
  excluded_category_ids: number[];
  excluded_tag_ids: number[];
  /** Passes the viewer's TCF consent string on, in {consent}. */
  consent: boolean;
}

/** Schedules a project can have. */
export const AD_SCHEDULES_MAX = 20;
export const AD_SCHEDULE_NAME_MAX = 80;
/** What the schedule of a project is called that has saved none under another name. */
export const DEFAULT_AD_SCHEDULE = "Default";

export const VIDEO_ADS = ["project", "none", "own"] as const;

/** The ads of one video: the project's, none, or a tag of its own before it and at cue points. */
export interface VideoAds {
  use: (typeof VIDEO_ADS)[number];
  tag: string;
  /** Seconds. */
  cue_points: number[];
}

/** Inclusive; whole numbers unless `at` is in seconds. */
export const AD_RANGES = {
  max_ads: { min: 1, max: 10 },
  skip_after_seconds: { min: 0, max: 120 },
  min_content_seconds: { min: 0, max: 86_400 },
  ads_timeout_ms: { min: 1_000, max: 30_000 },
  preroll_timeout_ms: { min: 500, max: 20_000 },
  frequency: { min: 1, max: 1_000 },
} as const;

/** What `at` of a position may be. */
export const AT_RANGES: Record<AdPosition, { min: number; max: number }> = {
  pre: { min: 0, max: 0 },
  time: { min: 1, max: 86_400 },
  percent: { min: 1, max: 99 },
  every: { min: 1, max: 240 },
  post: { min: 0, max: 0 },
};

export const AD_TAGS_MAX = 5;
export const AD_BREAKS_MAX = 20;
export const CUE_POINTS_MAX = 50;
export const AD_EXCLUSIONS_MAX = 200;

export const defaultAdSource: AdSource = { tags: [], max_ads: 2, skip_after_seconds: null, min_content_seconds: 0 };

export const defaultAdSettings: AdSettings = {
  mode: "off",
  single: defaultAdSource,
  breaks: [],
  vmap_tag: "",
  live: "cues",
  ads_timeout_ms: 8_000,
  preroll_timeout_ms: 4_000,
  frequency: { kind: "always", n: 3 },
  excluded_category_ids: [],
  excluded_tag_ids: [],
  consent: true,
};

export const defaultVideoAds: VideoAds = { use: "project", tag: "", cue_points: [] };

/** Why settings cannot be saved, as messages by the path of their field. Only the mode in use must be complete. */
export function adSettingsProblems(settings: AdSettings): Record<string, string> {
  const found: Record<string, string> = {};
  checkTags(found, "single", settings.single.tags, settings.mode === "single");
  for (const [index, each] of settings.breaks.entries()) {
    checkTags(found, `breaks.${index}`, each.tags, settings.mode === "schedule");
    const { min, max } = AT_RANGES[each.position];
    if (each.at < min || each.at > max) found[`breaks.${index}.at`] = `This is a number from ${min} to ${max}.`;
  }
  if (settings.mode === "schedule" && settings.breaks.length === 0) found["breaks"] = "Add a break, or turn ads off.";
  if (settings.vmap_tag !== "" || settings.mode === "vmap") {
    const problem = settings.vmap_tag === "" ? "Enter the URL of a VMAP document." : adTagProblem(settings.vmap_tag);
    if (problem) found["vmap_tag"] = problem;
  }
  return found;
}

function checkTags(found: Record<string, string>, at: string, tags: readonly string[], required: boolean): void {
  if (tags.length === 0 && required) found[`${at}.tags.0`] = "Enter an ad tag URL.";
  for (const [index, tag] of tags.entries()) {
    const problem = adTagProblem(tag);
    if (problem) found[`${at}.tags.${index}`] = problem;
  }
}

/** Why the ads of a video cannot be saved, by field. */
export function videoAdsProblems({ use, tag }: VideoAds): Record<string, string> {
  if (tag === "") return use === "own" ? { tag: "Enter an ad tag URL." } : {};
  const problem = adTagProblem(tag);
  return problem ? { tag: problem } : {};
}
