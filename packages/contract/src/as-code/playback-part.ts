import {
  AD_EXCLUSIONS_MAX,
  AD_BREAKS_MAX,
  AD_SCHEDULES_MAX,
  adSettingsProblems,
  defaultAdSettings,
  defaultAdSource,
  type AdSettings,
} from "@kinora/domain/ads/ad-settings.ts";
import { DEFAULT_PLAYER_SETTINGS, PLAYERS_MAX } from "@kinora/domain/players/settings.ts";
import { PLAYLIST_TYPES, PLAYLISTS_MAX } from "@kinora/domain/playlists/playlists.ts";
import { NEW_SMART_RULES, SMART_LABELS_MAX } from "@kinora/domain/playlists/smart-rules.ts";
import { OPEN_POLICY, PROFILES_MAX } from "@kinora/domain/restrictions/policy.ts";
import { z } from "zod";
import { adSettingsShape, adSourceShape } from "../ads/ads.ts";
import { adScheduleName } from "../ads/schedules.ts";
import { playerTitle } from "../players/players.ts";
import { checkSettings, playerSettings, tidySettings } from "../players/settings.ts";
import { playlistSettings } from "../playlists/playlists.ts";
import { durationsInOrder, smartRuleFields } from "../playlists/smart-rules.ts";
import { policyInput } from "../restrictions/policy-shape.ts";
import { profileSettings } from "../restrictions/profiles.ts";
import { categoryName } from "../videos/categories.ts";
import { tagName } from "../videos/tags.ts";
import { leftOut, namedOnce, references } from "./left-out.ts";
import { restrictionOf } from "./library-part.ts";

const { logo: _logo, watermark: _watermark, ad_schedule_id: _schedule, ...usual } = DEFAULT_PLAYER_SETTINGS;
const { logo: _shape, watermark: _shapeToo, ad_schedule_id: _id, ...settingsShape } = playerSettings.shape;

/** Settings of a player that are text: its pictures are no part of a file, and its ad schedule is named. */
const portableSettings = leftOut(
  { ...settingsShape, ad_schedule: adScheduleName.nullable() },
  { ...usual, ad_schedule: null },
)
  .transform(tidySettings)
  .superRefine(checkSettings);

export const playersPart = z
  .array(
    z.strictObject({
      title: playerTitle,
      /** Of at most one. */
      default: z.boolean().default(false),
      settings: portableSettings.prefault({}),
    }),
  )
  .max(PLAYERS_MAX, `A project can have up to ${PLAYERS_MAX} players.`)
  .superRefine(oneDefault)
  // A project always has a default player: where the file names none, it stays.
  .transform((players) =>
    players.some((player) => player.default)
      ? players
      : players.map(({ default: _default, ...player }) => ({ ...player, default: undefined })),
  );

function oneDefault(entries: readonly { default: boolean }[], issues: z.core.$RefinementCtx): void {
  const [, second] = [...entries.entries()].filter(([, entry]) => entry.default);
  if (second)
    issues.addIssue({ code: "custom", path: [second[0], "default"], message: "Only one can be the default." });
}

const labels = (name: z.ZodType<string, string>) =>
  references(name, SMART_LABELS_MAX, `Choose up to ${SMART_LABELS_MAX}.`).prefault([]);

const rules = z
  .strictObject({
    ...smartRuleFields.shape,
    categories: labels(categoryName),
    tags_any: labels(tagName),
    tags_all: labels(tagName),
    tags_none: labels(tagName),
  })
  .refine(durationsInOrder.holds, durationsInOrder.refusal);

const playlist = z
  .strictObject({
    ...playlistSettings.omit({ rules: true, start_at: true }).shape,
    type: z.enum(PLAYLIST_TYPES).default("manual"),
    published: z.boolean().default(true),
    /** Of a channel. Left out, it stays; a new one begins when it is made. */
    start_at: z.iso.datetime().optional(),
    /** Of a smart playlist. */
    rules: rules.optional(),
    restriction: restrictionOf,
  })
  .superRefine(({ type, start_at: startAt, rules: given }, issues) => {
    if (type !== "channel" && startAt !== undefined)
      issues.addIssue({ code: "custom", path: ["start_at"], message: "Only a channel has a start." });
    if (type !== "smart" && given !== undefined)
      issues.addIssue({ code: "custom", path: ["rules"], message: "Only a smart playlist has rules." });
  })
  .transform(({ start_at: startAt, rules: given, ...others }) => ({
    ...others,
    start_at: startAt === undefined ? undefined : new Date(startAt).toISOString(),
    rules: others.type === "smart" ? (given ?? NEW_RULES) : null,
  }));

const NEW_RULES: z.output<typeof rules> = {
  ...NEW_SMART_RULES,
  categories: [],
  tags_any: [],
  tags_all: [],
  tags_none: [],
};

export const playlistsPart = z
  .array(playlist)
  .max(PLAYLISTS_MAX, `A project can have up to ${PLAYLISTS_MAX} playlists.`);

const exclusions = (name: z.ZodType<string, string>) =>
  references(name, AD_EXCLUSIONS_MAX, `Exclude up to ${AD_EXCLUSIONS_MAX}.`).prefault([]);

const { excluded_category_ids: _categories, excluded_tag_ids: _tags, breaks, ...adFields } = adSettingsShape;
const {
  excluded_category_ids: _noCategories,
  excluded_tag_ids: _noTags,
  breaks: _none,
  ...usualAds
} = defaultAdSettings;
const source = leftOut(adSourceShape, defaultAdSource);

const adFieldsOfFile = {
  ...leftOut(adFields, usualAds).shape,
  single: source.prefault({}),
  breaks: z
    .array(source.extend({ position: breaks.element.shape.position, at: breaks.element.shape.at.default(0) }))
    .max(AD_BREAKS_MAX, `A schedule can have ${AD_BREAKS_MAX} breaks.`)
    .default([]),
  frequency: leftOut(adFields.frequency.shape, usualAds.frequency).prefault({}),
  excluded_categories: exclusions(categoryName),
  excluded_tags: exclusions(tagName),
};

function checkAds(
  settings: Omit<AdSettings, "excluded_category_ids" | "excluded_tag_ids">,
  issues: z.core.$RefinementCtx,
): void {
  const problems = adSettingsProblems({ ...settings, excluded_category_ids: [], excluded_tag_ids: [] });
  for (const [field, message] of Object.entries(problems))
    issues.addIssue({ code: "custom", path: field.split("."), message });
}

/** The default schedule. */
export const adsPart = z
  .strictObject({
    /** Left out, it stays. */
    name: adScheduleName.optional(),
    ...adFieldsOfFile,
  })
  .superRefine(checkAds);

/** The other schedules. */
export const adSchedulesPart = z
  .array(
    z
      .strictObject({
        name: adScheduleName,
        /** Their videos and livestreams have it. */
        categories: references(categoryName, AD_EXCLUSIONS_MAX, `Choose up to ${AD_EXCLUSIONS_MAX}.`).prefault([]),
        ...adFieldsOfFile,
      })
      .superRefine(checkAds),
  )
  .max(AD_SCHEDULES_MAX - 1, `A project can have up to ${AD_SCHEDULES_MAX} ad schedules.`)
  .superRefine(namedOnce(({ name }) => name, ["name"]))
  .superRefine(categoryOnce);

/** A category has one schedule. */
function categoryOnce(schedules: readonly { categories: readonly string[] }[], issues: z.core.$RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, { categories }] of schedules.entries())
    for (const name of categories) {
      const message = `"${name}" has another ad schedule in the file.`;
      if (seen.has(name)) issues.addIssue({ code: "custom", path: [index, "categories"], message });
      seen.add(name);
    }
}

const { referrers, countries, addresses, agents, ...switches } = policyInput.shape;
const { referrers: anyPage, countries: anyCountry, addresses: anyAddress, agents: anyAgent, ...open } = OPEN_POLICY;

const policy = z.strictObject({
  referrers: leftOut(referrers.shape, anyPage).prefault({}),
  countries: leftOut(countries.shape, anyCountry).prefault({}),
  addresses: leftOut(addresses.shape, anyAddress).prefault({}),
  agents: leftOut(agents.shape, anyAgent).prefault({}),
  ...leftOut(switches, open).shape,
});

export const restrictionsPart = z
  .array(
    z.strictObject({
      name: profileSettings.name,
      message: profileSettings.message,
      /** Of at most one: it applies to everything without a profile of its own. */
      default: z.boolean().default(false),
      policy: policy.prefault({}),
    }),
  )
  .max(PROFILES_MAX, `A project can have up to ${PROFILES_MAX} restriction profiles.`)
  .superRefine(namedOnce(({ name }) => name, ["name"]))
  .superRefine(oneDefault);
