import { LiveCushion } from "./live-cushion.ts";

/** Where a viewer of a livestream is; all in seconds. */
export interface LivePlace {
  /** How far the viewer is behind the newest part. */
  latency: number;
  /** How far a viewer begins behind it, as the playlist recommends: three parts, or one and a half segments. */
  holdBack: number;
  /** Buffered in front of the viewer. */
  ahead: number;
}

const LOOK_EVERY_MS = 100;
/** A change of a twentieth is not noticeable; far behind, playback catches up at a tenth. */
const FASTER = 1.05;
const FASTEST = 1.1;
const FAR_SECONDS = 1;
/** What is worth catching up, and when it is done: sound is best left alone, so speeds change rarely. */
const WORTH_SECONDS = 0.12;
const DONE_SECONDS = 0.02;
/** Nobody comes closer to the newest part than this share of the recommended distance: two parts of three. */
const CLOSEST = 2 / 3;
/** A viewer closer to the recommended distance than this is at the edge. */
const AT_EDGE_SECONDS = 1;

/**
 * How fast to play so that a viewer comes as close to the live edge as what lies unused in front of them (`spare`) allows,
 * and no closer than two thirds of what the playlist recommends.
 */
export function edgeRate({ latency, holdBack }: LivePlace, spare: number, rate: number): number {
  const behind = Math.min(spare, latency - holdBack * CLOSEST);
  if (behind < (rate === 1 ? WORTH_SECONDS : DONE_SECONDS)) return 1;
  return behind > FAR_SECONDS ? FASTEST : FASTER;
}

/** Keeping a viewer at the live edge. */
export interface LiveEdge {
  /** Whether the viewer's position is not of their own choosing (no seek, no pause). */
  follows(): boolean;
  /** Whether the video plays faster to come up to the edge, and not because the viewer chose so. */
  catchesUp(): boolean;
  letGo(): void;
}

/**
 * Keeps a viewer at the live edge while `place` answers where it is. A viewer who chose a speed, paused or
 * went back is left alone until they come to the edge again. (hls.js's own catching up waits for more than a second of
 * buffer, which parts of 200 ms never make, and after each stop it stays further behind for good.)
 */
export function holdLiveEdge(video: HTMLVideoElement, place: () => LivePlace | null): LiveEdge {
  const listening = new AbortController();
  const cushion = new LiveCushion();
  let ours = 1;
  let follows = true;
  let wasAt = 0;
  const look = () => {
    if (video.paused || video.seeking) return;
    wasAt = video.currentTime;
    if (video.playbackRate !== ours) return;
    const now = place();
    const at = performance.now();
    if (now) cushion.add(at, now.ahead);
    if (now && now.latency < now.holdBack + AT_EDGE_SECONDS) follows = true;
    ours = now && follows ? edgeRate(now, cushion.spare(at), ours) : 1;
    if (video.playbackRate !== ours) video.playbackRate = ours;
  };
  const leave = () => {
    follows = false;
    cushion.forget();
  };
  const onSeek = () => {
    if (video.currentTime < wasAt - AT_EDGE_SECONDS) leave();
    else cushion.forget();
  };
  const onStop = () => {
    // What is waited for before the first picture or after a jump says nothing about what comes in between.
    if (wasAt > 0 && !video.seeking) cushion.stop(performance.now());
  };
  const looking = setInterval(look, LOOK_EVERY_MS);
  const { signal } = listening;
  video.addEventListener("pause", leave, { signal });
  video.addEventListener("seeking", onSeek, { signal });
  video.addEventListener("waiting", onStop, { signal });
  return {
    follows: () => follows,
    catchesUp: () => ours !== 1 && video.playbackRate === ours,
    letGo() {
      listening.abort();
      clearInterval(looking);
      if (video.playbackRate === ours) video.playbackRate = 1;
    },
  };
}

/** Seconds buffered from where the video stands. */
export function bufferedAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1)
    if (buffered.start(index) <= currentTime && currentTime < buffered.end(index))
      return buffered.end(index) - currentTime;
  return 0;
}
