import type { EmbedAds } from "@kinora/domain/ads/embed-ads.ts";
import type { AdCue } from "@kinora/domain/playback/embed-page.ts";
import type { PlayerSettings } from "@kinora/domain/players/settings.ts";

/** Playback measurements since the last report. */
export interface WatchReport {
  /** Seconds the picture moved. */
  watched_seconds: number;
  /** Seconds it stood still for want of data. */
  stalled_seconds: number;
  /** How far it is behind the newest picture; null where the viewer went back. */
  latency_seconds: number | null;
}

/** What a player shows and how it behaves. Addresses may be relative to the page. */
export interface PlayerOptions {
  /** The master playlist. */
  source: string;
  title: string;
  /** A picture shown until the video plays. */
  poster?: string;
  /** WebVTT of the pictures shown while moving along the time bar. */
  storyboard?: string;
  /** Shows the storyboard's pictures one after the other while the pointer rests on a player that was not played yet. */
  movingPreview?: boolean;
  /** WebVTT of the chapters, shown on the time bar. */
  chapters?: string;
  /** The captions a transcript is read from, shown by the setting `transcript`. */
  transcripts?: readonly TranscriptTrack[];
  /** How often each part of equal length was watched, in percent of the most watched one; shown by the setting `most_watched`. */
  watched?: readonly number[];
  /** Shown until the video itself says how long it is. */
  durationSeconds?: number;
  /** Where to begin. */
  startSeconds?: number;
  autoplay?: boolean;
  /** How it looks and behaves; what is left out has its default. */
  settings?: Partial<PlayerSettings>;
  /** Names the item in the viewer's storage, for `resume`. */
  item?: string;
  /** Shown below the title by the setting `description_overlay`. */
  description?: string;
  /** A file for the download button; without one there is no button. */
  download?: string;
  /** A page to share; without one there is no share button. */
  sharePage?: string;
  /** The address of an uploaded picture of the player. */
  pictures?: (number: number) => string;
  /** Runs before the first play of an item, which waits for it: an ad, for example. */
  beforePlay?: (player: Player) => Promise<void>;
  /** What a player with ads plays besides; others ignore it. */
  ads?: ItemAds | null;
  muted?: boolean;
  loop?: boolean;
  /** A livestream: begins at its end, stays close to it, and goes back as far as its playlist does. */
  live?: boolean;
  /** Called every ten seconds with how a livestream plays. */
  onWatched?: (report: WatchReport) => void;
  /** Whether a livestream's picture fades where one source follows another; asked all the time. */
  fades?: () => boolean;
  /** Where a livestream can be watched over WebRTC (draft-ietf-wish-whep), null while it cannot; asked all the time. */
  whep?: () => string | null;
  /** Called when the video cannot go on; true when something was done about it, so that nothing is said. */
  onProblem?: (problem: "unreachable" | "unplayable" | "gone") => boolean;
  /** Present while better renditions may still appear: asked now and then what the master playlist lists. */
  renditions?: RenditionWatch;
}

/** Captions as a transcript shows them. */
export interface TranscriptTrack {
  /** BCP 47. */
  language: string;
  label: string;
  /** The address of its WebVTT. */
  file: string;
}

/** How a player learns that the master playlist lists something else than it did. */
export interface RenditionWatch {
  /** The labels the master playlist listed when the page was made. */
  labels: readonly string[];
  /** Asks again. @throws when there is no answer; the player asks later. */
  check(): Promise<RenditionState>;
}

/** What the master playlist lists now. */
export interface RenditionState {
  labels: readonly string[];
  /** Nothing better will come: no need to ask again. */
  settled: boolean;
  /** False when the video may no longer be played. */
  available: boolean;
  /** What plays from now on: the uploaded file while there are no renditions, then the master playlist; as before unless said. */
  source?: string;
}

/** The ads of one item. */
export interface ItemAds {
  /** Public ID of the item. */
  contentId: string;
  plays: EmbedAds;
  /** Nothing interrupts the item, and nothing follows it, as in a channel, whose viewers see one moment. */
  prerollsOnly?: boolean;
}

/** Another video for a player, which keeps its element and settings. */
export type PlayerItem = Pick<
  PlayerOptions,
  | "ads"
  | "source"
  | "title"
  | "description"
  | "download"
  | "poster"
  | "storyboard"
  | "chapters"
  | "transcripts"
  | "durationSeconds"
  | "startSeconds"
>;

/** A player on a page. */
export interface Player {
  readonly video: HTMLVideoElement;
  /** The element everything is in: parts that are loaded later append to it. */
  readonly root: HTMLElement;
  readonly settings: PlayerSettings;
  /** Starts or resumes; resolves once the picture moves. @throws when the browser does not allow it. */
  play(): Promise<void>;
  pause(): void;
  /** Plays a break for which the operator of a livestream asks, each once; a player without ads has none. */
  playCue?(cue: AdCue): void;
  /** Goes to a moment, within the video. */
  seek(seconds: number): void;
  /** Shows other settings at once. What concerns the stream holds for what is loaded from now on. */
  configure(settings: Partial<PlayerSettings>): void;
  destroy(): void;
}

/** A player that plays one video after another. */
export interface ItemPlayer extends Player {
  /** Puts another video into the same element, paused where it begins; nothing of it is fetched before playback unless something was played. */
  load(item: PlayerItem): void;
}
