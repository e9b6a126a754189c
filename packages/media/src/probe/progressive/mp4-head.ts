import type { ProgressiveHead } from "@kinora/domain/uploads/progressive.ts";
import { BoxError, findBox, readBoxes, readBoxHeader, requireBox, type Box } from "../../packaging/boxes.ts";
import { readCodec, videoEntryBox } from "../../packaging/init-segment.ts";
import { take, type ArrivingFile } from "./arriving-file.ts";
import { av1Codec } from "./av1-codec.ts";

/** Descriptions of films of many hours are smaller. */
const LARGEST_MOOV_BYTES = 64 * 1024 ** 2;
const MOST_BOXES = 64;
const HEADER_BYTES = 16;
/** Boxes that may stand between the beginning of a file and its media. */
const HEAD_BOXES = /^(?:ftyp|moov|pdin|free|skip|wide|uuid|udta|meta)$/;

/**
 * Reads the head of an MP4 that plays from its beginning; null for any other file. Browsers read what comes after the media
 * before they begin to play, and all fragments of a fragmented file: those play once they are whole.
 * @throws BoxError, NotArrived
 */
export async function readMp4Head(file: ArrivingFile): Promise<ProgressiveHead | null> {
  let codecs: string[] | null = null;
  for (let at = 0, boxes = 0; boxes < MOST_BOXES; boxes += 1) {
    const header = await take(file, at, HEADER_BYTES);
    const type = header.toString("latin1", 4, 8);
    if (type !== "mdat" && !HEAD_BOXES.test(type)) return null;
    const { sizeBytes: said, headerBytes } = readBoxHeader(header, 0, HEADER_BYTES);
    const sizeBytes = said === 0 ? file.sizeBytes - at : said;
    const end = at + sizeBytes;
    if (sizeBytes < headerBytes || end > file.sizeBytes) throw new BoxError("A box leads out of the file.");
    if (type === "mdat")
      return codecs && end === file.sizeBytes
        ? { mediaType: `video/mp4; codecs="${codecs.join(", ")}"`, patches: [] }
        : null;
    if (type === "moov") {
      if (sizeBytes > LARGEST_MOOV_BYTES) return null;
      codecs = movieCodecs(await take(file, at, sizeBytes));
    }
    at = end;
  }
  return null;
}

/** Codecs of the first picture and the first sound. @throws BoxError when there is no picture, or a codec that not every browser decodes. */
function movieCodecs(bytes: Buffer): string[] {
  const moov = requireBox(bytes, ["moov"]);
  if (findBox(bytes, ["mvex"], moov)) throw new BoxError("The file is fragmented.");
  const codecs = new Map<string, string>();
  for (const trak of readBoxes(bytes, moov.payload, moov.end)) {
    if (trak.type !== "trak") continue;
    const { payload } = requireBox(bytes, ["mdia", "hdlr"], trak);
    const kind = bytes.toString("latin1", payload + 8, payload + 12);
    if ((kind !== "vide" && kind !== "soun") || codecs.has(kind)) continue;
    codecs.set(kind, codecOf(bytes, requireBox(bytes, ["mdia", "minf", "stbl", "stsd"], trak)));
  }
  if (!codecs.has("vide")) throw new BoxError("There is no picture.");
  return [...codecs.values()];
}

function codecOf(bytes: Buffer, stsd: Box): string {
  const [entry] = readBoxes(bytes, stsd.payload + 8, stsd.end);
  if (entry?.type === "Opus") return "opus";
  if (entry?.type === "av01") return av1Codec(bytes.subarray(videoEntryBox(bytes, stsd, "av1C").payload));
  if (entry?.type === "vp09") {
    // Version and flags, then profile, level and bit depth (VP Codec ISO Media File Format Binding, §"VP Codec Configuration Box").
    const { payload } = videoEntryBox(bytes, stsd, "vpcC");
    const fields = [bytes.readUInt8(payload + 4), bytes.readUInt8(payload + 5), bytes.readUInt8(payload + 6) >> 4];
    return ["vp09", ...fields.map((field) => String(field).padStart(2, "0"))].join(".");
  }
  return readCodec(bytes, stsd);
}
