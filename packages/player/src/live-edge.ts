/** Where a viewer of a livestream is; all in seconds. */
export interface LivePlace {
  /** How far the viewer is behind the newest part. */
  latency: number;
  /** How far it should be. */
  target: number;
  /** Buffered in front of the viewer. */
  ahead: number;
  part: number;
}

/** Nobody hears or sees a tenth. */
const FASTEST = 1.1;
/** Closer to the target than this is close enough. */
const NEAR_SECONDS = 0.05;
/** Whoever is closer to the target than this is at the edge. */
const AT_EDGE_SECONDS = 1;

/**
 * How fast to play so that a viewer comes up to the live edge, 1–1.1: faster the further behind, as long as what is
 * buffered lasts until the next parts come.
 */
export function edgeRate({ latency, target, ahead, part }: LivePlace): number {
  const behind = latency - target;
  if (behind < NEAR_SECONDS || ahead < 1.5 * part) return 1;
  return Math.min(FASTEST, 1 + Math.round(behind * 20) / 100);
}

/**
 * Keeps a viewer at the live edge while `place` answers where it is; answers how to stop. Whoever chose a speed, paused or
 * went back is left alone until they come to the edge again. (hls.js's own catching up waits for more than a second of
 * buffer, which parts of 200 ms never make.)
 */
export function holdLiveEdge(video: HTMLVideoElement, place: () => LivePlace | null): () => void {
  const listening = new AbortController();
  let ours = 1;
  let follows = true;
  let wasAt = 0;
  const look = () => {
    wasAt = video.currentTime;
    if (video.playbackRate !== ours) return;
    const now = place();
    if (now && now.latency < now.target + AT_EDGE_SECONDS) follows = true;
    ours = now && follows ? edgeRate(now) : 1;
    if (video.playbackRate !== ours) video.playbackRate = ours;
  };
  const leave = () => (follows = false);
  const onSeek = () => {
    if (video.currentTime < wasAt - AT_EDGE_SECONDS) leave();
  };
  video.addEventListener("timeupdate", look, { signal: listening.signal });
  video.addEventListener("pause", leave, { signal: listening.signal });
  video.addEventListener("seeking", onSeek, { signal: listening.signal });
  return () => {
    listening.abort();
    if (video.playbackRate === ours) video.playbackRate = 1;
  };
}

/** Seconds buffered from where the video stands. */
export function bufferedAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1)
    if (buffered.start(index) <= currentTime && currentTime < buffered.end(index))
      return buffered.end(index) - currentTime;
  return 0;
}
