import { posterHeights } from "@kinora/domain/videos/videos.ts";
import { mediaFolder } from "./addresses.ts";
import type { PlaybackVideo } from "./playback-video.ts";

/** The picture that other sites show of an item. */
export interface SharedPicture {
  /** Relative to the edge. */
  address: string;
  /** In pixels; null where it is known from the file alone. */
  size: { width: number; height: number } | null;
}

/** A video or livestream as far as its picture goes. */
export type Pictured = Pick<PlaybackVideo, "id" | "hash" | "width" | "height" | "images" | "picture" | "pictureSize">;

/** Pixels a picture may have at most. */
interface Room {
  maxWidth: number | null;
  maxHeight: number | null;
}

/** The best picture of an item; with `room`, the best one of a known size that fits. Null when there is none. */
export function sharedPicture(item: Pictured, room: Room | null = null): SharedPicture | null {
  const pictures = item.picture
    ? [{ address: mediaFolder(item.hash, null) + item.picture, size: item.pictureSize }]
    : postersOf(item);
  return (room === null ? pictures[0] : pictures.find(({ size }) => size && fits(size, room))) ?? null;
}

const fits = ({ width, height }: { width: number; height: number }, { maxWidth, maxHeight }: Room) =>
  width <= (maxWidth ?? Infinity) && height <= (maxHeight ?? Infinity);

/** The posters of a video, best first. */
function postersOf({ id, hash, width, height, images }: Pictured): SharedPicture[] {
  const folder = `assets/${id}/`;
  return posterHeights(images).flatMap((label) => {
    const key = images[`${label}p`];
    if (!key?.startsWith(folder)) return [];
    return [{ address: mediaFolder(hash, null) + key.slice(folder.length), size: posterSize(label, width, height) }];
  });
}

/** The size of a poster: its label is its shorter side, and its shape is the video's. */
function posterSize(label: number, width: number | null, height: number | null): SharedPicture["size"] {
  if (!width || !height) return null;
  const scale = Math.min(1, label / Math.min(width, height));
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
