import type { Readable, Writable } from "node:stream";
import { CutOffStream, streamBoxes } from "../packaging/boxes.ts";
import type { ToolResult } from "../tools/run.ts";
import { readDecodableTracks, type DecodableTrack } from "./decoder-config.ts";
import { startLiveProcess } from "./live-process.ts";
import { framesOf, type StreamConfig, type StreamFrame } from "./stream-frames.ts";

/** A running ffmpeg that reads a container from its input and writes frames. */
export interface FrameStream {
  readonly pid: number | null;
  readonly input: Writable;
  /** The frames; must be read. @throws BoxError for invalid output. */
  readonly pieces: AsyncGenerator<StreamConfig | StreamFrame, void>;
  readonly ended: Promise<ToolResult>;
  stop(graceMs?: number): Promise<ToolResult>;
}

const LARGEST_FRAME_BYTES = 32 * 1024 * 1024;

/** ffmpeg's arguments before its input, without its log. */
export const FRAME_TOOL = ["-hide_banner", "-nostdin", "-v", "error", "-nostats", "-threads", "1"] as const;

/** ffmpeg's arguments for its output: one frame per fragment. @param flags further flags of the muxer. */
export const frameOutput = (flags = ""): readonly string[] => [
  // Audio that stops must not delay the video.
  ...["-max_interleave_delta", "500000", "-flush_packets", "1", "-use_editlist", "0", "-frag_duration", "1"],
  ...["-movflags", `+empty_moov+default_base_moof${flags}`, "-f", "mp4", "pipe:1"],
];

/** Starts ffmpeg with arguments that end with `frameOutput`. @throws MediaError `tool_missing` */
export async function openFrameStream(
  args: readonly string[],
  onStderrLine: (line: string) => void,
): Promise<FrameStream> {
  const process = await startLiveProcess({ args, input: true, outputs: [1], onStderrLine });
  const output = process.outputs.get(1);
  if (!process.input || !output) throw new Error("A stream of frames has no pipes.");
  return {
    pid: process.pid,
    input: process.input,
    pieces: readPieces(output),
    ended: process.ended,
    stop: process.stop,
  };
}

async function* readPieces(output: Readable): AsyncGenerator<StreamConfig | StreamFrame, void> {
  let tracks: ReadonlyMap<number, DecodableTrack> = new Map();
  let moof: Buffer | null = null;
  try {
    for await (const { type, bytes } of streamBoxes(output, LARGEST_FRAME_BYTES)) {
      if (type === "moov") {
        tracks = readDecodableTracks(bytes);
        for (const [trackId, { config }] of tracks) yield { kind: "config", trackId, ...config };
      } else if (type === "moof") moof = bytes;
      else if (type === "mdat" && moof) yield* framesOf(moof, bytes.subarray(8), tracks);
    }
  } catch (error) {
    // A killed process leaves an incomplete frame.
    if (!(error instanceof CutOffStream)) throw error;
  }
}
