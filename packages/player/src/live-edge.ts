/** Where a viewer of a livestream is; all in seconds. */
export interface LivePlace {
  /** How far the viewer is behind the newest part. */
  latency: number;
  /** How far it should be. */
  target: number;
  /** Buffered in front of the viewer. */
  ahead: number;
  part: number;
  targetDuration: number;
}

/** Nobody hears or sees a tenth. */
const FASTEST = 1.1;
/** Closer to the target than this is close enough. */
const NEAR_SECONDS = 0.05;

/**
 * How fast to play so that a viewer comes up to the live edge, 1–1.1: faster the further behind, as long as what is
 * buffered lasts until the next parts come. Who is further back than that went there to watch.
 */
export function edgeRate({ latency, target, ahead, part, targetDuration }: LivePlace): number {
  const behind = latency - target;
  if (behind < NEAR_SECONDS || behind > target + targetDuration || ahead < 1.5 * part) return 1;
  return Math.min(FASTEST, 1 + Math.round(behind * 20) / 100);
}

/**
 * Keeps a viewer at the live edge while `place` answers where it is; answers how to stop. A speed somebody chose is left
 * alone. (hls.js's own catching up waits for more than a second of buffer, which parts of 200 ms never make.)
 */
export function holdLiveEdge(video: HTMLVideoElement, place: () => LivePlace | null): () => void {
  let ours = 1;
  const look = () => {
    if (video.playbackRate !== ours) return;
    const now = place();
    ours = now ? edgeRate(now) : 1;
    if (video.playbackRate !== ours) video.playbackRate = ours;
  };
  video.addEventListener("timeupdate", look);
  return () => {
    video.removeEventListener("timeupdate", look);
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
