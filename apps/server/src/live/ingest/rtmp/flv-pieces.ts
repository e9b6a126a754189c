import type { StreamConfig, StreamFrame } from "@kinora/media/live/stream-frames.ts";
import { FLV_AUDIO, FLV_VIDEO } from "./flv.ts";
import type { MediaTag } from "./session.ts";

const KEY_FRAME = 1;
const OTHER_FRAME = 2;
const AVC = 7;
const AAC_HEAD = 0xaf;
/** Video codecs with a FourCC (Enhanced RTMP, "Defining Additional Video Codecs"). */
const NAMED = 0x80;
const HEVC = Buffer.from("hvc1");
const CODED = 1;

/** A piece of a transport stream as an FLV tag (FLV specification 10.1, E.4.2, E.4.3). @throws TypeError for Opus */
export function flvPiece(piece: StreamConfig | StreamFrame, latestMs: number): MediaTag {
  if (piece.codec === "opus") throw new TypeError("The tools before FLV write no Opus.");
  const isConfig = piece.kind === "config";
  const timestamp = isConfig ? latestMs : Math.max(0, Math.round(piece.decodeMs));
  const what = isConfig ? 0 : CODED;
  if (piece.codec === "aac")
    return { type: FLV_AUDIO, timestamp, body: Buffer.concat([Buffer.from([AAC_HEAD, what]), piece.data]) };
  const frameType = isConfig || piece.keyframe ? KEY_FRAME : OTHER_FRAME;
  const composition = Buffer.alloc(3);
  if (!isConfig) composition.writeIntBE(clamped(Math.round(piece.compositionMs)), 0, 3);
  const head =
    piece.codec === "h264"
      ? [Buffer.from([(frameType << 4) | AVC, what]), composition]
      : // A decoder configuration has no timestamp.
        [Buffer.from([NAMED | (frameType << 4) | what]), HEVC, ...(isConfig ? [] : [composition])];
  return { type: FLV_VIDEO, timestamp, body: Buffer.concat([...head, piece.data]) };
}

const clamped = (milliseconds: number) => Math.min(0x7f_ff_ff, Math.max(-0x80_00_00, milliseconds));
