import { readTime } from "@kinora/domain/videos/vtt-time.ts";
import { queryOptions } from "@tanstack/react-query";

/** A small picture of a moment: a part of a sheet of pictures. */
export interface StoryboardPicture {
  startSeconds: number;
  endSeconds: number;
  sheet: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Reads a storyboard's WebVTT; what is no picture of a sheet is left out. */
export function readStoryboard(text: string, address: string): StoryboardPicture[] {
  return text.split(/\n\n+/).flatMap((block) => {
    const found = /^([\d:.]+) --> ([\d:.]+)\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)/m.exec(block);
    const [start, end] = [readTime(found?.[1] ?? ""), readTime(found?.[2] ?? "")];
    if (!found || start === null || end === null) return [];
    const [x = 0, y = 0, width = 0, height = 0] = found.slice(4, 8).map(Number);
    return [
      { startSeconds: start, endSeconds: end, sheet: new URL(found[3] ?? "", address).href, x, y, width, height },
    ];
  });
}

/** The pictures of a video, from the edge. */
export const storyboardQuery = (address: string | null) =>
  queryOptions({
    queryKey: ["storyboard", address],
    enabled: address !== null,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      if (address === null) return [];
      const response = await fetch(address, { signal, credentials: "omit" });
      if (!response.ok) throw new Error(`The storyboard could not be read (${response.status}).`);
      return readStoryboard(await response.text(), address);
    },
  });

/** The picture nearest to a moment. */
export const pictureAt = (pictures: readonly StoryboardPicture[], seconds: number): StoryboardPicture | null =>
  pictures.find(({ endSeconds }) => seconds < endSeconds) ?? pictures.at(-1) ?? null;
