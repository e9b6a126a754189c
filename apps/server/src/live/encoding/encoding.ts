import type { Writable } from "node:stream";
import { LADDER_HEIGHTS, PART_MS, type StreamLadder, type StreamLatency } from "@kinora/domain/live/streams.ts";
import { defaultLadder } from "@kinora/domain/transcoding/ladder.ts";
import { usualRungs } from "@kinora/domain/transcoding/project-ladder.ts";
import { openFragments, type LiveFragment, type LiveInit } from "@kinora/media/live/fragment-reader.ts";
import {
  passThroughProblem,
  planLiveEncode,
  withOwnSize,
  type LiveEncodePlan,
  type LiveInput,
} from "@kinora/media/live/live-encode-plan.ts";
import { startLiveEncoder } from "@kinora/media/live/live-encoder.ts";
import type { LiveRung } from "@kinora/media/live/timeline-segment.ts";
import type { SourceSink } from "../ingest/source-sink.ts";
import { PassThrough } from "./pass-through.ts";

/** Least duration of a live segment, in seconds. */
export const SEGMENT_SECONDS = 2;

/** Ratio of peak to average bitrate of our encoder's rate control. */
const PEAK_SHARE = 1.5;

/** A running encoder. Its input takes FLV or Matroska with backpressure, or demuxed media. */
export interface RunningEncoder {
  readonly input: Writable | SourceSink;
  stop(): Promise<unknown>;
}

/** One run of the encoder for one publisher. */
export interface Encoding {
  readonly plan: LiveEncodePlan;
  readonly encoder: RunningEncoder;
  readonly inits: ReadonlyMap<string, LiveInit>;
  readonly rungs: readonly LiveRung[];
  /** Media seconds encoded in a second; null until known. */
  readonly speed: () => number | null;
  /** Reads all rungs until the encoder exits. */
  run(onFragment: (rung: string, fragment: LiveFragment) => void): Promise<void>;
}

/** Events of a running encoder. */
export interface EncodingCallbacks {
  onLine(line: string): void;
  /** Called twice a second with the seconds of media encoded so far. */
  onProgress(mediaSeconds: number): void;
}

/** Starts an encoder; tests replace it. */
export type StartEncoding = typeof startEncoding;

/** Plans the encoding of a publisher's media for a stream's ladder. What cannot be passed through gets the usual rungs and its own size. */
export function planEncoding(
  { ladder, latency }: { ladder: StreamLadder; latency: StreamLatency },
  input: LiveInput,
): LiveEncodePlan {
  const heights = LADDER_HEIGHTS[ladder];
  // The still beside sound alone needs no smaller rungs.
  const isOneRung = input.videoCodec === null || passThroughProblem(input) === null;
  return planLiveEncode({
    input,
    ladder: heights.length > 0 ? usualRungs(heights) : withOwnSize(defaultLadder, input),
    passThrough: ladder === "passthrough" && isOneRung,
    segmentSeconds: SEGMENT_SECONDS,
    partTargetSeconds: PART_MS[latency] / 1000,
  });
}

/**
 * Starts an encoder and resolves when every rung has its init segment; null when the encoder exits earlier.
 * `feed` is called with the encoder as soon as it runs.
 * @param picture local path of the picture of sound alone, read before this resolves; null for a dark background.
 */
export async function startEncoding(
  plan: LiveEncodePlan,
  feed: (encoder: RunningEncoder) => void,
  { onLine, onProgress }: EncodingCallbacks,
  picture: string | null = null,
): Promise<Encoding | null> {
  if (plan.passThrough && plan.input.audioCodec !== "other") return startPassThrough(plan, feed, onLine);
  let speed: number | null = null;
  const encoder = await startLiveEncoder({
    plan,
    picture,
    onProgress: (progress) => {
      if (progress.speed > 0) speed = progress.speed;
      onProgress(progress.seconds);
    },
    onStderrLine: onLine,
  });
  feed(encoder);
  const opened = await Promise.all(
    [...encoder.rungs].map(async ([label, bytes]) => {
      const stream = await openFragments(bytes).catch(() => null);
      return stream && { label, stream };
    }),
  );
  const begun = opened.filter((rung) => rung !== null);
  if (begun.length === 0 || begun.length < opened.length) {
    await encoder.stop();
    return null;
  }
  const inits = new Map(begun.map(({ label, stream }) => [label, stream.init]));
  return {
    plan,
    encoder,
    inits,
    rungs: plan.rungs.map(({ label, maxBitrateKbps }) => rungOf(label, maxBitrateKbps, plan, inits.get(label))),
    speed: () => speed,
    async run(onFragment) {
      await Promise.all(
        begun.map(async ({ label, stream }) => {
          for await (const fragment of stream.fragments) onFragment(label, fragment);
        }),
      );
    },
  };
}

/** Packages H.264 and AAC in this process, without ffmpeg. */
async function startPassThrough(
  plan: LiveEncodePlan,
  feed: (encoder: RunningEncoder) => void,
  onLine: (line: string) => void,
): Promise<Encoding | null> {
  const input = new PassThrough(plan, onLine);
  const encoder = { input, stop: () => input.stop() };
  feed(encoder);
  const init = await input.begun;
  const [rung] = plan.rungs;
  if (!init || !rung) return null;
  const { label, maxBitrateKbps } = rung;
  return {
    plan,
    encoder,
    inits: new Map([[label, init]]),
    rungs: [rungOf(label, maxBitrateKbps, plan, init)],
    speed: () => null,
    run: (onFragment) => input.run((fragment) => onFragment(label, fragment)),
  };
}

function rungOf(label: string, maxBitrateKbps: number, plan: LiveEncodePlan, init: LiveInit | undefined): LiveRung {
  const measured = init?.bitrate ?? 0;
  const ceiling = (maxBitrateKbps + plan.audioKbps) * 1000;
  // Passed-through media has no configured maximum bitrate: the measured one is used.
  const average = plan.passThrough ? Math.max(measured, 100_000) : ceiling;
  return {
    label,
    width: init?.width ?? 0,
    height: init?.height ?? 0,
    frameRate: init?.frameRate ?? null,
    codecs: init?.codecs ?? [],
    averageBitrate: average,
    peakBitrate: Math.round(average * PEAK_SHARE),
  };
}
