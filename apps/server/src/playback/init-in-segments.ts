import type { IncomingMessage } from "node:http";

/**
 * Whether a player makes a new demuxer at a discontinuity of fragmented MP4 and gives it the segment without its
 * initialization segment, as VLC up to version 3 does ("no moov before mdat"): it stops there.
 */
export const needsInitInSegments = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  /\bLibVLC\/[0-3]\./.test(headers["user-agent"] ?? "");

/**
 * A media playlist for such players: the first segment after each discontinuity is requested together with its
 * initialization segment, which `init` in the query names.
 * @param file the playlist's own address below the stream's folder.
 */
export function withInitInSegments(playlist: string, file: string): string {
  let init: string | null = null;
  let isFirst = false;
  let isGap = false;
  const lines = playlist.split("\n").map((line) => {
    if (line === "#EXT-X-DISCONTINUITY") isFirst = true;
    if (line === "#EXT-X-GAP") isGap = true;
    init = /^#EXT-X-MAP:.*URI="([^"]+)"/.exec(line)?.[1] ?? init;
    if (line === "" || line.startsWith("#")) return line;
    const wanted = isFirst && !isGap && init !== null;
    isFirst &&= isGap;
    isGap = false;
    return wanted ? `${line}?init=${new URL(`${init}`, `http://stream/${file}`).pathname.slice(1)}` : line;
  });
  return lines.join("\n");
}
