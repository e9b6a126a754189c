/** Positions of a watermark in the picture: nine, row by row. */
export const WATERMARK_POSITIONS = [
  "top_left",
  "top",
  "top_right",
  "left",
  "center",
  "right",
  "bottom_left",
  "bottom",
  "bottom_right",
] as const;
export type WatermarkPosition = (typeof WATERMARK_POSITIONS)[number];

/** How a watermark lies on a video, whatever the video's size. */
export interface WatermarkLayout {
  position: WatermarkPosition;
  /** Percent; 100 covers what is below. */
  opacity: number;
  /** Of the watermark's longer side, in percent of the video's shorter side: as large in portrait as in landscape. */
  size: number;
  /** To the nearest edges, in percent of the video's shorter side. */
  margin: number;
}

/** Whole percents each value may have. */
export const WATERMARK_RANGES = {
  opacity: { min: 5, max: 100 },
  size: { min: 2, max: 100 },
  margin: { min: 0, max: 25 },
} as const;

/** What a watermark begins with: readable on a phone, and above the controls of most players. */
export const defaultWatermarkLayout: WatermarkLayout = { position: "bottom_right", opacity: 70, size: 16, margin: 5 };

/** Largest file a watermark is made of, in bytes. */
export const WATERMARK_MAXIMUM_BYTES = 5 * 1024 * 1024;

interface Size {
  width: number;
  height: number;
}

/**
 * Where a watermark of this shape lies on a frame, in pixels. Left and top are even, because the colours of 4:2:0 are shared by
 * two pixels each way; a margin that leaves too little room gives way, so nothing is ever cut off. Pure.
 */
export function placeWatermark(
  frame: Size,
  picture: Size,
  { position, size, margin }: Pick<WatermarkLayout, "position" | "size" | "margin">,
): Size & { left: number; top: number } {
  const shortSide = Math.min(frame.width, frame.height);
  const scale = (shortSide * size) / 100 / Math.max(picture.width, picture.height);
  const side = (pixels: number) => Math.max(2, Math.round(pixels * scale));
  const [width, height] = [side(picture.width), side(picture.height)];
  const gap = (shortSide * margin) / 100;
  const along = (room: number, place: "start" | "middle" | "end") => {
    if (place === "middle") return toEven(room / 2);
    const kept = Math.max(0, Math.min(gap, room));
    return toEven(place === "start" ? kept : room - kept);
  };
  return {
    width,
    height,
    left: along(frame.width - width, columnOf(position)),
    top: along(frame.height - height, rowOf(position)),
  };
}

const toEven = (pixels: number) => Math.max(0, Math.floor(pixels / 2) * 2);

const columnOf = (position: WatermarkPosition) =>
  position.endsWith("left") ? "start" : position.endsWith("right") ? "end" : "middle";

const rowOf = (position: WatermarkPosition) =>
  position.startsWith("top") ? "start" : position.startsWith("bottom") ? "end" : "middle";
