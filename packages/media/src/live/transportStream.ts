import type { Readable, Writable } from "node:stream";
import { BoxError, CutOffStream, streamBoxes } from "../boxes.ts";
import { isKeyframe, readTrackFragments } from "../fragment.ts";
import type { ToolResult } from "../run.ts";
import { readDecodableTracks } from "./decoderConfig.ts";
import type { DecodableTrack, DecoderConfig } from "./decoderConfig.ts";
import { startLiveProcess } from "./liveProcess.ts";
import type { Programme } from "./programmeMap.ts";

/** What a track is decoded with, before its first frame. */
export interface StreamConfig extends DecoderConfig {
  kind: "config";
}

/** A frame of the picture, its pieces led by their lengths, or a packet of the sound. */
export interface StreamFrame {
  kind: "frame";
  codec: DecoderConfig["codec"];
  keyframe: boolean;
  decodeMs: number;
  /** How much later it is shown. */
  compositionMs: number;
  data: Buffer;
}

/** A transport stream that is being taken apart. */
export interface TransportStream {
  readonly input: Writable;
  /** Must be read. @throws BoxError when it cannot be followed. */
  readonly pieces: AsyncGenerator<StreamConfig | StreamFrame, void>;
  readonly ended: Promise<ToolResult>;
  stop(graceMs?: number): Promise<ToolResult>;
}

const LARGEST_FRAME_BYTES = 32 * 1024 * 1024;

/**
 * Takes MPEG-TS apart into frames. The picture stays as it is, AAC too; other sound becomes AAC.
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
  return { input: process.input, pieces: readPieces(output), ended: process.ended, stop: process.stop };
}

/** One frame a fragment; the description waits for the first of each track, since AAC is described by its packets only. */
function transportArguments({ audio }: Programme): string[] {
  const sound =
    audio === "aac"
      ? ["-c:a", "copy", "-bsf:a", "aac_adtstoasc"]
      : ["-c:a", "aac", "-b:a", "160k", "-ac", "2", "-ar", "48000"];
  return [
    ...["-hide_banner", "-nostdin", "-v", "error", "-nostats", "-threads", "1"],
    ...["-protocol_whitelist", "pipe", "-format_whitelist", "mpegts", "-f", "mpegts"],
    ...["-probesize", "5000000", "-analyzeduration", "1000000", "-fpsprobesize", "0", "-i", "pipe:0"],
    ...["-map", "0:v:0", ...(audio === null ? [] : ["-map", "0:a:0?"]), "-sn", "-dn", "-map_metadata", "-1"],
    ...["-c:v", "copy", ...sound],
    // Sound that stops must not hold the picture back.
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
    // A process that was killed leaves half a frame behind.
    if (!(error instanceof CutOffStream)) throw error;
  }
}

/** ffmpeg writes what a fragment's tracks hold one after the other, as it names them. */
function* framesOf(moof: Buffer, media: Buffer, tracks: ReadonlyMap<number, DecodableTrack>): Generator<StreamFrame> {
  const defaults = new Map([...tracks].map(([id, track]) => [id, track.defaults]));
  let at = 0;
  for (const { trackId, decodeTimeTicks, samples } of readTrackFragments(moof, defaults)) {
    const track = tracks.get(trackId);
    if (!track) throw new BoxError("A frame belongs to no track.");
    const inMs = (ticks: number) => (ticks * 1000) / track.timescale;
    let ticks = decodeTimeTicks;
    for (const sample of samples) {
      const data = media.subarray(at, at + sample.sizeBytes);
      if (data.length < sample.sizeBytes) throw new BoxError("A fragment claims more than it holds.");
      yield {
        kind: "frame",
        codec: track.config.codec,
        keyframe: track.config.codec === "aac" || isKeyframe(sample),
        decodeMs: inMs(ticks),
        compositionMs: inMs(sample.compositionOffsetTicks),
        data,
      };
      at += sample.sizeBytes;
      ticks += sample.durationTicks;
    }
  }
}
