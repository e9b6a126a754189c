import { embedCodes } from "@kinora/domain/playback/embed.ts";
import { readPlayOptions } from "@kinora/domain/playback/play-options.ts";
import { pictureSize, shapeOf, USUAL_FRAME, type PlayerFrame } from "@kinora/domain/players/frame.ts";
import type { PlaybackVideo } from "./playback-video.ts";
import { sharedPicture, type Pictured } from "./shared-picture.ts";
import { hashInPath } from "./unknown-page.ts";

const DEFAULT_WIDTH = 640;

/** The maximum size the embedding page requests, in pixels. */
export interface OembedRoom {
  maxWidth: number | null;
  maxHeight: number | null;
}

/**
 * The public id in the URL of one of our pages; null for any other URL. People leave out the scheme or write the other one,
 * and sites pass on what they are given.
 */
export function hashOfPage(edgeUrl: string, address: string): string | null {
  const page = urlOf(address);
  return page?.host === new URL(edgeUrl).host ? hashInPath(page.pathname) : null;
}

/** The moment at which the player of such a page begins, in seconds; 0 where the address names none. */
export const startOfPage = (address: string): number =>
  readPlayOptions(urlOf(address)?.searchParams ?? new URLSearchParams()).startSeconds;

function urlOf(address: string): URL | null {
  const whole = /^\s*https?:/i.test(address) ? address : `http://${address.trim().replace(/^\/\//, "")}`;
  return URL.canParse(whole) ? new URL(whole) : null;
}

interface FramedVideo {
  video: PlaybackVideo;
  /** Of the player that the embed has. */
  frame: PlayerFrame;
  startSeconds: number;
}

/** Writes the oEmbed answer of a video (oembed.com §2.3.4.2): the player's frame, fitted into the requested size. */
export function writeOembed(
  edgeUrl: string,
  { video, frame, startSeconds }: FramedVideo,
  room: OembedRoom,
): Record<string, unknown> {
  const { width, height } = sizeIn(room, frame, pictureSize(video));
  return {
    version: "1.0",
    type: "video",
    title: video.title,
    provider_name: "Kinora",
    provider_url: edgeUrl,
    cache_age: 300,
    width,
    height,
    html: embedCodes(edgeUrl, video.hash, video.title, { size: { width, height }, startSeconds }).iframe,
    ...thumbnail(edgeUrl, video, room),
  };
}

/**
 * A frame of a fixed size is no larger than that; one with a shape is as large as the requested size lets it be. A player of
 * the usual shape has that of the video here: sites ask oEmbed to know it.
 */
function sizeIn({ maxWidth, maxHeight }: OembedRoom, frame: PlayerFrame, picture: ReturnType<typeof pictureSize>) {
  const aspect = frame.aspect === USUAL_FRAME.aspect ? "auto" : frame.aspect;
  const size = frame.fixed_size ? { width: frame.frame_width, height: frame.frame_height } : shapeOf(aspect, picture);
  const shape = size.width / size.height;
  const usual = frame.fixed_size ? size.width : maxWidth === null && maxHeight === null ? DEFAULT_WIDTH : Infinity;
  const width = Math.max(1, Math.round(Math.min(usual, maxWidth ?? Infinity, (maxHeight ?? Infinity) * shape)));
  // A width that was rounded up makes a tall frame higher than the room.
  return { width, height: Math.max(1, Math.min(maxHeight ?? Infinity, Math.round(width / shape))) };
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
