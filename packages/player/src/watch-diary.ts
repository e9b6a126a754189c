import type { WatchReport } from "./options.ts";

const LOOK_EVERY_MS = 250;
const TELL_EVERY_MS = 10_000;
/** A longer pause between two looks is a page that slept, not a picture that stood still. */
const ASLEEP_MS = 2_000;

/**
 * Counts how long the picture of a livestream moves and how long it waits for data, and tells it now and then, for as long
 * as it plays; answers how to stop. `latency` answers seconds behind the newest picture, null where the viewer went back.
 */
export function keepWatchDiary(
  video: HTMLVideoElement,
  latency: () => number | null,
  tell: (report: WatchReport) => void,
): () => void {
  let hasPlayed = false;
  let watchedMs = 0;
  let stalledMs = 0;
  let lookedAt = performance.now();
  const look = () => {
    const now = performance.now();
    const passed = now - lookedAt;
    lookedAt = now;
    if (video.paused || video.seeking || video.ended || passed > ASLEEP_MS) return;
    const moves = video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
    hasPlayed ||= moves;
    if (moves) watchedMs += passed;
    else if (hasPlayed) stalledMs += passed;
    if (watchedMs + stalledMs < TELL_EVERY_MS) return;
    tell({ watched_seconds: watchedMs / 1_000, stalled_seconds: stalledMs / 1_000, latency_seconds: latency() });
    watchedMs = 0;
    stalledMs = 0;
  };
  const looking = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(looking);
}
