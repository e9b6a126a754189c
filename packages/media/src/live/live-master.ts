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

const captionGroup = "captions";

/** A sound that viewers choose among. */
export interface SoundTrack {
  name: string;
  /** BCP 47; null where it is not known. */
  language: string | null;
  /** Relative to the master playlist; null for the one within the segments of the pictures, with which players begin. */
  uri: string | null;
}

const soundGroup = "sounds";

/** What a master playlist lists beside the rungs. */
export interface BesidePictures {
  captions?: CaptionTrack | null;
  /** None where there is but the one within the segments. */
  sounds?: readonly SoundTrack[];
}

/** Assumed bandwidth of a new viewer: players start with the first variant. */
const firstBitrate = 2_000_000;

/**
 * Writes the master playlist of a ladder (RFC 8216bis §4.4.6), nearest to 2 Mbit/s first, then from the lowest on; media playlists lie at
 * `{label}/{fileName}`. Captions within the pictures are declared once found, and denied until then: Shaka Player 5.2 requests the first
 * segment of a stream that says nothing of them, and fails where that has only parts yet.
 */
export function masterOfRungs(
  rungs: readonly LiveRung[],
  fileName: string,
  found: ReadonlySet<ClosedCaptionService>,
  { captions = null, sounds = [] }: BesidePictures = {},
): string {
  const { media, attribute } = declareClosedCaptions([...found]);
  const distance = ({ peakBitrate }: LiveRung) => Math.abs(Math.log(Math.max(1, peakBitrate) / firstBitrate));
  const [first] = rungs.toSorted((a, b) => distance(a) - distance(b));
  const ascending = rungs.toSorted((a, b) => a.peakBitrate - b.peakBitrate);
  const ordered = ascending.toSorted((a, b) => Number(b === first) - Number(a === first));
  const groups = [
    ...(captions ? [`SUBTITLES="${captionGroup}"`] : []),
    ...(sounds.length > 0 ? [`AUDIO="${soundGroup}"`] : []),
  ];
  const variants = ordered.flatMap((rung) => variant(rung, fileName, attribute ?? "NONE", groups));
  const beside = [...sounds.map(soundLine), ...(captions ? [captionLine(captions)] : [])];
  const lines = ["#EXTM3U", "#EXT-X-VERSION:8", ...media, ...beside, ...variants];
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

/** A rendition without an address is the one within the variants' own segments (RFC 8216bis §4.4.6.2.1). */
function soundLine({ name, language, uri }: SoundTrack): string {
  const attributes = [
    "TYPE=AUDIO",
    `GROUP-ID="${soundGroup}"`,
    `NAME="${name}"`,
    ...(language === null ? [] : [`LANGUAGE="${language}"`]),
    uri === null ? "DEFAULT=YES,AUTOSELECT=YES" : `DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2",URI="${uri}"`,
  ];
  return `#EXT-X-MEDIA:${attributes.join(",")}`;
}

function variant(rung: LiveRung, fileName: string, closedCaptions: string, groups: readonly string[]): string[] {
  const attributes = [
    `BANDWIDTH=${Math.max(1, Math.ceil(rung.peakBitrate))}`,
    `AVERAGE-BANDWIDTH=${Math.max(1, Math.ceil(Math.min(rung.averageBitrate, rung.peakBitrate)))}`,
    ...(rung.codecs.length > 0 ? [`CODECS="${rung.codecs.join(",")}"`] : []),
    ...(rung.width > 0 && rung.height > 0 ? [`RESOLUTION=${rung.width}x${rung.height}`] : []),
    ...(rung.frameRate ? [`FRAME-RATE=${rung.frameRate.toFixed(3)}`] : []),
    `CLOSED-CAPTIONS=${closedCaptions}`,
    ...groups,
  ];
  return [`#EXT-X-STREAM-INF:${attributes.join(",")}`, `${rung.label}/${fileName}`];
}
