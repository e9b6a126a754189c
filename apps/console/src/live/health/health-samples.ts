import { HEALTH_SPANS, samplesOfSpan, type HealthSpan } from "@kinora/domain/live/health-spans.ts";
import type { StreamStatsPush } from "@kinora/domain/realtime.ts";
import type { LiveCaptionsState } from "@kinora/domain/speech/live-captions.ts";

/** One look at a livestream's health. */
export interface HealthSample {
  /** Milliseconds since 1970. */
  at: number;
  bitrateKbps: number | null;
  frameRate: number | null;
  keyframeSeconds: number | null;
  encodeSpeed: number | null;
  viewers: number;
  /** How far players are behind the newest picture, on average. */
  latencySeconds: number | null;
  /** Share of the last minute that players waited for data. */
  rebufferPercent: number | null;
  /** Mean of the sound, in decibels. */
  audioLevelDb: number | null;
  /** How late viewers get the newest picture. */
  delaySeconds: number | null;
  /** How long the latest whole segment is. */
  segmentSeconds: number | null;
  /** Rungs that are left out, because this host has no time for them. */
  leftOut: readonly string[];
  /** How automatic captions are; null where there are none, and for looks that the host remembers. */
  captions: LiveCaptionsState | null;
}

/** The looks a chart of a span shows: what the host remembers, and what was received since. */
export function samplesOf(
  past: readonly HealthSample[],
  received: readonly HealthSample[],
  span: HealthSpan,
): HealthSample[] {
  const remembered = past.at(-1)?.at ?? -Infinity;
  return samplesOfSpan([...past, ...received.filter(({ at }) => at > remembered)], span);
}

/** What was received is kept for so long: what is older, the host remembers. */
const KEPT_MS = HEALTH_SPANS.hour.backMs;

/** Adds a look and forgets those that are too old for the charts. */
export const withSample = (samples: readonly HealthSample[], sample: HealthSample): HealthSample[] => [
  ...samples.filter(({ at }) => at > sample.at - KEPT_MS && at < sample.at),
  sample,
];

export const sampleOf = (
  stats: Pick<StreamStatsPush, "bitrate_kbps" | "frame_rate" | "keyframe_seconds" | "encode_speed" | "viewers"> & {
    audio_level_db?: number | null;
    delay_seconds?: number | null;
    segment_seconds?: number | null;
    latency_seconds?: number | null;
    rebuffer_percent?: number | null;
    left_out?: readonly string[];
    captions?: LiveCaptionsState | null;
  },
  at: number,
): HealthSample => ({
  at,
  bitrateKbps: stats.bitrate_kbps,
  frameRate: stats.frame_rate,
  keyframeSeconds: stats.keyframe_seconds,
  encodeSpeed: stats.encode_speed,
  viewers: stats.viewers,
  audioLevelDb: stats.audio_level_db ?? null,
  delaySeconds: stats.delay_seconds ?? null,
  segmentSeconds: stats.segment_seconds ?? null,
  latencySeconds: stats.latency_seconds ?? null,
  rebufferPercent: stats.rebuffer_percent ?? null,
  leftOut: stats.left_out ?? [],
  captions: stats.captions ?? null,
});
