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

/** The frame in DEFAULT_PLAYER_SETTINGS: menus of lists need no other setting. */
export const USUAL_FRAME: PlayerFrame = { aspect: "16:9", fixed_size: false, frame_width: 640, frame_height: 360 };

interface Size {
  width: number;
  height: number;
}

/** The shape of a player's frame: two numbers in its ratio. `picture` is the video's size, null while it is not known. */
export function shapeOf(aspect: PlayerFrame["aspect"], picture: Size | null): Size {
  if (aspect === "auto") return picture ?? { width: 16, height: 9 };
  const [width = 16, height = 9] = aspect.split(":").map(Number);
  return { width, height };
}

/** The shape of the whole frame, also of one with a fixed size. */
export const frameShape = ({ aspect, fixed_size: fixed, frame_width, frame_height }: PlayerFrame): Size =>
  fixed ? { width: frame_width, height: frame_height } : shapeOf(aspect, null);

/** The same as a CSS ratio. */
export function ratioOf(aspect: PlayerFrame["aspect"], picture: Size | null): string {
  const { width, height } = shapeOf(aspect, picture);
  return `${width}/${height}`;
}

/** The size of an item's picture; null while one side is not known. */
export const pictureSize = (item: { width: number | null; height: number | null } | null): Size | null =>
  item?.width && item.height ? { width: item.width, height: item.height } : null;

/** The frame of a player in the codes of a video, of which `picture` is the size; null while it is not known. */
export const frameInCodes = (
  { aspect, fixed_size: fixed, frame_width: width, frame_height: height }: PlayerFrame,
  picture: Size | null,
): Pick<EmbedOptions, "size" | "aspect"> =>
  fixed ? { size: { width, height } } : { size: null, aspect: ratioOf(aspect, picture) };
