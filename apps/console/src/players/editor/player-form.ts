import { DEFAULT_PLAYER_SETTINGS, type PlayerSettings } from "@kinora/domain/players/settings.ts";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import type { PlayerDetail } from "../queries.ts";

/** The fields of the editor: the title and every setting. */
export type PlayerFields = PlayerSettings & { title: string };

export type PlayerForm = Form<PlayerFields>;

export type GroupName = "size" | "playback" | "controls" | "look" | "ads" | "privacy" | "advanced";

/** The controls that are switched on and off one by one, in the order of the form. */
export const CONTROLS = [
  "play_button",
  "progress",
  "thumbnails",
  "most_watched",
  "time",
  "volume",
  "quality_selector",
  "playback_rate",
  "captions",
  "transcript",
  "picture_in_picture",
  "fullscreen",
  "share",
  "download",
  "chromecast",
  "airplay",
  "live_controls",
] as const satisfies readonly (keyof PlayerSettings)[];

/** The settings of each group, in the order of the form. */
export const GROUP_SETTINGS: Record<GroupName, readonly (keyof PlayerSettings)[]> = {
  size: ["aspect", "fixed_size", "frame_width", "frame_height"],
  playback: [
    "autostart",
    "mute_start",
    "loop",
    "start_quality",
    "quality_cap",
    "preload",
    "resume",
    "playback_rates",
    "keyboard",
    "end_action",
    "end_link_url",
    "end_link_label",
  ],
  controls: ["language", "controls", ...CONTROLS, "hide_after_seconds"],
  look: [
    "primary_colour",
    "background_colour",
    "text_colour",
    "track_colour",
    "radius",
    "big_play",
    "control_bar",
    "font",
    "poster_fit",
    "title_overlay",
    "description_overlay",
    "logo",
    "watermark",
  ],
  ads: [
    "ads_off",
    "ad_schedule_id",
    "ads_enabled",
    "ad_tag",
    "ad_fallback_tags",
    "ads_timeout_seconds",
    "ads_preroll_timeout_seconds",
    "ads_skip",
    "ads_skip_seconds",
  ],
  privacy: ["reports", "context_menu", "respect_dnt", "cookieless"],
  advanced: ["api", "custom_css"],
};

/** Whose ads a player plays: those of its project and the video, a schedule that it chooses, its own tag's, or none. */
export const AD_CHOICES = ["project", "schedule", "own", "off"] as const;
type AdChoice = (typeof AD_CHOICES)[number];

export function adsChoice({ ads_off: off, ads_enabled: own, ad_schedule_id: schedule }: PlayerSettings): AdChoice {
  if (off) return "off";
  if (own) return "own";
  return schedule === null ? "project" : "schedule";
}

/** The settings of a choice of ads; `schedule` is the first one to choose. */
export const chosenAds = (
  choice: AdChoice,
  schedule: number | null,
): Pick<PlayerSettings, "ads_off" | "ads_enabled" | "ad_schedule_id"> => ({
  ads_off: choice === "off",
  ads_enabled: choice === "own",
  ad_schedule_id: choice === "schedule" ? schedule : null,
});

export const fieldsOf = ({ title, draft }: Pick<PlayerDetail, "title" | "draft">): PlayerFields => ({
  ...draft,
  title,
});

/** The settings among the fields. */
export function settingsOf({ title: _title, ...settings }: PlayerFields): PlayerSettings {
  return settings;
}

/** The settings of a group that differ from their defaults. */
export const changedIn = (group: GroupName, settings: PlayerSettings): (keyof PlayerSettings)[] =>
  GROUP_SETTINGS[group].filter(
    (name) => JSON.stringify(settings[name]) !== JSON.stringify(DEFAULT_PLAYER_SETTINGS[name]),
  );

/** The server names fields inside of `settings`; here they stand side by side. */
export const fieldNames = (fields: Readonly<Record<string, readonly string[]>>): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(fields).map(([path, messages]) => [path.replace(/^settings\./, ""), messages]));

/** Settings that take effect only in a new player. */
const AT_START: readonly (keyof PlayerSettings)[] = [
  "language",
  "autostart",
  "mute_start",
  "start_quality",
  "quality_cap",
  "preload",
  "resume",
  "ads_off",
  "ad_schedule_id",
  "ads_enabled",
  "ad_tag",
  "ad_fallback_tags",
  "ads_timeout_seconds",
  "ads_preroll_timeout_seconds",
  "ads_skip",
  "ads_skip_seconds",
  "cookieless",
];

/** Whether a preview must begin again to show what changed. */
export const needsRestart = (shown: PlayerSettings, next: PlayerSettings): boolean =>
  AT_START.some((name) => shown[name] !== next[name]);
