import { clockTicks } from "@kinora/media/live/decode-clock.ts";

/** `720p/slate-{key}-{index}.m4s` with a decode time of the timeline's clock: `…-{clock ticks}.m4s`. */
const PLACED = /^([1-9]\d{0,4}p|source)\/slate-([0-9a-f]{10})-(\d{1,4})-(\d{1,15})\.m4s$/;

export const slateInit = (rung: string, key: string): string => `${rung}/slate-${key}.mp4`;

/** Name of a slate's stored segment. */
export const slateSegment = (rung: string, key: string, index: number): string => `${rung}/slate-${key}-${index}.m4s`;

/** Name of the segment in playlists, with its decode time on the timeline's clock, in seconds. */
export const placedSlate = (name: string, clockSeconds: number): string =>
  name.replace(/\.m4s$/, `-${clockTicks(clockSeconds)}.m4s`);

/** The stored files and the decode time of a listed slate segment; null for any other name. */
export function readSlateName(name: string): { key: string; init: string; segment: string; ticks: number } | null {
  const [, rung, key, index, ticks] = PLACED.exec(name) ?? [];
  if (rung === undefined || key === undefined) return null;
  return { key, init: slateInit(rung, key), segment: slateSegment(rung, key, Number(index)), ticks: Number(ticks) };
}

/** The slate a stored file belongs to; undefined for any other file. */
export const slateKeyOf = (name: string): string | undefined => /\/slate-([0-9a-f]{10})[-.]/.exec(name)?.[1];
