import type { WatchReport } from "./options.ts";

const SAMPLE_EVERY_MS = 250;
const REPORT_EVERY_MS = 10_000;
/** A longer pause between two samples is a suspended page, not a stalled picture. */
const SUSPENDED_MS = 2_000;

/**
 * Counts how long the picture of a livestream moves and how long it waits for data, and reports both periodically, for as long
 * as it plays; returns a function that stops it. `latency` is in seconds behind the newest picture, null where the viewer went back.
 */
export function keepWatchDiary(
  video: HTMLVideoElement,
  latency: () => number | null,
  report: (measured: WatchReport) => void,
): () => void {
  let hasPlayed = false;
  let watchedMs = 0;
  let stalledMs = 0;
  let sampledAt = performance.now();
  const sample = () => {
    const now = performance.now();
    const passed = now - sampledAt;
    sampledAt = now;
    if (video.paused || video.seeking || video.ended || passed > SUSPENDED_MS) return;
    const moves = video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
    hasPlayed ||= moves;
    if (moves) watchedMs += passed;
    else if (hasPlayed) stalledMs += passed;
    if (watchedMs + stalledMs < REPORT_EVERY_MS) return;
    report({ watched_seconds: watchedMs / 1_000, stalled_seconds: stalledMs / 1_000, latency_seconds: latency() });
    watchedMs = 0;
    stalledMs = 0;
  };
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  return () => clearInterval(timer);
}
