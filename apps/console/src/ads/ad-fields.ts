import { AT_RANGES, type AdBreak, type AdPosition, type AdSettings } from "@kinora/domain/ads/ad-settings.ts";
import type { ProjectAds } from "./queries.ts";

export interface Named {
  id: number;
  name: string;
}

/** The settings as the form holds them. */
export interface AdFields extends Omit<AdSettings, "excluded_category_ids" | "excluded_tag_ids"> {
  excluded_category_ids: Named[];
  excluded_tag_ids: Named[];
  name: string;
  /** Categories it is chosen for. */
  category_ids: Named[];
}

export function fieldsOf(ads: ProjectAds): AdFields {
  const {
    updated_at: _at,
    demo_tags: _tags,
    id: _id,
    is_default: _default,
    version: _version,
    excluded,
    categories,
    ...settings
  } = ads;
  return {
    ...settings,
    category_ids: categories,
    excluded_category_ids: excluded.categories,
    excluded_tag_ids: excluded.tags,
  };
}

/** What is saved of a form. Tags that were left empty are no tags. */
export function settingsOf({ excluded_category_ids, excluded_tag_ids, category_ids, ...fields }: AdFields) {
  const filled = <Source extends { tags: string[] }>(source: Source): Source => ({
    ...source,
    tags: source.tags.map((tag) => tag.trim()).filter((tag, index) => tag !== "" || index < source.tags.length - 1),
  });
  const withTags = <Source extends { tags: string[] }>(source: Source): Source =>
    source.tags.every((tag) => tag.trim() === "") ? { ...source, tags: [] } : filled(source);
  return {
    ...fields,
    single: withTags(fields.single),
    breaks: fields.breaks.map(withTags),
    category_ids: category_ids.map(({ id }) => id),
    excluded_category_ids: excluded_category_ids.map(({ id }) => id),
    excluded_tag_ids: excluded_tag_ids.map(({ id }) => id),
  };
}

/** What `at` begins with when a position is chosen. */
export const usualAt = (position: AdPosition): number =>
  ({ pre: 0, time: 60, percent: 50, every: 5, post: 0 })[position];

/** Length of the video that the ruler shows, in seconds. */
export const SAMPLE_SECONDS = 600;

/** Where a break is put that was added at a share of the ruler: its ends stand for before and after. */
export function placeAt(share: number): Pick<AdBreak, "position" | "at"> {
  if (share <= 0.03) return { position: "pre", at: 0 };
  if (share >= 0.97) return { position: "post", at: 0 };
  const { min, max } = AT_RANGES.time;
  return { position: "time", at: Math.min(max, Math.max(min, Math.round((share * SAMPLE_SECONDS) / 10) * 10)) };
}

/** `1:30`. */
export const minutesOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, "0")}`;
