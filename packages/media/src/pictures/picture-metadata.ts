import { crc32 } from "node:zlib";
import type { PictureKind } from "./picture-kinds.ts";

/** A part of a picture's file: what it is called, its bytes in the file, and those of them that are its content. */
interface Part {
  name: string;
  begins: number;
  ends: number;
  contentAt: number;
}

const EXIF = "Exif\0\0";
const ORIENTATION = 0x0112;

/** What is shown of each orientation (Exif 2.32 §4.6.4), as filters of ffmpeg. */
const TURNS: Readonly<Record<number, string>> = {
  2: "hflip",
  3: "hflip,vflip",
  4: "vflip",
  5: "transpose=cclock_flip",
  6: "transpose=clock",
  7: "transpose=clock_flip",
  8: "transpose=cclock",
};

/** How a camera was held. */
export interface PictureTurn {
  /** Filters of ffmpeg that bring the picture upright; empty for one that is. */
  filters: readonly string[];
  /** Whether it is as wide, upright, as it is high in the file. */
  isSideways: boolean;
}

/** How a picture is to be turned, as the camera that took it says. */
export function pictureTurn(bytes: Buffer, kind: PictureKind): PictureTurn {
  const orientation = orientationOf(bytes, kind);
  const filter = TURNS[orientation];
  return { filters: filter === undefined ? [] : [filter], isSideways: orientation >= 5 };
}

/** From 1 to 8; 1 is upright, and where nothing is said. */
function orientationOf(bytes: Buffer, kind: PictureKind): number {
  const part = partsOf(bytes, kind).find(({ name, contentAt }) =>
    kind === "jpeg" ? name === "APP1" && isExif(bytes, contentAt) : name === "eXIf" || name === "EXIF",
  );
  if (!part) return 1;
  // WebP has the same six bytes in files of some programs.
  const at = part.contentAt + (isExif(bytes, part.contentAt) ? EXIF.length : 0);
  return readOrientation(bytes.subarray(at, part.ends));
}

const isExif = (bytes: Buffer, at: number) => bytes.toString("latin1", at, at + EXIF.length) === EXIF;

/** Reads the tag of the first directory of a TIFF (TIFF 6.0, section 2). */
function readOrientation(tiff: Buffer): number {
  const order = tiff.toString("latin1", 0, 2);
  if (tiff.length < 14 || (order !== "II" && order !== "MM")) return 1;
  const isLittle = order === "II";
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const count = short(directory);
  for (let at = directory + 2, n = 0; n < count && at + 12 <= tiff.length; at += 12, n += 1)
    if (short(at) === ORIENTATION) return TURNS[short(at + 8)] === undefined ? 1 : short(at + 8);
  return 1;
}

/** Parts of a PNG and a WebP that say where, when and with what a picture was made. */
const SAYS = new Set(["eXIf", "tEXt", "zTXt", "iTXt", "tIME", "EXIF", "XMP "]);

/**
 * A picture without what its file says besides: the place and the camera it was taken with, texts and thumbnails. Its pixels,
 * colours and animation stay, and so does how it is to be turned. A file that cannot be taken apart is answered as null.
 */
export function withoutMetadata(bytes: Buffer, kind: PictureKind): Buffer | null {
  const parts = partsOf(bytes, kind);
  if (parts.length === 0) return null;
  const orientation = orientationOf(bytes, kind);
  if (kind === "jpeg") return bareJpeg(bytes, parts, orientation);
  const kept = parts.filter(({ name }) => !SAYS.has(name)).map(({ begins, ends }) => bytes.subarray(begins, ends));
  const tiff = orientation === 1 ? null : orientationTiff(orientation);
  return kind === "png" ? barePng(bytes, kept, tiff) : bareWebp(bytes, kept, tiff);
}

function barePng(bytes: Buffer, kept: readonly Buffer[], tiff: Buffer | null): Buffer {
  // It stands before the pixels (PNG, third edition, §5.6): behind the head, which is the first part.
  const [head = Buffer.alloc(0), ...rest] = kept;
  return Buffer.concat([bytes.subarray(0, 8), head, ...(tiff ? [pngPart("eXIf", tiff)] : []), ...rest]);
}

function pngPart(name: string, content: Buffer): Buffer {
  const part = Buffer.alloc(content.length + 12);
  part.writeUInt32BE(content.length, 0);
  part.write(name, 4, "latin1");
  content.copy(part, 8);
  part.writeUInt32BE(crc32(part.subarray(4, content.length + 8)), content.length + 8);
  return part;
}

const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

function bareWebp(bytes: Buffer, kept: readonly Buffer[], tiff: Buffer | null): Buffer {
  const head = Buffer.from("EXIF\0\0\0\0", "latin1");
  head.writeUInt32LE(tiff?.length ?? 0, 4);
  const whole = Buffer.concat([bytes.subarray(0, 12), ...kept, ...(tiff ? [head, tiff] : [])]);
  whole.writeUInt32LE(whole.length - 8, 4);
  // The flags of the extended format say which parts there are (RFC 9649 §2.7.1.1).
  if (whole.length > 20 && whole.toString("latin1", 12, 16) === "VP8X")
    whole.writeUInt8((whole.readUInt8(20) & ~(HAS_EXIF | HAS_XMP)) | (tiff ? HAS_EXIF : 0), 20);
  return whole;
}

/** JFIF (APP0), the colour profile (APP2) and Adobe's colour transform (APP14) say how pixels are drawn. */
const DRAWN = /^(?!APP|COM)|^APP(?:0|2|14)$/;
const PROFILE = "ICC_PROFILE\0";

function bareJpeg(bytes: Buffer, parts: readonly Part[], orientation: number): Buffer {
  // Several pictures in one file are listed in an APP2, too (CIPA DC-007).
  const isDrawn = ({ name, contentAt }: Part) =>
    DRAWN.test(name) &&
    (name !== "APP2" || bytes.toString("latin1", contentAt, contentAt + PROFILE.length) === PROFILE);
  const kept = parts.filter(isDrawn).map(({ begins, ends }) => bytes.subarray(begins, ends));
  return Buffer.concat([bytes.subarray(0, 2), ...(orientation === 1 ? [] : [orientationPart(orientation)]), ...kept]);
}

/** An APP1 with the orientation alone. */
function orientationPart(orientation: number): Buffer {
  const head = Buffer.from(`\xff\xe1\0\0${EXIF}`, "latin1");
  const tiff = orientationTiff(orientation);
  head.writeUInt16BE(head.length - 2 + tiff.length, 2);
  return Buffer.concat([head, tiff]);
}

/** A TIFF whose only directory has the orientation alone (TIFF 6.0, section 2). */
function orientationTiff(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", 0, "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** The parts of a picture's file in order; none when it is not built as it should be. */
function partsOf(bytes: Buffer, kind: PictureKind): Part[] {
  try {
    return kind === "jpeg" ? jpegParts(bytes) : kind === "png" ? pngParts(bytes) : webpParts(bytes);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

const START_OF_SCAN = 0xda;

/** The segments up to the pixels, which are the last part (ITU-T T.81 §B.1). */
function jpegParts(bytes: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return [];
    const marker = bytes.readUInt8(at + 1);
    // Any number of bytes of filling may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const ends = marker === START_OF_SCAN ? endOfImage(bytes, at) : at + 2 + bytes.readUInt16BE(at + 2);
    if (ends > bytes.length) return [];
    parts.push({ name: markerName(marker), begins: at, ends, contentAt: at + 4 });
    if (marker === START_OF_SCAN) return parts;
    at = ends;
  }
}

const END_OF_IMAGE = 0xd9;

/** Where a picture ends whose first scan begins at a place: further pictures, films and texts of cameras may follow. */
function endOfImage(bytes: Buffer, scan: number): number {
  for (let at = scan + 2 + bytes.readUInt16BE(scan + 2); at + 1 < bytes.length;) {
    const marker = bytes.readUInt8(at + 1);
    const isMarker = bytes.readUInt8(at) === 0xff && marker !== 0 && marker !== 0xff && (marker & 0xf8) !== 0xd0;
    if (!isMarker) at += 1;
    else if (marker === END_OF_IMAGE) return at + 2;
    // Tables and scans of a progressive picture.
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return bytes.length;
}

const markerName = (marker: number): string =>
  marker >= 0xe0 && marker <= 0xef ? `APP${marker - 0xe0}` : marker === 0xfe ? "COM" : String(marker);

function pngParts(bytes: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = 8; at < bytes.length;) {
    const ends = at + 12 + bytes.readUInt32BE(at);
    if (ends > bytes.length) return [];
    parts.push({ name: bytes.toString("latin1", at + 4, at + 8), begins: at, ends, contentAt: at + 8 });
    if (parts.at(-1)?.name === "IEND") return parts;
    at = ends;
  }
  return [];
}

/** The chunks of a WebP, each filled up to an even length (RFC 9649 §2.3). */
function webpParts(bytes: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 4);
    const ends = at + 8 + length + (length % 2);
    if (at + 8 + length > bytes.length) return [];
    const name = bytes.toString("latin1", at, at + 4);
    parts.push({ name, begins: at, ends: Math.min(ends, bytes.length), contentAt: at + 8 });
    at = ends;
  }
  return parts;
}
