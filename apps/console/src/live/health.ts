import { HEALTH_SPANS, looksOf, type HealthSpan } from "@kinora/domain/healthSpans.ts";
import type { StreamStatsPush } from "@kinora/domain/realtime.ts";
import type { Ingest } from "./queries.ts";

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
}

/** The looks a chart of a span shows: what the host remembers, and what was heard since. */
export function samplesOf(
  past: readonly HealthSample[],
  heard: readonly HealthSample[],
  span: HealthSpan,
): HealthSample[] {
  const remembered = past.at(-1)?.at ?? -Infinity;
  return looksOf([...past, ...heard.filter(({ at }) => at > remembered)], span);
}

/** What was heard is kept for so long: what is older, the host remembers. */
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
});

/** The rates cameras and encoders have; what is measured wavers about them. */
const FRAME_RATES = [24, 25, 30, 48, 50, 60] as const;
const WAVERS = 1.6;

/** A measured rate as people know it: the usual one it wavers about, else itself. */
function usualRate(measured: number): number {
  const nearest = FRAME_RATES.toSorted((one, other) => Math.abs(one - measured) - Math.abs(other - measured))[0];
  return nearest !== undefined && Math.abs(nearest - measured) <= WAVERS ? nearest : Math.round(measured);
}

/** `1080p30`; null while the picture's size is not known. */
export function pictureWords({ height, frame_rate: rate }: Pick<Ingest, "height" | "frame_rate">): string | null {
  if (height === null) return null;
  return `${height}p${rate === null ? "" : String(usualRate(rate))}`;
}

/** `4.2 Mb/s`, `640 kb/s`. */
export const bitrateWords = (kbps: number): string =>
  kbps >= 1000 ? `${Number((kbps / 1000).toFixed(1))} Mb/s` : `${Math.round(kbps)} kb/s`;

const CODECS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^(h\.?264|avc)/i, "H.264"],
  [/^(h\.?265|hevc|hvc|hev)/i, "HEVC"],
  [/^(av1|av01)/i, "AV1"],
  [/^(aac|mp4a)/i, "AAC"],
  [/^opus/i, "Opus"],
];

/** `−18 dB`. */
export const levelWords = (decibels: number): string =>
  `${decibels < 0 ? "−" : ""}${Math.abs(Math.round(decibels))} dB`;

/** A codec as people know it; one that is not known keeps its own name. */
export const codecWords = (codec: string): string => CODECS.find(([pattern]) => pattern.test(codec))?.[1] ?? codec;

/** What is received in one line: `1080p30 4.2 Mb/s`; null while nothing of it is known. */
export function receivedWords(ingest: Pick<Ingest, "height" | "frame_rate" | "bitrate_kbps">): string | null {
  const bitrate = ingest.bitrate_kbps === null ? null : bitrateWords(ingest.bitrate_kbps);
  const words = [pictureWords(ingest), bitrate].filter((part) => part !== null).join(" ");
  return words === "" ? null : words;
}

/** A check of a livestream; `healthy` is null while nobody knows. */
export interface HealthCheck {
  name: "ingest" | "keyframes" | "sound" | "bitrate" | "encode" | "segments" | "playback" | "restream" | "recording";
  healthy: boolean | null;
  /** What to do about it, by the key of its text, and what stands in that text. */
  advice: { text: HealthAdvice; value: string } | null;
}

export type HealthAdvice =
  | "adviceIngest"
  | "adviceKeyframes"
  | "adviceSound"
  | "adviceSoundCodec"
  | "adviceBitrate"
  | "adviceUnsteady"
  | "adviceSilent"
  | "adviceLoud"
  | "adviceDelay"
  | "adviceRebuffer"
  | "adviceEncode"
  | "adviceLeftOut"
  | "adviceRestream";

/** Keyframes further apart than this make players start late and segments long. */
const KEYFRAMES_SECONDS = 4;
/** Later than this the picture is late, and not only waiting for its segment. */
const LATE_SECONDS = 3;
/** Viewers who wait for more of the time than this leave. */
const REBUFFER_PERCENT = 2;
/** Quieter than speech in a quiet room ever is, and louder than any mix should be, in decibels. */
const SILENT_DB = -50;
const LOUD_DB = -5;
/** Below this a ladder falls behind real time. */
const REAL_TIME = 0.97;
/** Bits that each pixel of each frame needs at least to look right in H.264. */
const BITS_PER_PIXEL = 0.03;
/** A bitrate that leaves this much of its mean makes players wait. */
const UNSTEADY = 0.5;
/** So many looks back tell whether a bitrate is steady. */
const STEADY_LOOKS = 20;

export interface HealthFacts {
  ingest: Ingest | null;
  samples: readonly HealthSample[];
  restreams: { total: number; connected: number };
  recording: boolean;
}

/** What is well and what is not, with plain advice. Nothing is checked without an ingest. */
export function healthChecks({ ingest, samples, restreams, recording }: HealthFacts): HealthCheck[] {
  if (ingest === null) return [];
  const last = samples.at(-1);
  return [
    check("ingest", ingest.bitrate_kbps === null ? null : ingest.bitrate_kbps > 0, "adviceIngest", ""),
    check(
      "keyframes",
      ingest.keyframe_seconds === null ? null : ingest.keyframe_seconds <= KEYFRAMES_SECONDS,
      "adviceKeyframes",
      String(Number((ingest.keyframe_seconds ?? 0).toFixed(1))),
    ),
    bitrateCheck(ingest, samples),
    soundCheck(ingest),
    ...encodeChecks(last),
    ...(last === undefined || last.delaySeconds === null
      ? []
      : [check("segments", last.delaySeconds <= LATE_SECONDS, "adviceDelay", last.delaySeconds.toFixed(1))]),
    ...(last === undefined || last.rebufferPercent === null
      ? []
      : [
          check(
            "playback",
            last.rebufferPercent <= REBUFFER_PERCENT,
            "adviceRebuffer",
            `${Number(last.rebufferPercent.toFixed(1))} %`,
          ),
        ]),
    ...(restreams.total === 0
      ? []
      : [
          check(
            "restream",
            restreams.connected >= restreams.total,
            "adviceRestream",
            `${restreams.connected} / ${restreams.total}`,
          ),
        ]),
    ...(recording ? [{ name: "recording", healthy: true, advice: null } as const] : []),
  ];
}

const check = (name: HealthCheck["name"], healthy: boolean | null, text: HealthAdvice, value: string): HealthCheck => ({
  name,
  healthy,
  advice: healthy === false ? { text, value } : null,
});

/** What is left out is worse than what is slow, and explains it. */
function encodeChecks(last: HealthSample | undefined): HealthCheck[] {
  if (last === undefined) return [];
  const { leftOut, encodeSpeed } = last;
  if (leftOut.length > 0) return [check("encode", false, "adviceLeftOut", leftOut.join(", "))];
  if (encodeSpeed === null) return [];
  return [check("encode", encodeSpeed >= REAL_TIME, "adviceEncode", encodeSpeed.toFixed(2))];
}

function bitrateCheck(ingest: Ingest, samples: readonly HealthSample[]): HealthCheck {
  const { bitrate_kbps: kbps, width, height, frame_rate: rate } = ingest;
  if (kbps === null) return { name: "bitrate", healthy: null, advice: null };
  const known = samples.slice(-STEADY_LOOKS).flatMap(({ bitrateKbps }) => (bitrateKbps === null ? [] : [bitrateKbps]));
  const mean = known.reduce((sum, each) => sum + each, 0) / Math.max(1, known.length);
  if (known.length >= STEADY_LOOKS && Math.min(...known) < mean * UNSTEADY)
    return check("bitrate", false, "adviceUnsteady", "");
  if (width === null || height === null || rate === null) return check("bitrate", kbps > 0, "adviceIngest", "");
  const least = (width * height * rate * BITS_PER_PIXEL) / 1000;
  return check("bitrate", kbps >= least, "adviceBitrate", bitrateWords(Math.ceil(least / 100) * 100));
}

function soundCheck({ audio_codec: codec, video_codec: picture, audio_level_db: level }: Ingest): HealthCheck {
  if (codec !== null && level !== null && level < SILENT_DB)
    return check("sound", false, "adviceSilent", levelWords(level));
  if (codec !== null && level !== null && level > LOUD_DB)
    return check("sound", false, "adviceLoud", levelWords(level));
  if (codec !== null) return check("sound", /aac|mp4a|opus/i.test(codec), "adviceSoundCodec", codec);
  return check("sound", picture === null ? null : false, "adviceSound", "");
}
