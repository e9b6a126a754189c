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
  captions: CaptionTrack | null = null,
): string {
  const { media, attribute } = declareClosedCaptions([...found]);
  const distance = ({ peakBitrate }: LiveRung) => Math.abs(Math.log(Math.max(1, peakBitrate) / firstBitrate));
  const [first] = rungs.toSorted((a, b) => distance(a) - distance(b));
  const ascending = rungs.toSorted((a, b) => a.peakBitrate - b.peakBitrate);
  const ordered = ascending.toSorted((a, b) => Number(b === first) - Number(a === first));
  const variants = ordered.flatMap((rung) => variant(rung, fileName, attribute ?? "NONE", captions !== null));
  const lines = ["#EXTM3U", "#EXT-X-VERSION:8", ...media, ...(captions ? [captionLine(captions)] : []), ...variants];
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

function variant(rung: LiveRung, fileName: string, closedCaptions: string, hasCaptions: boolean): string[] {
  const attributes = [
    `BANDWIDTH=${Math.max(1, Math.ceil(rung.peakBitrate))}`,
    `AVERAGE-BANDWIDTH=${Math.max(1, Math.ceil(Math.min(rung.averageBitrate, rung.peakBitrate)))}`,
    ...(rung.codecs.length > 0 ? [`CODECS="${rung.codecs.join(",")}"`] : []),
    ...(rung.width > 0 && rung.height > 0 ? [`RESOLUTION=${rung.width}x${rung.height}`] : []),
    ...(rung.frameRate ? [`FRAME-RATE=${rung.frameRate.toFixed(3)}`] : []),
    `CLOSED-CAPTIONS=${closedCaptions}`,
    ...(hasCaptions ? [`SUBTITLES="${captionGroup}"`] : []),
  ];
  return [`#EXT-X-STREAM-INF:${attributes.join(",")}`, `${rung.label}/${fileName}`];
}
