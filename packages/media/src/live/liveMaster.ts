import type { LiveRung } from "./timelineSegment.ts";

/** Writes the master playlist of a ladder (RFC 8216bis §4.4.6), lowest first; media playlists lie at `{label}/{fileName}`. */
export function masterOfRungs(rungs: readonly LiveRung[], fileName: string): string {
  const ascending = rungs.toSorted((a, b) => a.peakBitrate - b.peakBitrate);
  const lines = ["#EXTM3U", "#EXT-X-VERSION:8", ...ascending.flatMap((rung) => variant(rung, fileName))];
  return `${lines.join("\n")}\n`;
}

function variant(rung: LiveRung, fileName: string): string[] {
  const attributes = [
    `BANDWIDTH=${Math.max(1, Math.ceil(rung.peakBitrate))}`,
    `AVERAGE-BANDWIDTH=${Math.max(1, Math.ceil(Math.min(rung.averageBitrate, rung.peakBitrate)))}`,
    ...(rung.codecs.length > 0 ? [`CODECS="${rung.codecs.join(",")}"`] : []),
    ...(rung.width > 0 && rung.height > 0 ? [`RESOLUTION=${rung.width}x${rung.height}`] : []),
    ...(rung.frameRate ? [`FRAME-RATE=${rung.frameRate.toFixed(3)}`] : []),
    "CLOSED-CAPTIONS=NONE",
  ];
  return [`#EXT-X-STREAM-INF:${attributes.join(",")}`, `${rung.label}/${fileName}`];
}
