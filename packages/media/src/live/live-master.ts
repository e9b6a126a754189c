import { declareClosedCaptions, type ClosedCaptionService } from "../packaging/closed-captions.ts";
import type { LiveRung } from "./timeline-segment.ts";

/** Assumed bandwidth of a new viewer: players start with the first variant. */
const firstBitrate = 2_000_000;

/**
 * Writes the master playlist of a ladder (RFC 8216bis §4.4.6), nearest to 2 Mbit/s first, then from the lowest on; media playlists lie at
 * `{label}/{fileName}`. Captions within the pictures are declared once found and never denied: they may begin at any time.
 */
export function masterOfRungs(
  rungs: readonly LiveRung[],
  fileName: string,
  found: ReadonlySet<ClosedCaptionService>,
): string {
  const captions = declareClosedCaptions(found.size > 0 ? [...found] : null);
  const distance = ({ peakBitrate }: LiveRung) => Math.abs(Math.log(Math.max(1, peakBitrate) / firstBitrate));
  const [first] = rungs.toSorted((a, b) => distance(a) - distance(b));
  const ascending = rungs.toSorted((a, b) => a.peakBitrate - b.peakBitrate);
  const ordered = ascending.toSorted((a, b) => Number(b === first) - Number(a === first));
  const variants = ordered.flatMap((rung) => variant(rung, fileName, captions.attribute));
  const lines = ["#EXTM3U", "#EXT-X-VERSION:8", ...captions.media, ...variants];
  return `${lines.join("\n")}\n`;
}

function variant(rung: LiveRung, fileName: string, captions: string | null): string[] {
  const attributes = [
    `BANDWIDTH=${Math.max(1, Math.ceil(rung.peakBitrate))}`,
    `AVERAGE-BANDWIDTH=${Math.max(1, Math.ceil(Math.min(rung.averageBitrate, rung.peakBitrate)))}`,
    ...(rung.codecs.length > 0 ? [`CODECS="${rung.codecs.join(",")}"`] : []),
    ...(rung.width > 0 && rung.height > 0 ? [`RESOLUTION=${rung.width}x${rung.height}`] : []),
    ...(rung.frameRate ? [`FRAME-RATE=${rung.frameRate.toFixed(3)}`] : []),
    ...(captions === null ? [] : [`CLOSED-CAPTIONS=${captions}`]),
  ];
  return [`#EXT-X-STREAM-INF:${attributes.join(",")}`, `${rung.label}/${fileName}`];
}
