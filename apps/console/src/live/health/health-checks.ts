import type { LiveCaptionsState } from "@kinora/domain/speech/live-captions.ts";
import type { Ingest } from "../queries.ts";
import type { HealthSample } from "./health-samples.ts";
import { bitrateWords, levelWords } from "./ingest-words.ts";

/** A check of a livestream; `healthy` is null while nobody knows. */
export interface HealthCheck {
  name:
    | "ingest"
    | "keyframes"
    | "sound"
    | "bitrate"
    | "encode"
    | "segments"
    | "playback"
    | "captions"
    | "restream"
    | "recording";
  healthy: boolean | null;
  /** What to do about it, by the key of its text, and the values in that text. */
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
  | "adviceCaptionsBehind"
  | "adviceCaptionsFailed"
  | "adviceCaptionsMinutes"
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
            `${Number(last.rebufferPercent.toFixed(1))}%`,
          ),
        ]),
    ...captionsChecks(last?.captions ?? null),
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

const CAPTIONS_ADVICE = {
  behind: "adviceCaptionsBehind",
  failed: "adviceCaptionsFailed",
  minutes_used: "adviceCaptionsMinutes",
} as const satisfies Partial<Record<LiveCaptionsState, HealthAdvice>>;

/** Captions within the picture are the publisher's, and not checked. */
function captionsChecks(state: LiveCaptionsState | null): HealthCheck[] {
  if (state === null || state === "own") return [];
  if (state === "on") return [{ name: "captions", healthy: true, advice: null }];
  return [check("captions", false, CAPTIONS_ADVICE[state], "")];
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
