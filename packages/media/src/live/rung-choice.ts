import type { LiveInit } from "./fragment-reader.ts";
import type { LiveRung, OfferedRung } from "./timeline-segment.ts";

/** Size of a rung for finding the nearest one; 0 when it is unknown. */
export function shortSideOf(label: string, rungs: readonly LiveRung[]): number {
  const known = rungs.find((rung) => rung.label === label);
  const pixels = known ? Math.min(known.width, known.height) : 0;
  return pixels > 0 ? pixels : Number(/^(\d{1,5})p$/.exec(label)?.[1] ?? 0);
}

/** The rung listed for another: itself where the source offers it, else the largest that is not larger, else the smallest. */
export function chooseRung(offered: readonly OfferedRung[], label: string, rungs: readonly LiveRung[]): string | null {
  if (offered.some((one) => one.label === label)) return label;
  const pixels = shortSideOf(label, rungs);
  const ascending = offered.toSorted((a, b) => a.shortSidePixels - b.shortSidePixels);
  return (ascending.findLast((one) => one.shortSidePixels <= pixels) ?? ascending[0])?.label ?? null;
}

/** The ladder with the encoder's figures instead of the planned ones. */
export function learnRungs(rungs: readonly LiveRung[], inits: ReadonlyMap<string, LiveInit>): readonly LiveRung[] {
  const known = new Map(rungs.map((rung) => [rung.label, rung]));
  for (const [label, { codecs, width, height, frameRate, bitrate }] of inits) {
    const { peakBitrate = Math.ceil(bitrate * 1.5), averageBitrate = bitrate } = known.get(label) ?? {};
    known.set(label, { label, codecs, width, height, frameRate, peakBitrate, averageBitrate });
  }
  return [...known.values()];
}

/** A file name relative to a rung's folder; absolute names stay. */
export function fromRung(name: string, rung: string): string {
  if (name.startsWith("/") || /^[a-z][a-z0-9+.-]*:/i.test(name)) return name;
  return name.startsWith(`${rung}/`) ? name.slice(rung.length + 1) : `../${name}`;
}
