import { box, fullBox } from "../packaging/fragment-writer.ts";

/** Track ids of passed-through media. */
export const pictureTrack = 1;
export const soundTrack = 2;

/** Fields of an initialisation segment with video and audio. */
export interface SourceDescription {
  width: number;
  height: number;
  pictureTimescale: number;
  /** AVCDecoderConfigurationRecord (ISO/IEC 14496-15 §5.3.3.1). */
  avcConfig: Buffer;
  channels: number;
  sampleRate: number;
  /** AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1), of at most 64 bytes. */
  aacConfig: Buffer;
}

const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
const undetermined = 0x55c40000;

/** Writes the initialisation segment of a live stream of H.264 and AAC: `ftyp` and a `moov` without samples (ISO/IEC 14496-12 §8.2). */
export function writeSourceInit(source: SourceDescription): Buffer {
  const { width, height, pictureTimescale, sampleRate } = source;
  const ftyp = box("ftyp", [Buffer.from("iso6\0\0\0\0iso6mp41", "latin1")]);
  const mvhd = fullBox("mvhd", 0, 0, [
    ...[0, 0, 1000, 0, 0x10000, 0x01000000, 0, 0],
    ...matrix,
    ...[0, 0, 0, 0, 0, 0, soundTrack + 1],
  ]);
  const picture = track(
    pictureTrack,
    pictureTimescale,
    { width, height, volume: 0 },
    { handler: "vide", name: "Picture", header: fullBox("vmhd", 0, 1, [0, 0]), entry: pictureEntry(source) },
  );
  const sound = track(
    soundTrack,
    sampleRate,
    { width: 0, height: 0, volume: 0x01000000 },
    { handler: "soun", name: "Sound", header: fullBox("smhd", 0, 0, [0]), entry: soundEntry(source) },
  );
  const defaults = [pictureTrack, soundTrack].map((id) => fullBox("trex", 0, 0, [id, 1, 0, 0, 0]));
  return Buffer.concat([ftyp, box("moov", [mvhd, picture, sound, box("mvex", defaults)])]);
}

interface Media {
  handler: "vide" | "soun";
  name: string;
  header: Buffer;
  entry: Buffer;
}

function track(
  id: number,
  timescale: number,
  { width, height, volume }: { width: number; height: number; volume: number },
  { handler, name, header, entry }: Media,
): Buffer {
  // Enabled and in the movie (§8.3.2); width and height are fixed point numbers of 16 and 16 bits.
  const size = [width * 0x10000, height * 0x10000];
  const tkhd = fullBox("tkhd", 0, 3, [0, 0, id, 0, 0, 0, 0, 0, volume, ...matrix, ...size]);
  const mdhd = fullBox("mdhd", 0, 0, [0, 0, timescale, 0, undetermined]);
  const kind = Buffer.concat([Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(12), Buffer.from(`${name}\0`)]);
  const dinf = box("dinf", [box("dref", [words(0, 1), fullBox("url ", 0, 1, [])])]);
  const noSamples = [
    fullBox("stts", 0, 0, [0]),
    fullBox("stsc", 0, 0, [0]),
    fullBox("stsz", 0, 0, [0, 0]),
    fullBox("stco", 0, 0, [0]),
  ];
  const stbl = box("stbl", [box("stsd", [words(0, 1), entry]), ...noSamples]);
  return box("trak", [tkhd, box("mdia", [mdhd, box("hdlr", [kind]), box("minf", [header, dinf, stbl])])]);
}

/** A visual sample entry (§12.1.3): 72 dpi, one frame a sample, 24 bits deep. */
function pictureEntry({ width, height, avcConfig }: SourceDescription): Buffer {
  const head = Buffer.alloc(78);
  head.writeUInt16BE(1, 6);
  head.writeUInt16BE(width, 24);
  head.writeUInt16BE(height, 26);
  head.writeUInt32BE(0x00480000, 28);
  head.writeUInt32BE(0x00480000, 32);
  head.writeUInt16BE(1, 40);
  head.writeUInt16BE(24, 74);
  head.writeInt16BE(-1, 76);
  return box("avc1", [head, box("avcC", [avcConfig])]);
}

/** An audio sample entry (§12.2.3) with the descriptors of ISO/IEC 14496-1 §7.2.6: MPEG-4 audio of unspecified bitrate. */
function soundEntry({ channels, sampleRate, aacConfig }: SourceDescription): Buffer {
  const head = Buffer.alloc(28);
  head.writeUInt16BE(1, 6);
  head.writeUInt16BE(channels, 16);
  head.writeUInt16BE(16, 18);
  // 16 bits cannot hold rates above 65,535; the AudioSpecificConfig has them.
  head.writeUInt16BE(sampleRate > 0xffff ? 0 : sampleRate, 24);
  const specific = descriptor(5, aacConfig);
  const decoder = descriptor(4, Buffer.from([0x40, 0x15, ...Array.from({ length: 11 }, () => 0)]), specific);
  const stream = descriptor(3, Buffer.from([0, soundTrack, 0]), decoder, descriptor(6, Buffer.from([2])));
  return box("mp4a", [head, box("esds", [words(0), stream])]);
}

function descriptor(tag: number, ...parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, bytes.length]), bytes]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
}
