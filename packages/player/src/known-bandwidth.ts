import type Hls from "hls.js";
import type { HlsConfig } from "hls.js";
import { readStored, store } from "./stored.ts";

const KEY = "kinora:bandwidth";
const FIRST_GUESS_BITS_PER_SECOND = 3_000_000;

/**
 * What a stream begins with. Where no bandwidth is known, hls.js measures it with the first segment of the lowest level, throws that
 * away and loads the segment of the level it chose; a known one chooses that level at once.
 */
export function bandwidthSettings(): Partial<HlsConfig> {
  const known = Number(readStored(KEY));
  return known > 0 && Number.isFinite(known)
    ? { abrEwmaDefaultEstimate: known, testBandwidth: false }
    : { abrEwmaDefaultEstimate: FIRST_GUESS_BITS_PER_SECOND };
}

/** Keeps the bandwidth that was measured, for the next stream in this browser. */
export function keepBandwidth({ Events }: typeof Hls, hls: Pick<Hls, "on" | "bandwidthEstimate" | "config">): void {
  hls.on(Events.FRAG_CHANGED, () => {
    const { bandwidthEstimate: measured, config } = hls;
    // Until something is measured, it is what the stream began with.
    if (measured > 0 && measured !== config.abrEwmaDefaultEstimate) store(KEY, measured.toFixed(0));
  });
}
