import { shareOf } from "./reports.ts";

/** Days of which the adviser counts what was watched; views are kept for longer. */
export const ADVICE_DAYS = 30;

/** Less time watched than this says nothing about a ladder. */
const ENOUGH_SECONDS = 36_000;
/** A rendition is hardly watched below this share of the time, and large from that share of the storage on. */
const HARDLY = 0.02;
const LARGE = 0.1;

/** What a project has of a rendition, and how much of it was watched. */
export interface RungUse {
  label: string;
  /** Videos that have it. */
  videos: number;
  bytes: number;
  watched_seconds: number;
  /** Plays that showed it. */
  plays: number;
}

/**
 * `drop`: it is hardly watched and takes much storage; `lowest`: slow connections have nothing else; `keep`: it is watched, or takes little;
 * `unknown`: too little was watched to say.
 */
export type RungAdvice = "drop" | "lowest" | "keep" | "unknown";

export interface AdvisedRung extends RungUse {
  /** Of all renditions; null of nothing. */
  stored_share: number | null;
  watched_share: number | null;
  /** What its viewers would get instead: the rendition below it; null for the lowest. */
  instead: string | null;
  advice: RungAdvice;
}

/** What each rendition is worth, the lowest first as they are given. */
export function adviseRungs(rungs: readonly RungUse[]): AdvisedRung[] {
  const total = (of: (rung: RungUse) => number) => rungs.reduce((sum, rung) => sum + of(rung), 0);
  const [bytes, watched] = [total((rung) => rung.bytes), total((rung) => rung.watched_seconds)];
  return rungs.map((rung, place) => {
    const stored = shareOf(rung.bytes, bytes);
    const seen = shareOf(rung.watched_seconds, watched);
    return {
      ...rung,
      stored_share: stored,
      watched_share: seen,
      instead: rungs[place - 1]?.label ?? null,
      advice: adviceOf(place, stored ?? 0, seen ?? 0, watched),
    };
  });
}

function adviceOf(place: number, stored: number, seen: number, watched: number): RungAdvice {
  if (place === 0) return "lowest";
  if (watched < ENOUGH_SECONDS) return "unknown";
  return seen < HARDLY && stored >= LARGE ? "drop" : "keep";
}
