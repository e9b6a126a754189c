import { bestImage, POSTER_HEIGHTS } from "@kinora/domain/videos/videos.ts";

/**
 * A video's poster for an `img`: the best there is (spec §3: 1440p, 1080p, 720p, 360p), and next to it all of them, so
 * that a small picture loads a small file.
 */
export function posterOf(images: Record<string, string>): { src: string | null; srcSet?: string } {
  const src = bestImage(images);
  const all = POSTER_HEIGHTS.flatMap((height) => {
    const url = images[`${height}p`];
    return url === undefined ? [] : [`${url} ${Math.round((height * 16) / 9)}w`];
  });
  return all.length > 1 ? { src, srcSet: all.join(", ") } : { src };
}
