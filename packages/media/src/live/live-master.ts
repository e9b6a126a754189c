import { declareClosedCaptions, type ClosedCaptionService } from "../packaging/closed-captions.ts";
import type { LiveRung } from "./timeline-segment.ts";

/** Captions in a playlist beside those of the pictures. */
export interface CaptionTrack {
  name: string;
  /** BCP 47; null where it is not known. */
  language: string | null;
  /** Relative to the master playlist. */
  uri: string;
}

/** A sound in a playlist beside those of the pictures. */
export interface SoundTrack {
  /** Unique in its stream. */
  name: string;
  /** BCP 47; null where it is not known. */
  language: string | null;
  /** Its playlist, relative to the master playlist. */
  uri: string;
}

const captionGroup = "captions";
const soundGroup = "audio";

/** Where players choose among sounds, pictures have none: players that do not take fragments apart play no other sound beside it. */
const pictureFolder = "video/";

/** Assumed bandwidth of a new viewer: players start with the first variant. */
const firstBitrate = 2_000_000;

/** Folder of the key frames of segments, beside those of the rungs. */
const keyFrameFolder = "key-frames";

/** What a master playlist lists. */
interface LiveMaster {
  rungs: readonly LiveRung[];
  /** Of each rung's playlist, in its folder. */
  fileName: string;
  /** Captions that were found within the pictures. */
  found: ReadonlySet<ClosedCaptionService>;
  captions?: CaptionTrack | null;
  /** Sounds among which players choose, the default one first; none where each rung's own is the only one. */
  sounds?: readonly SoundTrack[];
  /** Most bits per second of key frames alone, by rung; the rung's own where it is not known. */
  keyFrameBitrates?: ReadonlyMap<string, number>;
}

/**
 * Writes the master playlist of a ladder (RFC 8216bis §4.4.6), nearest to 2 Mbit/s first, then from the lowest on; media playlists lie at
 * `{label}/{fileName}`. Captions within the pictures are declared once found, and denied until then: Shaka Player 5.2 requests the first
 * segment of a stream that says nothing of them, and fails where that has only parts yet.
 */
export function masterOfRungs({
  rungs,
  fileName,
  found,
  captions = null,
  sounds = [],
  keyFrameBitrates = new Map(),
}: LiveMaster): string {
  const { media, attribute } = declareClosedCaptions([...found]);
  const distance = ({ peakBitrate }: LiveRung) => Math.abs(Math.log(Math.max(1, peakBitrate) / firstBitrate));
  const [first] = rungs.toSorted((a, b) => distance(a) - distance(b));
  const ascending = rungs.toSorted((a, b) => a.peakBitrate - b.peakBitrate);
  const ordered = ascending.toSorted((a, b) => Number(b === first) - Number(a === first));
  const closedCaptions = attribute ?? "NONE";
  const has = { captions: captions !== null, sounds: sounds.length > 0 };
  const variants = ordered.flatMap((rung) => variant(rung, fileName, closedCaptions, has));
  const lines = [
    "#EXTM3U",
    "#EXT-X-VERSION:8",
    ...media,
    ...(captions ? [captionLine(captions)] : []),
    ...sounds.map((sound, index) => soundLine(sound, index === 0)),
    ...variants,
    // Shaka Player 5.2 ends with an error where it changes to pictures alone from segments with a sound.
    ...(has.sounds ? ascending.flatMap((rung) => keyFramesLine(rung, keyFrameBitrates.get(rung.label))) : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** The name of a language has none of the characters that a quoted string must not contain (RFC 8216bis §4.2). */
function captionLine({ name, language, uri }: CaptionTrack): string {
  const attributes = [
    "TYPE=SUBTITLES",
    `GROUP-ID="${captionGroup}"`,
    `NAME="${name}"`,
    ...(language === null ? [] : [`LANGUAGE="${language}"`]),
    "DEFAULT=NO,AUTOSELECT=YES,FORCED=NO",
    `URI="${uri}"`,
  ];
  return `#EXT-X-MEDIA:${attributes.join(",")}`;
}

function soundLine({ name, language, uri }: SoundTrack, isDefault: boolean): string {
  const attributes = [
    "TYPE=AUDIO",
    `GROUP-ID="${soundGroup}"`,
    `NAME="${name}"`,
    ...(language === null ? [] : [`LANGUAGE="${language}"`]),
    `DEFAULT=${isDefault ? "YES" : "NO"},AUTOSELECT=YES`,
    `URI="${uri}"`,
  ];
  return `#EXT-X-MEDIA:${attributes.join(",")}`;
}

function variant(
  rung: LiveRung,
  fileName: string,
  closedCaptions: string,
  has: { captions: boolean; sounds: boolean },
): string[] {
  const attributes = [
    `BANDWIDTH=${Math.max(1, Math.ceil(rung.peakBitrate))}`,
    `AVERAGE-BANDWIDTH=${Math.max(1, Math.ceil(Math.min(rung.averageBitrate, rung.peakBitrate)))}`,
    ...(rung.codecs.length > 0 ? [`CODECS="${rung.codecs.join(",")}"`] : []),
    ...(rung.width > 0 && rung.height > 0 ? [`RESOLUTION=${rung.width}x${rung.height}`] : []),
    ...(rung.frameRate ? [`FRAME-RATE=${rung.frameRate.toFixed(3)}`] : []),
    `CLOSED-CAPTIONS=${closedCaptions}`,
    ...(has.captions ? [`SUBTITLES="${captionGroup}"`] : []),
    ...(has.sounds ? [`AUDIO="${soundGroup}"`] : []),
  ];
  const folder = has.sounds ? pictureFolder : "";
  return [`#EXT-X-STREAM-INF:${attributes.join(",")}`, `${folder}${rung.label}/${fileName}`];
}

/** The key frames of a rung (RFC 8216bis §4.4.6.3), with which players show pictures while they wind. */
function keyFramesLine(rung: LiveRung, bitrate = rung.peakBitrate): string[] {
  const [codec] = rung.codecs;
  if (codec === undefined || rung.width === 0) return [];
  const attributes = [
    `BANDWIDTH=${Math.max(1, Math.ceil(bitrate))}`,
    `CODECS="${codec}"`,
    `RESOLUTION=${rung.width}x${rung.height}`,
    `URI="${keyFrameFolder}/${rung.label}/index.m3u8"`,
  ];
  return [`#EXT-X-I-FRAME-STREAM-INF:${attributes.join(",")}`];
}
