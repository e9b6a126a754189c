export const PLAYER_TITLE_MAX = 120;
export const PLAYERS_MAX = 200;
export const CUSTOM_CSS_MAX = 20_000;
export const LINK_MAX = 2_000;
/** Of an uploaded file. */
export const PLAYER_PICTURE_BYTES = 5 * 1024 * 1024;
/** Pixels of the longer side a logo or watermark is kept with. */
export const PLAYER_PICTURE_SIDE = 640;
export const PLAYER_PICTURES_MAX = 20;
export const AD_FALLBACKS_MAX = 4;

/** Shapes of a frame; `auto`: as its video. */
export const ASPECTS = ["16:9", "4:3", "1:1", "9:16", "auto"] as const;
/** Typefaces. `inter` comes with the player, the others are the viewer's own: each is a stack of fonts that systems have. */
export const FONTS = ["inter", "system", "humanist", "serif", "mono"] as const;
export const AUTOSTARTS = ["off", "on", "visible"] as const;
export const PRELOADS = ["none", "metadata", "auto"] as const;
export const END_ACTIONS = ["replay", "next", "poster", "link"] as const;
export const BIG_PLAY_STYLES = ["disc", "square", "none"] as const;
export const CONTROL_BAR_STYLES = ["shade", "solid"] as const;
export const POSTER_FITS = ["contain", "cover"] as const;
export const CORNERS = ["top-left", "top-right", "bottom-left", "bottom-right"] as const;
export const AD_SKIPS = ["ad", "after", "never"] as const;
/** Heights of the renditions that a player may begin with or stop at. */
export const QUALITY_HEIGHTS = [240, 360, 480, 720, 1080, 1440, 2160] as const;
/** Speeds a player may offer. */
export const PLAYBACK_RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;

/** Languages of the player's own words; `auto`: the first of the viewer's languages that it has, or else English. */
export const PLAYER_LANGUAGES = ["auto", "en", "de", "fr", "es"] as const;

export type Corner = (typeof CORNERS)[number];

/** Inclusive ranges of the numbers among the settings. */
export const PLAYER_RANGES = {
  frame_width: { min: 120, max: 7_680 },
  frame_height: { min: 80, max: 4_320 },
  hide_after_seconds: { min: 0, max: 60 },
  radius: { min: 0, max: 48 },
  opacity: { min: 10, max: 100 },
  margin: { min: 0, max: 96 },
  size: { min: 16, max: 320 },
  ads_timeout_seconds: { min: 1, max: 60 },
  ads_preroll_timeout_seconds: { min: 1, max: 60 },
  ads_skip_seconds: { min: 0, max: 60 },
} as const;

/** A picture over the video: the logo or the watermark of a player. */
export interface PlayerPicture {
  /** The number of an uploaded picture of the player. */
  picture: number;
  /** What a click opens; empty: the picture is not a link. */
  link: string;
  corner: Corner;
  /** Percent. */
  opacity: number;
  /** To the nearest edges, in CSS pixels. */
  margin: number;
  /** Height in CSS pixels. */
  size: number;
}

/** Every setting of a player, as stored, sent to the console and written into embed pages. Durations are in seconds. */
export interface PlayerSettings {
  /** The shape of the frame on a page, where it is as wide as its place. */
  aspect: (typeof ASPECTS)[number];
  /** The frame has a size of its own, in CSS pixels, in place of a shape. */
  fixed_size: boolean;
  frame_width: number;
  frame_height: number;

  language: (typeof PLAYER_LANGUAGES)[number];

  autostart: (typeof AUTOSTARTS)[number];
  mute_start: boolean;
  loop: boolean;
  /** Height of the rendition to begin with; null: the bandwidth decides. */
  start_quality: number | null;
  /** Greatest height that is played; null: no limit. */
  quality_cap: number | null;
  preload: (typeof PRELOADS)[number];
  /** Continues where the viewer stopped the last time. */
  resume: boolean;
  /** Speeds to choose from, ascending; 1 is always among them. */
  playback_rates: number[];
  keyboard: boolean;
  end_action: (typeof END_ACTIONS)[number];
  /** What the end action `link` shows. */
  end_link_url: string;
  end_link_label: string;

  controls: boolean;
  play_button: boolean;
  progress: boolean;
  thumbnails: boolean;
  /** Which parts are watched most, above the progress bar. */
  most_watched: boolean;
  time: boolean;
  volume: boolean;
  quality_selector: boolean;
  playback_rate: boolean;
  captions: boolean;
  /** What is said as text beside the picture, where the video has captions. */
  transcript: boolean;
  picture_in_picture: boolean;
  fullscreen: boolean;
  share: boolean;
  download: boolean;
  chromecast: boolean;
  airplay: boolean;
  /** The live button, and going back in a livestream. */
  live_controls: boolean;
  /** Controls hide this long after the last movement; 0: they stay. */
  hide_after_seconds: number;

  /** Colours are `#rrggbb`. */
  primary_colour: string;
  background_colour: string;
  text_colour: string;
  track_colour: string;
  /** Corners of the player, in CSS pixels. */
  radius: number;
  big_play: (typeof BIG_PLAY_STYLES)[number];
  control_bar: (typeof CONTROL_BAR_STYLES)[number];
  font: (typeof FONTS)[number];
  poster_fit: (typeof POSTER_FITS)[number];
  title_overlay: boolean;
  description_overlay: boolean;
  logo: PlayerPicture | null;
  watermark: PlayerPicture | null;

  /** No ads play in the player, whatever its project and the video say. */
  ads_off: boolean;
  /** The ad schedule of the project that is played in place of the one of a video or its category; null: theirs. One that was deleted counts as none. */
  ad_schedule_id: number | null;
  /** The player's own tag is played in place of a schedule. */
  ads_enabled: boolean;
  ad_tag: string;
  /** Requested in this order when the tag has no ad. */
  ad_fallback_tags: string[];
  /** How long an ad may take to begin; null: as long as the project says. */
  ads_timeout_seconds: number | null;
  /** How long the first frame of the video waits for a preroll; null: as long as the project says. */
  ads_preroll_timeout_seconds: number | null;
  /** `ad`: as the ad or else its break says; `after`: as the ad or else `ads_skip_seconds` says. */
  ads_skip: (typeof AD_SKIPS)[number];
  ads_skip_seconds: number;

  /** What viewers watch is reported: views, the pages around, and events of the project's analytics providers. */
  reports: boolean;
  context_menu: boolean;
  /** A browser that asks not to be tracked is reported to no provider, unless its viewer consented. */
  respect_dnt: boolean;
  /** Nothing is kept in the viewer's browser, by the player or by its providers. */
  cookieless: boolean;

  /** Pages that embed the player may steer it. */
  api: boolean;
  custom_css: string;
}

/** A player without any change. */
export const DEFAULT_PLAYER_SETTINGS: PlayerSettings = {
  aspect: "16:9",
  fixed_size: false,
  frame_width: 640,
  frame_height: 360,
  language: "auto",
  autostart: "off",
  mute_start: false,
  loop: false,
  start_quality: null,
  quality_cap: null,
  preload: "none",
  resume: false,
  playback_rates: [0.5, 0.75, 1, 1.25, 1.5, 2],
  keyboard: true,
  end_action: "replay",
  end_link_url: "",
  end_link_label: "",
  controls: true,
  play_button: true,
  progress: true,
  thumbnails: true,
  most_watched: false,
  time: true,
  volume: true,
  quality_selector: true,
  playback_rate: true,
  captions: true,
  transcript: false,
  picture_in_picture: true,
  fullscreen: true,
  share: false,
  download: false,
  chromecast: false,
  airplay: true,
  live_controls: true,
  hide_after_seconds: 2,
  primary_colour: "#3a60ea",
  background_colour: "#000000",
  text_colour: "#ffffff",
  track_colour: "#ffffff",
  radius: 0,
  big_play: "disc",
  control_bar: "shade",
  font: "inter",
  poster_fit: "contain",
  title_overlay: true,
  description_overlay: false,
  logo: null,
  watermark: null,
  ads_off: false,
  ad_schedule_id: null,
  ads_enabled: false,
  ad_tag: "",
  ad_fallback_tags: [],
  ads_timeout_seconds: null,
  ads_preroll_timeout_seconds: null,
  ads_skip: "ad",
  ads_skip_seconds: 5,
  reports: true,
  context_menu: true,
  respect_dnt: true,
  cookieless: false,
  api: true,
  custom_css: "",
};

/** The settings that differ from their defaults: what is stored and what an embed page holds. */
export function changedSettings(settings: PlayerSettings): Partial<PlayerSettings> {
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(DEFAULT_PLAYER_SETTINGS[name as keyof PlayerSettings]),
    ),
  );
}

/** All settings of what `changedSettings` kept; a name that is no setting any more is dropped. */
export function allSettings(changed: Partial<PlayerSettings>): PlayerSettings {
  const known = Object.entries(changed).filter(([name]) => name in DEFAULT_PLAYER_SETTINGS);
  return { ...DEFAULT_PLAYER_SETTINGS, ...Object.fromEntries(known) };
}

/** The names of the settings in which two players differ, in the order of the form. */
export function differingSettings(one: PlayerSettings, other: PlayerSettings): (keyof PlayerSettings)[] {
  return (Object.keys(DEFAULT_PLAYER_SETTINGS) as (keyof PlayerSettings)[]).filter(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  );
}
