import type { Writable } from "node:stream";
import { defaultLadder } from "@kinora/domain/ladder.ts";
import { usualRungs } from "@kinora/domain/projectLadder.ts";
import { LADDER_HEIGHTS, PART_MS, type StreamLadder, type StreamLatency } from "@kinora/domain/streams.ts";
import { openFragments, type LiveFragment, type LiveInit } from "@kinora/media/live/fragmentReader.ts";
import {
  planLiveEncode,
  startLiveEncoder,
  type LiveEncodePlan,
  type LiveInput,
} from "@kinora/media/live/liveEncoder.ts";
import type { LiveRung } from "@kinora/media/live/timelineSegment.ts";
import { PassThrough } from "./pass-through.ts";
import type { SourceTaker } from "./source-taker.ts";

/** Media seconds a live segment has at least. */
export const SEGMENT_SECONDS = 2;

/** Peak over average that a bitrate control lets through. */
const PEAK_SHARE = 1.5;

/** What takes a publisher's media: FLV or Matroska with backpressure, or its pieces as they are. */
export interface RunningEncoder {
  readonly input: Writable | SourceTaker;
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
  /** Reads every rung to its end. */
  run(onFragment: (rung: string, fragment: LiveFragment) => void): Promise<void>;
}

/** What an encoder tells while it runs. */
export interface EncodingEars {
  onLine(line: string): void;
  /** Twice a second: seconds of media it has encoded. */
  onProgress(mediaSeconds: number): void;
}

/** How encoders are started; tests start others. */
export type StartEncoding = typeof startEncoding;

/** Plans what a stream's ladder makes of what comes in. */
export function planEncoding(
  { ladder, latency }: { ladder: StreamLadder; latency: StreamLatency },
  input: LiveInput,
): LiveEncodePlan {
  const heights = LADDER_HEIGHTS[ladder];
  // Only H.264 goes through as it is; browsers would not play the rest.
  const passThrough = ladder === "passthrough" && input.videoCodec === "h264";
  return planLiveEncode({
    input,
    ladder: heights.length > 0 ? usualRungs(heights) : defaultLadder,
    passThrough,
    segmentSeconds: SEGMENT_SECONDS,
    partTargetSeconds: PART_MS[latency] / 1000,
  });
}

/**
 * Starts an encoder and answers once every rung has begun; null when it ended before it had.
 * `feed` is called with its input as soon as it runs.
 */
export async function startEncoding(
  plan: LiveEncodePlan,
  feed: (encoder: RunningEncoder) => void,
  { onLine, onProgress }: EncodingEars,
): Promise<Encoding | null> {
  if (plan.passThrough && plan.input.audioCodec !== "other") return startPassThrough(plan, feed, onLine);
  let speed: number | null = null;
  const encoder = await startLiveEncoder({
    plan,
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

/** H.264 and AAC need no tool: they are packaged here. */
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
  // What comes through as it is has no ceiling of ours: what was measured stands in for it.
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
