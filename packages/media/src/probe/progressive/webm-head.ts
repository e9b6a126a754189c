import type { HeadPatch, ProgressiveHead } from "@kinora/domain/uploads/progressive.ts";
import { take, type ArrivingFile } from "./arriving-file.ts";
import { av1Codec } from "./av1-codec.ts";
import { asVoid, elementsIn, HEADER_BYTES, LEAST_HEADER_BYTES, readElement, type Element } from "./ebml.ts";

/** Ids of elements (RFC 8794 §11.2, RFC 9559 §5.1). */
const EBML = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const SEEK_HEAD = 0x114d9b74;
const TRACKS = 0x1654ae6b;
const CLUSTER = 0x1f43b675;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const CODEC_ID = 0x86;
const CODEC_PRIVATE = 0x63a2;
const CONTENT_ENCODINGS = 0x6d80;

const VIDEO = 1;
const AUDIO = 2;
/** Descriptions of the file and its tracks are smaller. */
const LARGEST_BYTES = 1024 ** 2;
const MOST_ELEMENTS = 64;

/**
 * Reads the head of a WebM; null for any other file. Its SeekHead is hidden: browsers follow it to an index at the end before
 * they play. @throws NotArrived, RangeError when it is broken
 */
export async function readWebmHead(file: ArrivingFile): Promise<ProgressiveHead | null> {
  const header = await elementAt(file, 0);
  if (header.id !== EBML) return null;
  const [docType] = await childrenOf(file, header, DOC_TYPE);
  if (docType?.toString("latin1").replace(/\0+$/, "") !== "webm") return null;
  const segment = await elementAt(file, header.end);
  if (segment.id !== SEGMENT) return null;
  const patches: HeadPatch[] = [];
  let codecs: string[] | null = null;
  for (let at = segment.payload, elements = 0; elements < MOST_ELEMENTS; elements += 1) {
    const element = await elementAt(file, at);
    if (element.id === CLUSTER) return codecs && { mediaType: `video/webm; codecs="${codecs.join(", ")}"`, patches };
    if (element.id === SEEK_HEAD) patches.push({ at, bytes: asVoid(element).toString("hex") });
    if (element.id === TRACKS) {
      codecs = trackCodecs(await childrenOf(file, element, TRACK_ENTRY));
      if (!codecs) return null;
    }
    at = element.end;
  }
  return null;
}

async function elementAt(file: ArrivingFile, at: number): Promise<Element> {
  const left = file.sizeBytes - at;
  return readElement(await take(file, at, Math.max(LEAST_HEADER_BYTES, Math.min(HEADER_BYTES, left))), at);
}

/** The contents of the children with an id. */
async function childrenOf(file: ArrivingFile, { payload, end }: Element, id: number): Promise<Buffer[]> {
  if (end - payload > LARGEST_BYTES) throw new RangeError("A description is too large.");
  return contentsOf(await take(file, payload, end - payload), id);
}

const contentsOf = (bytes: Buffer, id: number): Buffer[] =>
  [...elementsIn(bytes)].filter((element) => element.id === id).map(({ payload, end }) => bytes.subarray(payload, end));

/** Codecs of the first picture and the first sound; null where there is no picture, or one that not every browser decodes. */
function trackCodecs(tracks: Buffer[]): string[] | null {
  const first = (type: number) => tracks.find((track) => contentsOf(track, TRACK_TYPE)[0]?.readUIntBE(0, 1) === type);
  const [picture, sound] = [first(VIDEO), first(AUDIO)];
  const codecs = [picture, ...(sound ? [sound] : [])].map((track) => (track ? codecOf(track) : null));
  return codecs.every((codec) => codec !== null) ? codecs : null;
}

function codecOf(track: Buffer): string | null {
  // Compressed or encrypted (RFC 9559 §5.1.4.1.31).
  if (contentsOf(track, CONTENT_ENCODINGS).length > 0) return null;
  const id = contentsOf(track, CODEC_ID)[0]?.toString("latin1").replace(/\0+$/, "");
  if (id === "V_AV1") return av1Codec(contentsOf(track, CODEC_PRIVATE)[0] ?? Buffer.alloc(0));
  return WEBM_CODECS.get(id ?? "") ?? null;
}

const WEBM_CODECS = new Map([
  ["V_VP8", "vp8"],
  ["V_VP9", "vp9"],
  ["A_OPUS", "opus"],
  ["A_VORBIS", "vorbis"],
]);
