/** The picture is gone at a seam and whole so many seconds before and after it. */
const FADE_SECONDS = 0.5;
/** As often as pictures change. */
const LOOK_EVERY_MS = 40;

/** How much of the picture is seen at a moment, 0–1; seams and the moment are in seconds of the video. */
export function seenShare(seconds: number, seams: readonly number[]): number {
  const nearest = seams.reduce((least, seam) => Math.min(least, Math.abs(seam - seconds)), Infinity);
  return Math.min(1, nearest / FADE_SECONDS);
}

/**
 * Fades the picture out and in where a stream goes from one source to the next, for as long as `wanted` says so; answers
 * how to stop. A seam that is known late is faded into late, and out of in full.
 */
export function fadeSeams(video: HTMLVideoElement, seams: () => readonly number[], wanted: () => boolean): () => void {
  const show = (share: number) => {
    const opacity = share === 1 ? "" : share.toFixed(2);
    if (video.style.opacity !== opacity) video.style.opacity = opacity;
  };
  const looking = setInterval(() => show(wanted() ? seenShare(video.currentTime, seams()) : 1), LOOK_EVERY_MS);
  return () => {
    clearInterval(looking);
    show(1);
  };
}
