import { NO_SUMS, type ViewSums } from "@kinora/domain/analytics/view-sums.ts";
import type { DemoMessage, PlaybackFigures } from "@kinora/domain/playback/demo.ts";
import type { Player } from "@kinora/player/options.ts";
import { ViewMeter } from "@kinora/player/view-meter.ts";

const EVERY_MS = 500;
/** The bandwidth is that of the last files; a single one may come from a cache. */
const FILES = 8;
const MEDIA_FILE = /\.(?:m4s|mp4|ts|m4v|webm|mov|aac)(?:[?#]|$)/;
const NOTED = ["waiting", "playing", "stalled", "loadedmetadata"] as const;

/**
 * Tells the console how a player's picture and sound arrive, and what happens that the protocol for every page leaves out. Nobody else
 * gets it. Returns a function that stops it.
 */
export function tellFigures(player: Player, consoleOrigin: string, isLive: boolean): () => void {
  const { video, root } = player;
  const stop = new AbortController();
  const { signal } = stop;
  const sums = { ...NO_SUMS, heights: {} };
  const meter = new ViewMeter(sums, player, isLive, () => undefined);
  const bandwidth = watchBandwidth(signal);
  const post = (message: DemoMessage) => window.parent.postMessage(message, consoleOrigin);
  const note = (name: string) => post({ kinora: 1, event: "noted", name, current_time: video.currentTime });
  const tell = () => {
    meter.sample();
    post({ kinora: 1, event: "figures", figures: figuresOf(video, sums, bandwidth()) });
  };
  for (const name of NOTED) video.addEventListener(name, () => note(name), { signal });
  video.addEventListener("resize", () => note(`picture ${video.videoWidth} × ${video.videoHeight}`), { signal });
  root.addEventListener("kinora-problem", (event) => note(`problem: ${wordOf(event)}`), { signal });
  root.addEventListener("kinora-ad", (event) => note(`ad ${wordOf(event)}`), { signal });
  const timer = setInterval(tell, EVERY_MS);
  signal.addEventListener("abort", () => {
    clearInterval(timer);
    meter.stop();
  });
  tell();
  return () => stop.abort();
}

function figuresOf(
  video: HTMLVideoElement,
  { first_frame_ms, waited_ms, waits, watched_ms }: ViewSums,
  bitsPerSecond: number | null,
): PlaybackFigures {
  const { totalVideoFrames: frames, droppedVideoFrames: dropped } = video.getVideoPlaybackQuality();
  return {
    first_frame_ms,
    waited_ms,
    waits,
    watched_ms,
    width: video.videoWidth,
    height: video.videoHeight,
    bits_per_second: bitsPerSecond,
    frames,
    dropped_frames: dropped,
    buffered_seconds: bufferedBeyond(video),
  };
}

function bufferedBeyond({ buffered, currentTime }: HTMLVideoElement): number {
  for (let range = 0; range < buffered.length; range += 1)
    if (buffered.start(range) <= currentTime && currentTime <= buffered.end(range))
      return buffered.end(range) - currentTime;
  return 0;
}

/** Bits per second of the media files that came last. Other origins that do not allow it are not measured (Resource Timing §4.5). */
function watchBandwidth(signal: AbortSignal): () => number | null {
  const files: { bytes: number; ms: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceResourceTiming) || !MEDIA_FILE.test(entry.name)) continue;
      if (entry.transferSize === 0 || entry.responseStart === 0) continue;
      files.push({ bytes: entry.transferSize, ms: entry.responseEnd - entry.requestStart });
      if (files.length > FILES) files.shift();
    }
  });
  observer.observe({ type: "resource", buffered: true });
  signal.addEventListener("abort", () => observer.disconnect());
  return () => {
    const ms = files.reduce((sum, file) => sum + file.ms, 0);
    return ms > 0 ? (files.reduce((sum, { bytes }) => sum + bytes, 0) * 8_000) / ms : null;
  };
}

/** What an event of the player says: a word, or the name of an event of an ad. */
function wordOf(event: Event): string {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null;
  if (typeof detail === "string") return detail;
  return typeof detail === "object" && detail !== null && "event" in detail ? String(detail.event) : "";
}
