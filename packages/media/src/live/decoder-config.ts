import { BoxError, readBoxes, requireBox } from "../packaging/boxes.ts";
import type { Box } from "../packaging/boxes.ts";
import type { TrackDefaults } from "../packaging/fragment.ts";

/** A decoder configuration: `avcC`, `hvcC`, an AudioSpecificConfig or `dOps`. */
export interface DecoderConfig {
  codec: "h264" | "hevc" | "aac" | "opus";
  data: Buffer;
}

/** One track and its decoder configuration. */
export interface DecodableTrack {
  timescale: number;
  /** `trex`. */
  defaults: TrackDefaults;
  config: DecoderConfig;
}

/** Bytes of a sample entry before its boxes: a visual one's (ISO/IEC 14496-12 §12.1.3) and an audio one's (§12.2.3). */
const VISUAL_ENTRY_BYTES = 78;
const AUDIO_ENTRY_BYTES = 28;
const ES_DESCRIPTOR = 3;
const DECODER_CONFIG = 4;
const DECODER_SPECIFIC = 5;

/** The tracks of a `moov` by id. @throws BoxError when it is malformed or a track is neither H.264, HEVC, AAC nor Opus. */
export function readDecodableTracks(bytes: Buffer): Map<number, DecodableTrack> {
  const moov = requireBox(bytes, ["moov"]);
  const mvex = requireBox(bytes, ["mvex"], moov);
  const defaults = new Map<number, TrackDefaults>();
  for (const { type, payload } of readBoxes(bytes, mvex.payload, mvex.end)) {
    if (type !== "trex") continue;
    const [durationTicks, sizeBytes, flags] = [12, 16, 20].map((at) => bytes.readUInt32BE(payload + at));
    defaults.set(bytes.readUInt32BE(payload + 4), {
      durationTicks: durationTicks ?? 0,
      sizeBytes: sizeBytes ?? 0,
      flags: flags ?? 0,
    });
  }
  const tracks = new Map<number, DecodableTrack>();
  for (const trak of readBoxes(bytes, moov.payload, moov.end)) {
    if (trak.type !== "trak") continue;
    const tkhd = requireBox(bytes, ["tkhd"], trak);
    const mdhd = requireBox(bytes, ["mdia", "mdhd"], trak);
    // Version 1 has 64-bit times before what follows (§8.3.2, §8.4.2).
    const trackId = bytes.readUInt32BE(tkhd.payload + (bytes.readUInt8(tkhd.payload) === 1 ? 20 : 12));
    const timescale = bytes.readUInt32BE(mdhd.payload + (bytes.readUInt8(mdhd.payload) === 1 ? 20 : 12));
    const known = defaults.get(trackId);
    if (!known || timescale === 0) throw new BoxError("A track is not described.");
    const stsd = requireBox(bytes, ["mdia", "minf", "stbl", "stsd"], trak);
    tracks.set(trackId, { timescale, defaults: known, config: readConfig(bytes, stsd) });
  }
  return tracks;
}

function readConfig(bytes: Buffer, stsd: Box): DecoderConfig {
  const [entry] = readBoxes(bytes, stsd.payload + 8, stsd.end);
  const inside = (skipped: number, wanted: string): Buffer => {
    for (const box of entry ? readBoxes(bytes, entry.payload + skipped, entry.end) : [])
      if (box.type === wanted) return bytes.subarray(box.payload, box.end);
    throw new BoxError(`There is no ${wanted} box.`);
  };
  if (entry?.type === "avc1") return { codec: "h264", data: inside(VISUAL_ENTRY_BYTES, "avcC") };
  if (entry?.type === "hev1" || entry?.type === "hvc1")
    return { codec: "hevc", data: inside(VISUAL_ENTRY_BYTES, "hvcC") };
  if (entry?.type === "mp4a") return { codec: "aac", data: audioConfig(inside(AUDIO_ENTRY_BYTES, "esds")) };
  if (entry?.type === "Opus") return { codec: "opus", data: inside(AUDIO_ENTRY_BYTES, "dOps") };
  throw new BoxError(`A ${entry?.type ?? "missing"} track is neither H.264, HEVC, AAC nor Opus.`);
}

/** `esds` (ISO/IEC 14496-1 §7.2.6): descriptors 3 → 4 → 5, the last of which is the AudioSpecificConfig. */
function audioConfig(esds: Buffer): Buffer {
  let at = 4;
  const enter = (tag: number): number => {
    if (esds.readUInt8(at) !== tag) throw new BoxError("The audio description is not one of AAC.");
    at += 1;
    let length = 0;
    // One to four bytes, of seven bits each.
    for (let byte = 0x80; byte & 0x80; at += 1) {
      byte = esds.readUInt8(at);
      length = (length << 7) | (byte & 0x7f);
    }
    return length;
  };
  enter(ES_DESCRIPTOR);
  at += 3;
  enter(DECODER_CONFIG);
  at += 13;
  const length = enter(DECODER_SPECIFIC);
  if (length < 2 || at + length > esds.length) throw new BoxError("The audio description is cut off.");
  return esds.subarray(at, at + length);
}
