import { escapeHtml } from "./html.ts";
import { HASH } from "./paths.ts";
import type { PlaybackVideo } from "./playback-video.ts";
import { sharedPicture, type Pictured } from "./shared-picture.ts";

const DEFAULT_WIDTH = 640;
const PAGE = new RegExp(`^/(?:v|embed)/(${HASH})/?$`);

/** The maximum size the embedding page requests, in pixels. */
export interface OembedRoom {
  maxWidth: number | null;
  maxHeight: number | null;
}

/** The public id in the URL of one of our pages; null for any other URL. */
export function hashOfPage(edgeUrl: string, address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  return origin === new URL(edgeUrl).origin ? (PAGE.exec(pathname)?.[1] ?? null) : null;
}

/** Writes the oEmbed answer of a video (oembed.com §2.3.4.2), fitted into the requested size in the video's aspect ratio. */
export function writeOembed(edgeUrl: string, video: PlaybackVideo, room: OembedRoom): Record<string, unknown> {
  const shape = (video.width ?? 16) / (video.height ?? 9);
  const widest = room.maxWidth ?? (room.maxHeight === null ? DEFAULT_WIDTH : Infinity);
  const width = Math.max(1, Math.round(Math.min(widest, (room.maxHeight ?? Infinity) * shape)));
  const height = Math.max(1, Math.round(width / shape));
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
    ...thumbnail(edgeUrl, video, room),
  };
}

/** The picture of an oEmbed answer: it fits into the requested size, and says its own (oembed.com §2.3.4). */
export function thumbnail(edgeUrl: string, item: Pictured | undefined, room: OembedRoom): Record<string, unknown> {
  const picture = item && sharedPicture(item, room);
  return picture?.size
    ? {
        thumbnail_url: edgeUrl + picture.address,
        thumbnail_width: picture.size.width,
        thumbnail_height: picture.size.height,
      }
    : {};
}
