import { isWholeFile } from "@kinora/domain/playback/whole-file.ts";
import type Hls from "hls.js";
import type { ErrorData, HlsConfig } from "hls.js";
import { bufferedAhead, holdLiveEdge, type LivePlace } from "./live-edge.ts";
import type { WatchReport } from "./options.ts";
import { levelsAboveCap, startLevel, type QualityBounds } from "./quality.ts";
import type { RenditionList } from "./rendition-list.ts";
import { fadeSeams } from "./seam-fade.ts";
import { keepWatchDiary } from "./watch-diary.ts";

/** Why a stream stopped for good, as far as the viewer can do something about it. */
export type StreamProblem = "unreachable" | "unplayable" | "gone";

/** A master playlist attached to a video element. */
export interface Stream {
  /** Reloads the multivariant playlist and resumes at `seconds`. */
  reload(seconds: number): void;
  /** Plays another multivariant playlist in the same element, from `seconds` on. */
  load(source: string, seconds: number): void;
  /** Seconds behind the newest picture of a livestream; null while unknown, and for videos on demand. */
  latency(): number | null;
  destroy(): void;
}

export interface StreamOptions {
  source: string;
  startSeconds: number;
  live: boolean;
  renditions: RenditionList;
  /** Called now and then with how a livestream plays. */
  onWatched?: ((report: WatchReport) => void) | undefined;
  /** Whether a livestream's picture fades where one source follows another. */
  fades?: (() => boolean) | undefined;
  /** Where the quality begins and ends. */
  quality(): QualityBounds;
  onProblem(problem: StreamProblem): void;
}

const RECOVERY_WINDOW_MS = 10_000;
const FIRST_GUESS_BITS_PER_SECOND = 3_000_000;

const settings: Partial<HlsConfig> = {
  // Fragmented MP4 goes to the decoder as it is: there is no work a worker could take over.
  enableWorker: false,
  lowLatencyMode: false,
  capLevelToPlayerSize: true,
  abrEwmaDefaultEstimate: FIRST_GUESS_BITS_PER_SECOND,
  backBufferLength: 60,
};

/** How long an encoder or a server may take to restart. */
const patience = { maxNumRetry: 30, retryDelayMs: 500, maxRetryDelayMs: 2_000 };

/** A livestream: parts as they come, a little faster when behind, and patient while its encoder is away. */
const liveSettings: Partial<HlsConfig> = {
  ...settings,
  lowLatencyMode: true,
  liveDurationInfinity: true,
  // `holdLiveEdge` brings viewers up to the edge.
  maxLiveSyncPlaybackRate: 1,
  // Each stall keeps the viewer that much further back, in seconds: a part or two, not whole ones.
  liveSyncOnStallIncrease: 0.3,
  // A playlist is held back until there is something new in it.
  playlistLoadPolicy: {
    default: {
      maxTimeToFirstByteMs: 30_000,
      maxLoadTimeMs: 35_000,
      timeoutRetry: patience,
      errorRetry: patience,
    },
  },
};

let library: Promise<typeof Hls> | undefined;

/** Fetches hls.js ahead of the click that will need it. */
export function prepareStream(): void {
  if (hasMediaSource()) loadLibrary().catch(() => undefined);
}

/**
 * Attaches a stream: through hls.js wherever it runs, so that all browsers behave alike, otherwise natively, as whole files are.
 * @throws when hls.js cannot be fetched.
 */
export async function openStream(video: HTMLVideoElement, options: StreamOptions): Promise<Stream> {
  if (hasMediaSource() && !isWholeFile(options.source)) {
    const HlsPlayer = await loadLibrary();
    if (HlsPlayer.isSupported()) return openWithHls(HlsPlayer, video, options);
  }
  return openNatively(video, options);
}

function loadLibrary(): Promise<typeof Hls> {
  library ??= import("hls.js").then(
    ({ default: HlsPlayer }) => HlsPlayer,
    (error: unknown) => {
      library = undefined;
      throw error;
    },
  );
  return library;
}

const hasMediaSource = () => "MediaSource" in globalThis || "ManagedMediaSource" in globalThis;

function openWithHls(HlsPlayer: typeof Hls, video: HTMLVideoElement, options: StreamOptions): Stream {
  const { renditions, live } = options;
  let { source } = options;
  let recoveredAt = -Infinity;
  let hls = create(options.startSeconds);

  function create(startSeconds: number): Hls {
    // A playlist that still grows counts as live; 0 keeps it from starting near its end.
    const next = new HlsPlayer(live ? liveSettings : { ...settings, startPosition: startSeconds });
    next.on(HlsPlayer.Events.MANIFEST_PARSED, () => {
      offerLevels(next, renditions, options.quality());
      choose();
    });
    next.on(HlsPlayer.Events.ERROR, (_event, data) => onError(next, data));
    next.loadSource(source);
    next.attachMedia(video);
    return next;
  }

  function onError(failed: Hls, { fatal, type, response }: ErrorData): void {
    if (!fatal || failed !== hls) return;
    if (type === HlsPlayer.ErrorTypes.MEDIA_ERROR && performance.now() - recoveredAt > RECOVERY_WINDOW_MS) {
      recoveredAt = performance.now();
      return failed.recoverMediaError();
    }
    failed.stopLoad();
    if ([404, 403, 451].includes(response?.code ?? 0)) options.onProblem("gone");
    else options.onProblem(type === HlsPlayer.ErrorTypes.NETWORK_ERROR ? "unreachable" : "unplayable");
  }

  const choose = () => {
    hls.nextLevel = renditions.selectedIndex;
  };
  const onChange = () => {
    if (hls.levels.length > 0 && hls.nextLevel !== renditions.selectedIndex) choose();
  };
  renditions.addEventListener("change", onChange);
  const letGo = live ? followLive(() => hls, video, options) : () => undefined;
  return {
    reload(seconds) {
      hls.destroy();
      hls = create(seconds);
    },
    load(next, seconds) {
      source = next;
      hls.config.startPosition = seconds;
      hls.loadSource(next);
    },
    latency: () => livePlace(hls, video)?.latency ?? null,
    destroy() {
      letGo();
      renditions.removeEventListener("change", onChange);
      hls.destroy();
    },
  };
}

/** Keeps the levels within the bounds, lists them as renditions, and begins at the chosen one. */
function offerLevels(hls: Hls, renditions: RenditionList, { start_quality: start, quality_cap: cap }: QualityBounds) {
  const heights = () => hls.levels.map(({ height }) => height);
  for (const index of levelsAboveCap(heights(), cap)) hls.removeLevel(index);
  hls.startLevel = startLevel(heights(), start);
  renditions.replace(
    hls.levels.map(({ width, height, bitrate }, index) => ({ id: String(index), width, height, bitrate })),
  );
  if (renditions.selectedIndex >= 0) hls.startLevel = renditions.selectedIndex;
}

/** Keeps a viewer at the live edge, reports playback measurements, and fades. Returns a function that stops it. */
function followLive(hls: () => Hls, video: HTMLVideoElement, { onWatched, fades }: StreamOptions): () => void {
  const edge = holdLiveEdge(video, () => livePlace(hls(), video));
  const latency = () => (edge.follows() ? (livePlace(hls(), video)?.latency ?? null) : null);
  const stops = [
    edge.letGo,
    ...(onWatched ? [keepWatchDiary(video, latency, onWatched)] : []),
    ...(fades ? [fadeSeams(video, () => seamsOf(hls()), fades)] : []),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Where one source follows another in what is listed, in seconds of the video. */
function seamsOf({ latestLevelDetails: details }: Hls): number[] {
  const fragments = details?.fragments ?? [];
  return fragments.filter(({ cc }, at) => at > 0 && fragments[at - 1]?.cc !== cc).map(({ start }) => start);
}

function livePlace(hls: Hls, video: HTMLVideoElement): LivePlace | null {
  const details = hls.latestLevelDetails;
  if (!details?.live) return null;
  const { partHoldBack, holdBack, targetduration } = details;
  return {
    latency: hls.latency,
    // Who offers no parts is followed by whole segments.
    holdBack: partHoldBack || holdBack || targetduration * 3,
    ahead: bufferedAhead(video),
  };
}

function openNatively(video: HTMLVideoElement, options: StreamOptions): Stream {
  const { startSeconds, onProblem } = options;
  let { source } = options;
  const onError = () => onProblem(video.error?.code === MediaError.MEDIA_ERR_NETWORK ? "unreachable" : "unplayable");
  const load = (seconds: number) => {
    video.src = source;
    video.load();
    if (seconds > 0) video.currentTime = seconds;
  };
  video.addEventListener("error", onError);
  // The page is cross-origin isolated: a file of another origin is fetched as one that it may read (HTML §4.8.11.2), or not at all.
  if (new URL(source, location.href).origin !== location.origin) video.crossOrigin = "anonymous";
  load(startSeconds);
  return {
    reload: load,
    load(next, seconds) {
      source = next;
      load(seconds);
    },
    latency: () => null,
    destroy() {
      video.removeEventListener("error", onError);
      video.removeAttribute("src");
      video.load();
    },
  };
}
