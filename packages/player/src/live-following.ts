import type Hls from "hls.js";
import type { HlsConfig } from "hls.js";
import { showChosenSpeed } from "./chosen-speed.ts";
import { showLatency } from "./latency-line.ts";
import { bufferedAhead, holdLiveEdge, type LivePlace } from "./live-edge.ts";
import type { WatchReport } from "./options.ts";
import { fadeSeams } from "./seam-fade.ts";
import { keepWatchDiary } from "./watch-diary.ts";

/** How long an encoder or a server may take to restart. */
const patience = { maxNumRetry: 30, retryDelayMs: 500, maxRetryDelayMs: 2_000 };

/** What hls.js does differently with a livestream: parts as they come, a little faster when behind, and patient while its encoder is away. */
export const liveSettings: Partial<HlsConfig> = {
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

/** Shows captions within the picture that begin after a viewer came: the playlist, which is read once, says that there are none before. */
export function awaitCaptions({ Events }: typeof Hls, hls: Hls): void {
  hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
    for (const { attrs } of levels) delete attrs["CLOSED-CAPTIONS"];
  });
}

interface FollowingOptions {
  /** Called now and then with how the livestream plays. */
  onWatched?: ((report: WatchReport) => void) | undefined;
  /** Whether its picture fades where one source follows another. */
  fades?: (() => boolean) | undefined;
}

/** Keeps a viewer at the live edge, shows and reports how far behind it they are, and fades. Returns a function that stops it. */
export function followLive(
  hls: () => Hls,
  video: HTMLVideoElement,
  { onWatched, fades }: FollowingOptions,
): () => void {
  const edge = holdLiveEdge(video, () => livePlace(hls(), video));
  const latency = () => (edge.follows() ? (livePlace(hls(), video)?.latency ?? null) : null);
  const root = video.closest<HTMLElement>(".kinora-player");
  const stops = [
    edge.letGo,
    ...(root
      ? [showLatency(root, () => livePlace(hls(), video)?.latency ?? null), showChosenSpeed(root, edge.catchesUp)]
      : []),
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

/** Where the viewer is; null while the playlist is not read. */
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
