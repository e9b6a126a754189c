import { BoxError, findBox, readBoxes, requireBox } from "./boxes.ts";
import type { Box } from "./boxes.ts";
import type { TrackDefaults } from "./fragment.ts";

/** What the initialisation segment of a single-track fMP4 says. */
export interface TrackHeader {
  timescale: number;
  defaults: TrackDefaults;
  /** RFC 6381 codec string, as EXT-X-STREAM-INF CODECS wants it. */
  codec: string;
}

/** Reads `ftyp`+`moov` of one H.264, HEVC, AV1 or AAC track. @throws BoxError when it is broken or another kind of track. */
export function readInit(init: Buffer): TrackHeader {
  const mdhd = requireBox(init, ["moov", "trak", "mdia", "mdhd"]);
  // Version 1 has 64-bit times before the timescale (ISO/IEC 14496-12 §8.4.2).
  const timescale = init.readUInt32BE(mdhd.payload + (init.readUInt8(mdhd.payload) === 1 ? 20 : 12));
  if (timescale === 0) throw new BoxError("The track has no timescale.");
  const trex = requireBox(init, ["moov", "mvex", "trex"]);
  const defaults = {
    durationTicks: init.readUInt32BE(trex.payload + 12),
    sizeBytes: init.readUInt32BE(trex.payload + 16),
    flags: init.readUInt32BE(trex.payload + 20),
  };
  return {
    timescale,
    defaults,
    codec: readCodec(init, requireBox(init, ["moov", "trak", "mdia", "minf", "stbl", "stsd"])),
  };
}

/** Bytes of a visual sample entry before its boxes (ISO/IEC 14496-12 §12.1.3). */
const visualEntryBytes = 78;

/**
 * RFC 6381 codec string of a track. @throws BoxError for a codec that cannot be packaged.
 *
 * `stsd` holds one entry; an audio one has 28 bytes before its boxes (§12.2.3).
 */
export function readCodec(init: Buffer, stsd: Box): string {
  const [entry] = readBoxes(init, stsd.payload + 8, stsd.end);
  if (entry?.type === "avc1" || entry?.type === "avc3") {
    const avcC = childAfter(init, entry, visualEntryBytes, "avcC");
    // Profile, constraints and level in hexadecimal (ISO/IEC 14496-15 §5.3.3; RFC 6381 §3.3).
    return `${entry.type}.${init.toString("hex", avcC.payload + 1, avcC.payload + 4).toUpperCase()}`;
  }
  if (entry?.type === "hvc1") return readHevcCodec(init, childAfter(init, entry, visualEntryBytes, "hvcC"));
  if (entry?.type === "av01") {
    const codec = readAv1Codec(init, childAfter(init, entry, visualEntryBytes, "av1C"));
    return `${codec}${hdrColours(init, entry)}`;
  }
  if (entry?.type === "mp4a") return readAacCodec(init, childAfter(init, entry, 28, "esds"));
  throw new BoxError(`A ${entry?.type ?? "missing"} track cannot be packaged.`);
}

/** A box of the first entry of a picture track's `stsd`. @throws BoxError when it is not there. */
export function videoEntryBox(init: Buffer, stsd: Box, type: string): Box {
  const [entry] = readBoxes(init, stsd.payload + 8, stsd.end);
  if (!entry) throw new BoxError("There is no sample entry.");
  return childAfter(init, entry, visualEntryBytes, type);
}

function childAfter(init: Buffer, entry: Box, skip: number, type: string): Box {
  for (const box of readBoxes(init, entry.payload + skip, entry.end)) if (box.type === type) return box;
  throw new BoxError(`There is no ${type} box.`);
}

/** `hvcC` (ISO/IEC 14496-15 §8.3.3.1) as §E.3 names it: profile, compatibility, tier and level, constraints. */
function readHevcCodec(init: Buffer, { payload }: Box): string {
  const profile = init.readUInt8(payload + 1);
  const space = ["", "A", "B", "C"][profile >> 6] ?? "";
  const tier = profile & 0x20 ? "H" : "L";
  // The flags are written from the last to the first.
  let compatibility = 0;
  for (let bit = 0; bit < 32; bit += 1)
    if ((init.readUInt32BE(payload + 2) >>> bit) & 1) compatibility += 2 ** (31 - bit);
  const constraints = [...init.subarray(payload + 6, payload + 12)];
  const told = constraints.slice(0, constraints.findLastIndex((byte) => byte !== 0) + 1);
  const level = init.readUInt8(payload + 12);
  return [
    "hvc1",
    `${space}${profile & 0x1f}`,
    compatibility.toString(16).toUpperCase(),
    `${tier}${level}`,
    ...told.map((byte) => byte.toString(16).toUpperCase()),
  ].join(".");
}

/** `av1C` (AV1 Codec ISO Media File Format Binding §2.3.3) as §5 names it: profile, level, tier and bit depth. */
function readAv1Codec(init: Buffer, { payload }: Box): string {
  const [profileAndLevel, flags] = [init.readUInt8(payload + 1), init.readUInt8(payload + 2)];
  const profile = profileAndLevel >> 5;
  const isHighBitDepth = (flags & 0x40) !== 0;
  const bits = !isHighBitDepth ? 8 : profile === 2 && flags & 0x20 ? 12 : 10;
  const two = (value: number) => String(value).padStart(2, "0");
  return `av01.${profile}.${two(profileAndLevel & 0x1f)}${flags & 0x80 ? "H" : "M"}.${two(bits)}`;
}

/** Transfer curves of HDR: PQ and HLG (ITU-T H.273 Table 3). */
const hdrTransfers: ReadonlySet<number> = new Set([16, 18]);

/**
 * The rest of an AV1 codec string, which says colours; empty for those it is left out for, as for BT.709. Read from the `colr`
 * box (ISO/IEC 14496-12 §12.1.5), of pictures in 4:2:0 with the range of video.
 */
function hdrColours(init: Buffer, entry: Box): string {
  const boxes = [...readBoxes(init, entry.payload + visualEntryBytes, entry.end)];
  const colr = boxes.find(({ type }) => type === "colr");
  if (!colr || init.toString("latin1", colr.payload, colr.payload + 4) !== "nclx") return "";
  const [primaries, transfer, matrix] = [4, 6, 8].map((at) => init.readUInt16BE(colr.payload + at));
  if (!hdrTransfers.has(transfer ?? 0)) return "";
  const two = (value = 0) => String(value).padStart(2, "0");
  return `.0.110.${two(primaries)}.${two(transfer)}.${two(matrix)}.0`;
}

/** `esds` (ISO/IEC 14496-1 §7.2.6): descriptors 3 → 4 → 5, the last one beginning with the audio object type in 5 bits. */
function readAacCodec(init: Buffer, esds: Box): string {
  let at = esds.payload + 4;
  const enter = (tag: number): void => {
    if (init.readUInt8(at) !== tag) throw new BoxError("The audio description is not one of AAC.");
    at += 1;
    // The length takes one to four bytes, of seven bits each.
    for (let byte = 0; byte < 4 && init.readUInt8(at) & 0x80; byte += 1) at += 1;
    at += 1;
  };
  enter(3);
  at += 3;
  enter(4);
  const objectType = init.readUInt8(at);
  at += 13;
  enter(5);
  if (at >= esds.end) throw new BoxError("The audio description is cut off.");
  return `mp4a.${objectType.toString(16)}.${init.readUInt8(at) >> 3}`;
}

/** Takes the edit list away, so that decode times alone say when samples show. Returns a new buffer. */
export function withoutEditList(init: Buffer): Buffer {
  const moov = requireBox(init, ["moov"]);
  const trak = requireBox(init, ["trak"], moov);
  const edts = findBox(init, ["edts"], trak);
  if (!edts) return init;
  const removed = edts.end - edts.start;
  const out = Buffer.concat([init.subarray(0, edts.start), init.subarray(edts.end)]);
  for (const box of [moov, trak]) out.writeUInt32BE(init.readUInt32BE(box.start) - removed, box.start);
  return out;
}
