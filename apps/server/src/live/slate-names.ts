import { clockTicks } from "@kinora/media/live/decodeClock.ts";

/** `720p/slate-{key}-{index}.m4s` as it stands at a moment of the timeline's clock: `…-{clock ticks}.m4s`. */
const PLACED = /^([1-9]\d{0,4}p|source)\/slate-([0-9a-f]{10})-(\d{1,4})-(\d{1,15})\.m4s$/;

export const slateInit = (rung: string, key: string): string => `${rung}/slate-${key}.mp4`;

/** A segment of a slate as it is stored. */
export const slateSegment = (rung: string, key: string, index: number): string => `${rung}/slate-${key}-${index}.m4s`;

/** The same as playlists list it: decoded from a moment of the timeline's clock on, in seconds. */
export const placedSlate = (name: string, clockSeconds: number): string =>
  name.replace(/\.m4s$/, `-${clockTicks(clockSeconds)}.m4s`);

/** What a listed segment of a slate is made of; null for any other name. */
export function readSlateName(name: string): { key: string; init: string; segment: string; ticks: number } | null {
  const [, rung, key, index, ticks] = PLACED.exec(name) ?? [];
  if (rung === undefined || key === undefined) return null;
  return { key, init: slateInit(rung, key), segment: slateSegment(rung, key, Number(index)), ticks: Number(ticks) };
}

/** The slate a stored file belongs to; undefined for any other file. */
export const slateKeyOf = (name: string): string | undefined => /\/slate-([0-9a-f]{10})[-.]/.exec(name)?.[1];
