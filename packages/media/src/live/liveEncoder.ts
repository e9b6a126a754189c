import type { Readable, Writable } from "node:stream";
import { defaultLadder, planLadder } from "@kinora/domain/ladder.ts";
import type { LadderRung, PlannedRendition } from "@kinora/domain/ladder.ts";
import { readProgress } from "../progress.ts";
import type { ToolResult } from "../run.ts";
import type { EncodeProgress } from "../segment.ts";
import { encoderArguments, firstRungPipe } from "./encoderArguments.ts";
import { startLiveProcess } from "./liveProcess.ts";
import { readPictures } from "./thumbnails.ts";
import { shapeOf } from "./timelineShape.ts";

/** What is known of what a publisher sends. */
export interface LiveInput {
  width: number;
  height: number;
  fps: number;
  /** HEVC, AV1 and VP9 come in Matroska, everything else in FLV. */
  videoCodec: "h264" | "hevc" | "av1" | "vp9" | "other";
  /** null: sends no sound, silence is put in. */
  audioCodec: "aac" | "other" | null;
}

/** How one publisher's stream becomes rungs. */
export interface LiveEncodePlan {
  input: LiveInput;
  /** Lowest first; the one of a pass-through is called `source`. */
  rungs: readonly PlannedRendition[];
  /** The picture stays as it is; sound that is AAC, or missing, needs no encoder at all (`SourcePackager`). */
  passThrough: boolean;
  /** Frames per second that are encoded. */
  fps: number;
  audioKbps: number;
  segmentSeconds: number;
  partTargetSeconds: number;
}

/** What is asked of an encode. */
export interface LiveEncodeWish {
  input: LiveInput;
  /** The project's rungs. */
  ladder?: readonly LadderRung[];
  /** Wants the picture as it comes; what is not H.264 is encoded at its own size instead. */
  passThrough: boolean;
  /** 128 unless said. */
  audioKbps?: number;
  /** Both must be those of the timeline. */
  segmentSeconds?: number;
  partTargetSeconds?: number;
}

/** Players and x264 at live speed stop here. */
const mostFps = 60;

/** Plans the rungs of a stream, never larger than what comes in. @throws RangeError when its size is not known. */
export function planLiveEncode(wish: LiveEncodeWish): LiveEncodePlan {
  const { input } = wish;
  const fps = input.fps >= 1 ? Math.min(input.fps, mostFps) : 30;
  const { segmentSeconds, partTargetSeconds } = shapeOf(wish);
  const ladder = wish.passThrough ? [ownSize(input)] : (wish.ladder ?? defaultLadder);
  const rungs = planLadder({ ...input, fps }, ladder);
  return {
    input,
    rungs: wish.passThrough ? rungs.map((rung) => ({ ...rung, label: "source" })) : rungs,
    passThrough: wish.passThrough && input.videoCodec === "h264",
    fps,
    audioKbps: wish.audioKbps ?? 128,
    segmentSeconds,
    partTargetSeconds,
  };
}

/** A rung as large as what comes in, with the quality of the ladder's nearest. */
function ownSize({ width, height }: LiveInput): LadderRung {
  const shortSidePixels = Math.min(width, height);
  const nearest = defaultLadder.find((rung) => rung.shortSidePixels >= shortSidePixels) ?? defaultLadder.at(-1);
  return { crf: 23, maxBitrateKbps: 5000, ...nearest, label: "source", shortSidePixels };
}

/** A running encode. */
export interface LiveEncoder {
  readonly pid: number | null;
  /** Takes FLV, or Matroska, as the codec of the picture wants it; respect its backpressure. */
  readonly input: Writable;
  /** fMP4 of each rung by label, for `openFragments`. Each must be read: one that is not stops them all. */
  readonly rungs: ReadonlyMap<string, Readable>;
  /** Whole JPEG pictures; must be read where there are any. */
  readonly thumbnails: AsyncGenerator<Buffer, void> | null;
  readonly ended: Promise<ToolResult>;
  /** Ends the input, waits for what is still inside, then kills (3 s unless said). */
  stop(graceMs?: number): Promise<ToolResult>;
}

/** What an encode is started with. */
export interface LiveEncoderOptions {
  plan: LiveEncodePlan;
  /** A picture each so many seconds; none unless said. */
  thumbnailSeconds?: number;
  /** Twice a second. */
  onProgress?: (progress: EncodeProgress) => void;
  onStderrLine?: (line: string) => void;
}

/** Starts an encode of FLV on standard input. @throws MediaError `tool_missing` */
export async function startLiveEncoder(options: LiveEncoderOptions): Promise<LiveEncoder> {
  const { plan, thumbnailSeconds = 0 } = options;
  const pipes = plan.rungs.map((_, position) => firstRungPipe + position);
  const picturePipe = firstRungPipe + plan.rungs.length;
  const process = await startLiveProcess({
    args: encoderArguments(plan, thumbnailSeconds),
    input: true,
    outputs: [1, ...pipes, ...(thumbnailSeconds > 0 ? [picturePipe] : [])],
    ...(options.onStderrLine ? { onStderrLine: options.onStderrLine } : {}),
  });
  const { input, outputs } = process;
  const progress = outputs.get(1);
  if (progress) void readProgress(progress, (told) => options.onProgress?.(told)).catch(() => undefined);
  if (!input) throw new Error("The encoder has no input.");
  const rungs = new Map<string, Readable>();
  for (const [position, { label }] of plan.rungs.entries()) {
    const stream = outputs.get(firstRungPipe + position);
    if (stream) rungs.set(label, stream);
  }
  const pictures = outputs.get(picturePipe);
  return {
    pid: process.pid,
    input,
    rungs,
    thumbnails: pictures ? readPictures(pictures) : null,
    ended: process.ended,
    stop: process.stop,
  };
}
