import { posterAddress } from "./addresses.ts";
import { escapeHtml } from "./html.ts";
import { HASH } from "./paths.ts";
import type { PlaybackVideo } from "./playback-video.ts";

const DEFAULT_WIDTH = 640;
const PAGE = new RegExp(`^/(?:v|embed)/(${HASH})/?$`);

/** Most pixels the asking page has room for. */
export interface OembedRoom {
  maxWidth: number | null;
  maxHeight: number | null;
}

/** The public id in the address of one of our pages; null for any other address. */
export function hashOfPage(edgeUrl: string, address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  return origin === new URL(edgeUrl).origin ? (PAGE.exec(pathname)?.[1] ?? null) : null;
}

/** Writes the oEmbed answer of a video (oembed.com §2.3.4.2), fitted into the room there is in the video's own shape. */
export function writeOembed(edgeUrl: string, video: PlaybackVideo, room: OembedRoom): Record<string, unknown> {
  const shape = (video.width ?? 16) / (video.height ?? 9);
  const widest = room.maxWidth ?? (room.maxHeight === null ? DEFAULT_WIDTH : Infinity);
  const width = Math.max(1, Math.round(Math.min(widest, (room.maxHeight ?? Infinity) * shape)));
  const height = Math.max(1, Math.round(width / shape));
  const poster = posterAddress(video, null, "best");
  return {
    version: "1.0",
    type: "video",
    title: video.title,
    provider_name: "Kinora",
    provider_url: edgeUrl,
    cache_age: 300,
    width,
    height,
    html:
      `<iframe src="${edgeUrl}/embed/${video.hash}" title="${escapeHtml(video.title)}" width="${width}" height="${height}" ` +
      `style="border:0" allow="autoplay; picture-in-picture" allowfullscreen></iframe>`,
    ...(poster && video.width && video.height
      ? { thumbnail_url: edgeUrl + poster, thumbnail_width: video.width, thumbnail_height: video.height }
      : {}),
  };
}
