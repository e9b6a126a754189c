import type { Readable, Writable } from "node:stream";
import { CutOffStream, streamBoxes } from "../packaging/boxes.ts";
import type { ToolResult } from "../tools/run.ts";
import { readDecodableTracks } from "./decoder-config.ts";
import type { DecodableTrack } from "./decoder-config.ts";
import { startLiveProcess } from "./live-process.ts";
import type { Programme } from "./programme-map.ts";
import { framesOf, type StreamConfig, type StreamFrame } from "./stream-frames.ts";

/** A running demuxer of a transport stream. */
export interface TransportStream {
  readonly pid: number | null;
  readonly input: Writable;
  /** The demuxed frames; must be read. @throws BoxError for invalid output. */
  readonly pieces: AsyncGenerator<StreamConfig | StreamFrame, void>;
  readonly ended: Promise<ToolResult>;
  stop(graceMs?: number): Promise<ToolResult>;
}

const LARGEST_FRAME_BYTES = 32 * 1024 * 1024;

/**
 * Demuxes MPEG-TS into frames. Video and AAC stay unchanged; other audio is encoded to AAC.
 * @throws MediaError `tool_missing`
 */
export async function openTransportStream(
  programme: Programme,
  onStderrLine: (line: string) => void,
): Promise<TransportStream> {
  const process = await startLiveProcess({
    args: transportArguments(programme),
    input: true,
    outputs: [1],
    onStderrLine,
  });
  const output = process.outputs.get(1);
  if (!process.input || !output) throw new Error("A transport stream has no pipes.");
  return {
    pid: process.pid,
    input: process.input,
    pieces: readPieces(output),
    ended: process.ended,
    stop: process.stop,
  };
}

/** One frame per fragment; the `moov` waits for the first frame of each track, since AAC is configured in its packets only. */
function transportArguments({ video, audio, number, others }: Programme): string[] {
  const of = others > 0 ? `0:p:${number}` : "0";
  const sound =
    audio === "aac"
      ? ["-c:a", "copy", "-bsf:a", "aac_adtstoasc"]
      : ["-c:a", "aac", "-b:a", "160k", "-ac", "2", "-ar", "48000"];
  return [
    ...["-hide_banner", "-nostdin", "-v", "error", "-nostats", "-threads", "1"],
    ...["-protocol_whitelist", "pipe", "-format_whitelist", "mpegts", "-f", "mpegts"],
    ...["-probesize", "5000000", "-analyzeduration", "1000000", "-fpsprobesize", "0", "-i", "pipe:0"],
    ...[
      ...(video === null ? [] : ["-map", `${of}:v:0`]),
      ...(audio === null ? [] : ["-map", `${of}:a:0?`]),
      "-sn",
      "-dn",
      "-map_metadata",
      "-1",
    ],
    ...["-c:v", "copy", ...sound],
    // Audio that stops must not delay the video.
    ...["-max_interleave_delta", "500000", "-flush_packets", "1", "-use_editlist", "0", "-frag_duration", "1"],
    ...["-movflags", "+empty_moov+delay_moov+default_base_moof", "-f", "mp4", "pipe:1"],
  ];
}

async function* readPieces(output: Readable): AsyncGenerator<StreamConfig | StreamFrame, void> {
  let tracks: ReadonlyMap<number, DecodableTrack> = new Map();
  let moof: Buffer | null = null;
  try {
    for await (const { type, bytes } of streamBoxes(output, LARGEST_FRAME_BYTES)) {
      if (type === "moov") {
        tracks = readDecodableTracks(bytes);
        for (const { config } of tracks.values()) yield { kind: "config", ...config };
      } else if (type === "moof") moof = bytes;
      else if (type === "mdat" && moof) yield* framesOf(moof, bytes.subarray(8), tracks);
    }
  } catch (error) {
    // A killed process leaves an incomplete frame.
    if (!(error instanceof CutOffStream)) throw error;
  }
}
