import { formatNumber } from "./numbers.ts";

/** Hair space (U+200A), which keeps the sign of a picture's size off its numbers. */
const HAIR = "\u200A";

/** A picture's size in pixels: `1280 × 720`, with hair spaces. */
export const formatPixels = (width: number, height: number): string => `${width}${HAIR}×${HAIR}${height}`;

/** A bitrate, given in bits per second: `878 kbps`, from 1,000 kbps on `4.5 Mbps`. */
export function formatBitrate(bitsPerSecond: number): string {
  const kilobits = Math.round(bitsPerSecond / 1000);
  return kilobits < 1000 ? `${kilobits} kbps` : `${formatNumber(Math.round(kilobits / 100) / 10)} Mbps`;
}
