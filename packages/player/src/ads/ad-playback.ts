import { VASTTracker } from "@dailymotion/vast-client";
import type { AdEvent } from "@kinora/domain/ads/ad-events.ts";
import { chooseAdMedia, skipAfter, type AdSkip } from "@kinora/domain/ads/ad-media.ts";
import type { LinearCreative, VastAd } from "./ad-request.ts";
import type { AdView } from "./ad-view.ts";

/** `blocked`: the browser does not allow playback yet. */
export type AdOutcome = "played" | "failed" | "blocked";

export interface AdPlay {
  view: AdView;
  /** From 1, of a pod. */
  number: number;
  total: number;
  /** For ads that do not say it themselves; null: never. */
  skipAfterSeconds: number | null;
  skip: AdSkip;
  /** Until the first frame. */
  startWithinMs: number;
  /** Longest time without progress after it. */
  stallMs: number;
  muted: boolean;
  volume: number;
  report(event: AdEvent, code?: number): void;
  signal: AbortSignal;
}

const LOOK_EVERY_MS = 250;
/** The tracker's name of an event, and ours. */
const COUNTED: readonly [string, AdEvent][] = [
  ["start", "start"],
  ["firstQuartile", "first_quartile"],
  ["midpoint", "midpoint"],
  ["thirdQuartile", "third_quartile"],
  ["complete", "complete"],
  ["skip", "skip"],
];

/**
 * Plays one ad to its end, its skipping or its failure, and requests its beacons, each once. Companions and non-linear parts are
 * ignored.
 */
export async function playAd(ad: VastAd, play: AdPlay): Promise<AdOutcome> {
  const creative = ad.creatives.find((each): each is LinearCreative => each.type === "linear");
  const tracker = new VASTTracker(null, ad, creative ?? { trackingEvents: {} }, null, play.muted);
  const fail = (code: number): AdOutcome => {
    tracker.error({ ERRORCODE: code });
    play.report("error", code);
    return "failed";
  };
  if (!creative) return fail(200);
  const { video } = play.view;
  const media = chooseAdMedia(
    creative.mediaFiles.map(({ fileURL, mimeType, width, height, bitrate, apiFramework }) => ({
      ...{ url: fileURL ?? "", type: mimeType ?? "", width, height, bitrate },
      api_framework: apiFramework,
    })),
    { widthPixels: video.clientWidth * devicePixelRatio, canPlay: (type) => video.canPlayType(type) !== "" },
  );
  if (!media) return fail(403);
  const started = await startMedia(video, media.url, play);
  if (started === "blocked") return started;
  if (started !== "started") return play.signal.aborted ? "failed" : fail(started);
  for (const [name, event] of COUNTED) tracker.on(name, () => play.report(event));
  const code = await new AdRun(tracker, creative, play).done;
  return code === null ? "played" : fail(code);
}

/** Resolves at the first frame, or with the VAST error code why there is none. */
async function startMedia(
  video: HTMLVideoElement,
  url: string,
  { startWithinMs, muted, volume, signal }: AdPlay,
): Promise<"started" | "blocked" | number> {
  video.src = url;
  video.muted = muted;
  video.volume = volume;
  const listening = new AbortController();
  const { promise, resolve } = Promise.withResolvers<"started" | "blocked" | number>();
  const timer = setTimeout(() => resolve(402), startWithinMs);
  video.addEventListener("playing", () => resolve("started"), { signal: listening.signal });
  video.addEventListener("error", () => resolve(mediaErrorCode(video)), { signal: listening.signal });
  signal.addEventListener("abort", () => resolve(402), { signal: listening.signal });
  video.play().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "NotAllowedError") resolve("blocked");
  });
  const outcome = await promise;
  clearTimeout(timer);
  listening.abort();
  return outcome;
}

/** A missing file and one of an unknown kind look alike to a media element. */
const mediaErrorCode = ({ error }: HTMLVideoElement): number =>
  error?.code === MediaError.MEDIA_ERR_DECODE ? 405 : error?.code === MediaError.MEDIA_ERR_NETWORK ? 402 : 401;

/** An ad that plays. */
class AdRun {
  /** Resolves at the end: null, or a VAST error code. */
  readonly done: Promise<number | null>;
  readonly #tracker: VASTTracker;
  readonly #creative: LinearCreative;
  readonly #play: AdPlay;
  readonly #listening = new AbortController();
  readonly #end: (code: number | null) => void;
  readonly #skipAt: number | null;
  readonly #looking: ReturnType<typeof setInterval>;
  #moved = { at: performance.now(), seconds: 0 };

  constructor(tracker: VASTTracker, creative: LinearCreative, play: AdPlay) {
    const { promise, resolve } = Promise.withResolvers<number | null>();
    this.done = promise;
    // What happens after its end belongs to no ad: its controls stay until the next one of a pod begins.
    this.#end = (code) => {
      this.#close();
      resolve(code);
    };
    this.#tracker = tracker;
    this.#creative = creative;
    this.#play = play;
    this.#skipAt = skipAfter(creative.skipDelay, play.skipAfterSeconds, play.skip);
    this.#looking = setInterval(() => this.#look(), LOOK_EVERY_MS);
    this.#begin();
  }

  #begin(): void {
    const { view, report, signal } = this.#play;
    const { video } = view;
    // The document's duration and the media's may differ: quartiles are those of what is shown.
    if (Number.isFinite(video.duration) && video.duration > 0) this.#tracker.setDuration(video.duration);
    this.#tracker.on("clickthrough", (url: string) => {
      if (/^https?:/i.test(url)) window.open(url, "_blank", "noopener,noreferrer");
    });
    view.show({
      onToggle: () => void (video.paused ? video.play() : video.pause()),
      onMute: () => (video.muted = !video.muted),
      onSkip: () => this.#skip(),
      onClick: this.#creative.videoClickThroughURLTemplate ? () => this.#click() : null,
    });
    this.#tracker.trackImpression();
    report("impression");
    const options = { signal: this.#listening.signal };
    video.addEventListener("timeupdate", () => this.#progress(), options);
    video.addEventListener("ended", () => this.#complete(), options);
    video.addEventListener("error", () => this.#end(mediaErrorCode(video) === 405 ? 405 : 402), options);
    video.addEventListener("pause", () => video.ended || this.#pause(true), options);
    video.addEventListener("play", () => this.#pause(false), options);
    video.addEventListener("volumechange", () => this.#tracker.setMuted(video.muted), options);
    document.addEventListener(
      "fullscreenchange",
      () => this.#tracker.setFullscreen(document.fullscreenElement !== null),
      options,
    );
    signal.addEventListener("abort", () => this.#end(null), options);
    this.#progress();
  }

  #progress(): void {
    const { currentTime } = this.#play.view.video;
    if (currentTime > this.#moved.seconds) this.#moved = { at: performance.now(), seconds: currentTime };
    this.#tracker.setProgress(currentTime, {}, true);
    this.#show();
  }

  /** Ends an ad whose media stopped coming. */
  #look(): void {
    this.#show();
    const { view, stallMs } = this.#play;
    if (view.video.paused) this.#moved.at = performance.now();
    else if (performance.now() - this.#moved.at > stallMs) this.#end(402);
  }

  #show(): void {
    const { view, number, total } = this.#play;
    const { currentTime, duration, paused, muted } = view.video;
    const durationSeconds = Number.isFinite(duration) ? duration : this.#creative.duration;
    const skipIn = this.#skipAt === null ? null : Math.max(0, this.#skipAt - currentTime);
    view.update({ number, total, currentSeconds: currentTime, durationSeconds, skipIn, paused, muted });
  }

  #complete(): void {
    const { duration } = this.#play.view.video;
    // Short ads end between two reports of their progress.
    if (Number.isFinite(duration)) this.#tracker.setProgress(duration, {}, true);
    this.#tracker.complete();
    this.#end(null);
  }

  #skip(): void {
    if (this.#isOver || this.#skipAt === null || this.#play.view.video.currentTime < this.#skipAt) return;
    this.#tracker.skip();
    this.#end(null);
  }

  #click(): void {
    if (this.#isOver) return;
    this.#play.report("click");
    this.#play.view.video.pause();
    this.#tracker.click();
  }

  #pause(paused: boolean): void {
    this.#tracker.setPaused(paused);
    this.#show();
  }

  get #isOver(): boolean {
    return this.#listening.signal.aborted;
  }

  #close(): void {
    this.#listening.abort();
    clearInterval(this.#looking);
    this.#play.view.video.pause();
  }
}
