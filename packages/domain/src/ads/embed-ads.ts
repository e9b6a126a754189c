import { allSettings, type PlayerSettings } from "../players/settings.ts";
import { adTagProblem } from "./ad-macros.ts";
import type { AdSkip } from "./ad-media.ts";
import { defaultAdSource, type AdBreak, type AdFrequency, type AdSettings, type VideoAds } from "./ad-settings.ts";

/** What an embed page says of its ads. */
export interface EmbedAds {
  breaks: AdBreak[];
  /** URL of a VMAP document that names the breaks instead. */
  vmap_tag: string | null;
  /** Whether breaks are played for which the operator of a livestream asks. */
  cues: boolean;
  ads_timeout_ms: number;
  preroll_timeout_ms: number;
  skip: AdSkip;
  frequency: AdFrequency;
  consent: boolean;
  /** The project's public ID: browsers remember when they showed its ads. */
  project: string;
  /** Where the player reports what happened, relative to the edge; null: a preview, which is neither reported nor remembered. */
  report: string | null;
}

export interface AdContent {
  /** Public IDs. */
  hash: string;
  project: string;
  categoryId: number | null;
  tagIds: readonly number[];
}

/** What decides about the ads of a video or livestream beside its player. */
export interface AdFacts {
  settings: AdSettings;
  own: VideoAds;
  content: AdContent;
  /** Schedules of its project that the player may have chosen, by their ids. */
  schedules?: Readonly<Record<string, AdSettings>>;
}

/** The ads of a video in a draft of a player, for a preview: a tag that is no URL yet is left out, and nothing is reported. */
export function adsOfDraft(facts: AdFacts, draft: Partial<PlayerSettings>): EmbedAds | null {
  const isTag = (tag: string) => adTagProblem(tag) === null;
  const tag = draft.ad_tag ?? "";
  const tags = { ad_tag: isTag(tag) ? tag : "", ad_fallback_tags: (draft.ad_fallback_tags ?? []).filter(isTag) };
  const ads = adsInPlayer(facts, { ...draft, ...tags });
  return ads && { ...ads, report: null };
}

/** The schedule that a player chose, unless it has a tag of its own. */
export const chosenSchedule = ({ ads_enabled: own, ad_schedule_id: id }: Partial<PlayerSettings>): number | null =>
  own ? null : (id ?? null);

/** The ads of a video or livestream in a player, whose settings are `changed` from the defaults; null when it has none. */
export function adsInPlayer(
  { settings, own, content, schedules }: AdFacts,
  changed: Partial<PlayerSettings>,
): EmbedAds | null {
  const chosen = chosenSchedule(changed);
  return adsOfVideo((chosen === null ? null : schedules?.[chosen]) ?? settings, own, content, changed);
}

/** A project's settings in a player: with its timeouts, where it has some, and with its tags, where it has its own. */
function withPlayer(settings: AdSettings, player: PlayerSettings): AdSettings {
  const { ads_timeout_seconds: timeout, ads_preroll_timeout_seconds: preroll } = player;
  const limited = {
    ...settings,
    ads_timeout_ms: timeout === null ? settings.ads_timeout_ms : timeout * 1_000,
    preroll_timeout_ms: preroll === null ? settings.preroll_timeout_ms : preroll * 1_000,
  };
  if (!player.ads_enabled || player.ad_tag === "") return limited;
  const tags = [player.ad_tag, ...player.ad_fallback_tags].filter((tag) => tag !== "");
  return { ...limited, mode: "single", single: { ...defaultAdSource, tags } };
}

const skipOf = ({ ads_skip: skip, ads_skip_seconds: seconds }: PlayerSettings): AdSkip =>
  skip === "after" ? seconds : skip;

/**
 * The ads of a preview that plays one tag within a project's limits: before the video, or where the VMAP document of the tag says.
 * They play in every view.
 */
export function adsOfTag(settings: AdSettings, tag: string, isVmap: boolean): EmbedAds {
  const { single, ads_timeout_ms, preroll_timeout_ms, consent } = settings;
  const breaks: AdBreak[] = isVmap ? [] : [{ ...single, tags: [tag], min_content_seconds: 0, position: "pre", at: 0 }];
  const limits = {
    ads_timeout_ms,
    preroll_timeout_ms,
    skip: "ad" as const,
    frequency: { kind: "always" as const, n: 1 },
    consent,
  };
  return { breaks, vmap_tag: isVmap ? tag : null, cues: false, ...limits, project: "", report: null };
}

/**
 * The ads of a video: its own, or those of the player that shows it, or those of a schedule of its project; null when it has none. `changed` holds what
 * differs from the defaults of a player.
 */
export function adsOfVideo(
  project: AdSettings,
  own: VideoAds,
  content: AdContent,
  changed: Partial<PlayerSettings> = {},
): EmbedAds | null {
  const player = allSettings(changed);
  if (own.use === "none" || player.ads_off) return null;
  const settings = withPlayer(project, player);
  const breaks = own.use === "own" ? breaksOfVideo(project, own) : breaksOfProject(settings);
  const vmap = own.use === "project" && settings.mode === "vmap" && settings.vmap_tag !== "" ? settings.vmap_tag : null;
  if (breaks.length === 0 && vmap === null) return null;
  if (own.use === "project" && isExcluded(settings, content)) return null;
  const { ads_timeout_ms, preroll_timeout_ms, frequency, consent } = settings;
  const rules = { ads_timeout_ms, preroll_timeout_ms, skip: skipOf(player), frequency, consent };
  const cues = settings.live === "cues";
  return { breaks, vmap_tag: vmap, cues, ...rules, project: content.project, report: `/embed/${content.hash}/ads` };
}

/** Whether a project's videos without ads of their own may have some in a player. `changed` holds what differs from the defaults of a player. */
export function mayHaveAds(project: AdSettings, changed: Partial<PlayerSettings> = {}): boolean {
  const player = allSettings(changed);
  if (player.ads_off) return false;
  const settings = withPlayer(project, player);
  return breaksOfProject(settings).length > 0 || (settings.mode === "vmap" && settings.vmap_tag !== "");
}

function breaksOfProject({ mode, single, breaks }: AdSettings): AdBreak[] {
  if (mode === "single") return single.tags.length > 0 ? [{ ...single, position: "pre", at: 0 }] : [];
  return mode === "schedule" ? breaks.filter(({ tags }) => tags.length > 0) : [];
}

/** A video's own tag keeps the project's limits. */
function breaksOfVideo({ single }: AdSettings, { tag, cue_points: cuePoints }: VideoAds): AdBreak[] {
  if (tag === "") return [];
  const source = {
    ...defaultAdSource,
    max_ads: single.max_ads,
    skip_after_seconds: single.skip_after_seconds,
    tags: [tag],
  };
  const cues = cuePoints.map((at): AdBreak => ({ ...source, position: "time", at }));
  return [{ ...source, position: "pre", at: 0 }, ...cues];
}

const isExcluded = (settings: AdSettings, { categoryId, tagIds }: AdContent): boolean =>
  (categoryId !== null && settings.excluded_category_ids.includes(categoryId)) ||
  tagIds.some((id) => settings.excluded_tag_ids.includes(id));
