import { adTagProblem } from "@kinora/domain/ads/ad-macros.ts";
import { AD_TAG_MAX } from "@kinora/domain/ads/ad-tag.ts";
import {
  AD_FALLBACKS_MAX,
  AD_SKIPS,
  ASPECTS,
  AUTOSTARTS,
  BIG_PLAY_STYLES,
  CONTROL_BAR_STYLES,
  CORNERS,
  CUSTOM_CSS_MAX,
  DEFAULT_PLAYER_SETTINGS as usual,
  END_ACTIONS,
  FONTS,
  LINK_MAX,
  PLAYBACK_RATES,
  PLAYER_LANGUAGES,
  PLAYER_RANGES,
  POSTER_FITS,
  PRELOADS,
  QUALITY_HEIGHTS,
  type PlayerSettings,
} from "@kinora/domain/players/settings.ts";
import { z } from "zod";

const whole = ({ min, max }: { min: number; max: number }) => {
  const said = `This is a whole number from ${min} to ${max}.`;
  return z.number().int(said).min(min, said).max(max, said);
};
const colour = z.string().regex(/^#[0-9a-f]{6}$/i, "Write the colour as #rrggbb.");
const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `This can have up to ${max} characters.`)
    .regex(/^[^\p{Cc}]*$/u, "This cannot contain control characters.");
/** Empty, or an absolute address of the web: `javascript:` and its kind never reach a player. */
const webAddress = (max: number) =>
  oneLine(max).refine(
    (text) => text === "" || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
    "Enter an address that begins with https:// or http://.",
  );
/** Empty, or a VAST URL, which may have macros. */
const adTag = oneLine(AD_TAG_MAX).superRefine((tag, issues) => {
  const problem = tag === "" ? null : adTagProblem(tag);
  if (problem) issues.addIssue({ code: "custom", message: problem });
});
const height = z.number().refine((value) => QUALITY_HEIGHTS.some((each) => each === value), "Choose a quality.");
const rate = z.number().refine((value) => PLAYBACK_RATES.some((each) => each === value), "Choose speeds of the list.");

const picture = z.object({
  picture: z.number().int().positive(),
  link: webAddress(LINK_MAX),
  corner: z.enum(CORNERS),
  opacity: whole(PLAYER_RANGES.opacity),
  margin: whole(PLAYER_RANGES.margin),
  size: whole(PLAYER_RANGES.size),
});

const flags = {
  mute_start: z.boolean(),
  loop: z.boolean(),
  resume: z.boolean(),
  keyboard: z.boolean(),
  controls: z.boolean(),
  play_button: z.boolean(),
  progress: z.boolean(),
  thumbnails: z.boolean(),
  most_watched: z.boolean(),
  time: z.boolean(),
  volume: z.boolean(),
  quality_selector: z.boolean(),
  playback_rate: z.boolean(),
  captions: z.boolean(),
  transcript: z.boolean(),
  picture_in_picture: z.boolean(),
  fullscreen: z.boolean(),
  share: z.boolean(),
  download: z.boolean(),
  chromecast: z.boolean(),
  airplay: z.boolean(),
  live_controls: z.boolean(),
  title_overlay: z.boolean(),
  description_overlay: z.boolean(),
  ads_off: z.boolean(),
  ads_enabled: z.boolean(),
  api: z.boolean(),
  reports: z.boolean(),
  context_menu: z.boolean(),
  respect_dnt: z.boolean(),
  cookieless: z.boolean(),
  fixed_size: z.boolean(),
};

/** All settings of a player, as they are answered. */
export const playerSettings = z.object({
  ...flags,
  aspect: z.enum(ASPECTS),
  frame_width: whole(PLAYER_RANGES.frame_width),
  frame_height: whole(PLAYER_RANGES.frame_height),
  language: z.enum(PLAYER_LANGUAGES),
  autostart: z.enum(AUTOSTARTS),
  start_quality: height.nullable(),
  quality_cap: height.nullable(),
  preload: z.enum(PRELOADS),
  playback_rates: z.array(rate).max(PLAYBACK_RATES.length),
  end_action: z.enum(END_ACTIONS),
  end_link_url: webAddress(LINK_MAX),
  end_link_label: oneLine(80),
  hide_after_seconds: whole(PLAYER_RANGES.hide_after_seconds),
  primary_colour: colour,
  background_colour: colour,
  text_colour: colour,
  track_colour: colour,
  radius: whole(PLAYER_RANGES.radius),
  big_play: z.enum(BIG_PLAY_STYLES),
  control_bar: z.enum(CONTROL_BAR_STYLES),
  font: z.enum(FONTS),
  poster_fit: z.enum(POSTER_FITS),
  logo: picture.nullable(),
  watermark: picture.nullable(),
  ad_schedule_id: z.number().int().positive().nullable(),
  ad_tag: adTag,
  ad_fallback_tags: z.array(adTag).max(AD_FALLBACKS_MAX, `A player can have ${AD_FALLBACKS_MAX} fallback tags.`),
  ads_timeout_seconds: whole(PLAYER_RANGES.ads_timeout_seconds).nullable(),
  ads_preroll_timeout_seconds: whole(PLAYER_RANGES.ads_preroll_timeout_seconds).nullable(),
  ads_skip: z.enum(AD_SKIPS),
  ads_skip_seconds: whole(PLAYER_RANGES.ads_skip_seconds),
  custom_css: z.string().max(CUSTOM_CSS_MAX, `The CSS can have up to ${CUSTOM_CSS_MAX} characters.`),
});

/** Settings as they are sent: what is left out has its default. */
export const playerSettingsInput = playerSettings
  .partial()
  .transform((given): PlayerSettings => {
    return tidySettings({ ...usual, ...defined(given) });
  })
  .superRefine(checkSettings);

/** Settings with the speeds in their order and without empty tags. */
export function tidySettings<Settings extends Pick<PlayerSettings, "playback_rates" | "ad_fallback_tags">>(
  settings: Settings,
): Settings {
  // Everything begins at 1.
  const chosen = new Set([...settings.playback_rates, 1]);
  const rates = [...chosen].sort((one, other) => one - other);
  const fallbacks = settings.ad_fallback_tags.filter((tag) => tag !== "");
  return { ...settings, playback_rates: rates, ad_fallback_tags: fallbacks };
}

type Dependent = "end_action" | "end_link_url" | "ads_enabled" | "ads_off" | "ad_tag";

/** Reports the settings that others need and that are empty. */
export function checkSettings(settings: Pick<PlayerSettings, Dependent>, issues: z.core.$RefinementCtx): void {
  if (settings.end_action === "link" && settings.end_link_url === "")
    issues.addIssue({ code: "custom", path: ["end_link_url"], message: "End link can not be empty." });
  if (settings.ads_enabled && !settings.ads_off && settings.ad_tag === "")
    issues.addIssue({ code: "custom", path: ["ad_tag"], message: "Ad tag can not be empty." });
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

const defined = <Fields extends object>(fields: Fields): Given<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<Fields>;
