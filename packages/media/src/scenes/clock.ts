import { fileURLToPath } from "node:url";
import { mediaFilters } from "../tools/capabilities.ts";
import type { Frame } from "./layers.ts";

/** Inter Medium with the characters of ASCII, which `drawtext` can read; inter-license.txt is beside it. */
export const CLOCK_FONT = fileURLToPath(new URL("inter-medium-ascii.ttf", import.meta.url));

/** Whether this ffmpeg can write text. */
export async function canWrite(): Promise<boolean> {
  return (await mediaFilters()).has("drawtext");
}

/** A red mark and the time of each frame, small, in the lower left corner. */
export function clock({ height }: Pick<Frame, "height">): string {
  const size = Math.max(12, 2 * Math.round(height / 48));
  const margin = Math.round(size * 1.2);
  const mark = Math.round(size * 0.42);
  const top = height - margin - size;
  return [
    `drawbox=x=${margin}:y=${top + Math.round((size * 0.74 - mark) / 2)}:w=${mark}:h=${mark}:color=0xe5484d:t=fill`,
    `drawtext=fontfile=${escapedValue(CLOCK_FONT)}:fontsize=${size}:fontcolor=white:x=${margin + Math.round(mark * 2)}:y=${top}:text='%{pts\\:hms}'`,
  ].join(",");
}

/** Escapes an option's value for its filter, then for the graph (ffmpeg-filters, "Notes on filtergraph escaping"). */
export function escapedValue(value: string): string {
  return value.replace(/[\\':]/g, "\\$&").replace(/[\\'[\],;]/g, "\\$&");
}
