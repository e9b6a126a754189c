/** How a player did since it told last. */
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
  /** Shows the storyboard's pictures one after the other while the pointer rests on a player nobody has played yet. */
  movingPreview?: boolean;
  /** WebVTT of the chapters, shown on the time bar. */
  chapters?: string;
  /** Shown until the video itself says how long it is. */
  durationSeconds?: number;
  /** Where to begin. */
  startSeconds?: number;
  autoplay?: boolean;
  muted?: boolean;
  loop?: boolean;
  /** A livestream: begins at its end, stays close to it, and goes back as far as its playlist does. */
  live?: boolean;
  /** Told every ten seconds how a livestream plays. */
  onWatched?: (report: WatchReport) => void;
  /** Whether a livestream's picture fades where one source follows another; asked all the time. */
  fades?: () => boolean;
  /** Present while better renditions may still appear: asked now and then what the master playlist lists. */
  renditions?: RenditionWatch;
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
}

/** A player on a page. */
export interface Player {
  readonly video: HTMLVideoElement;
  /** Begins or goes on; resolves once the picture moves. @throws when the browser does not allow it. */
  play(): Promise<void>;
  pause(): void;
  /** Goes to a moment, within the video. */
  seek(seconds: number): void;
  destroy(): void;
}
