import type { Readable, Writable } from "node:stream";
import type { EncodeProgress } from "../packaging/segment.ts";
import { mediaFilters } from "../tools/capabilities.ts";
import { readProgress } from "../tools/progress.ts";
import type { ToolResult } from "../tools/run.ts";
import { encoderArguments, firstRungPipe, type EncodedStill } from "./encoder-arguments.ts";
import type { LiveEncodePlan } from "./live-encode-plan.ts";
import { startLiveProcess } from "./live-process.ts";
import { stillFrame, stillInput } from "./still.ts";
import { readPictures } from "./thumbnails.ts";

/** A running encode. */
export interface LiveEncoder {
  readonly pid: number | null;
  /** Takes FLV or Matroska, depending on the video codec; respect its backpressure. */
  readonly input: Writable;
  /** fMP4 of each rung by label, for `openFragments`. All must be read: an unread one blocks the others. */
  readonly rungs: ReadonlyMap<string, Readable>;
  /** Whole JPEG pictures; must be read where there are any. */
  readonly thumbnails: AsyncGenerator<Buffer, void> | null;
  readonly ended: Promise<ToolResult>;
  /** Ends the input, waits for buffered frames (default 3 s), then kills the process. */
  stop(graceMs?: number): Promise<ToolResult>;
}

/** Options for starting an encode. */
export interface LiveEncoderOptions {
  plan: LiveEncodePlan;
  /** Local path of the picture of sound alone, a JPEG, PNG or WebP; default a dark background. Read before the rungs begin. */
  picture?: string | null;
  /** Seconds between thumbnails; default none. */
  thumbnailSeconds?: number;
  /** Twice a second. */
  onProgress?: (progress: EncodeProgress) => void;
  onStderrLine?: (line: string) => void;
}

async function encodedStill({ rungs, fps }: LiveEncodePlan, picture: string | null): Promise<EncodedStill> {
  const { width = 2, height = 2 } = rungs.at(-1) ?? {};
  const still = { width, height, fps, picture };
  return { input: await stillInput(still), filters: [...stillFrame(still), "trim=end_frame=1"], width, height };
}

/** Starts an encode of FLV on standard input. @throws MediaError `tool_missing` */
export async function startLiveEncoder(options: LiveEncoderOptions): Promise<LiveEncoder> {
  const { plan, thumbnailSeconds = 0, picture = null } = options;
  const still = plan.input.videoCodec === null ? await encodedStill(plan, picture) : null;
  const pipes = plan.rungs.map((_, position) => firstRungPipe + position);
  const picturePipe = firstRungPipe + plan.rungs.length;
  const process = await startLiveProcess({
    args: encoderArguments(plan, thumbnailSeconds, await mediaFilters(), still),
    ...(picture === null ? {} : { readable: [picture] }),
    input: true,
    outputs: [1, ...pipes, ...(thumbnailSeconds > 0 ? [picturePipe] : [])],
    ...(options.onStderrLine ? { onStderrLine: options.onStderrLine } : {}),
  });
  const { input, outputs } = process;
  const progress = outputs.get(1);
  if (progress) void readProgress(progress, (sample) => options.onProgress?.(sample)).catch(() => undefined);
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
