import type { EmbedOptions } from "../playback/embed.ts";
import type { PlayerSettings } from "./settings.ts";

/** What a player says of its frame on a page. */
export type PlayerFrame = Pick<PlayerSettings, "aspect" | "fixed_size" | "frame_width" | "frame_height">;

/** Those settings alone. */
export const frameOf = ({ aspect, fixed_size, frame_width, frame_height }: PlayerSettings): PlayerFrame => ({
  aspect,
  fixed_size,
  frame_width,
  frame_height,
});

/** The shape of a player's frame as a CSS ratio; `picture` is the video's size, null while it is not known. */
export function ratioOf(aspect: PlayerFrame["aspect"], picture: { width: number; height: number } | null): string {
  if (aspect !== "auto") return aspect.replace(":", "/");
  return picture ? `${picture.width}/${picture.height}` : "16/9";
}

/** The frame of a player in the codes of a video, of which `picture` is the size; null while it is not known. */
export const frameInCodes = (
  { aspect, fixed_size: fixed, frame_width: width, frame_height: height }: PlayerFrame,
  picture: { width: number; height: number } | null,
): Pick<EmbedOptions, "size" | "aspect"> =>
  fixed ? { size: { width, height } } : { size: null, aspect: ratioOf(aspect, picture) };
