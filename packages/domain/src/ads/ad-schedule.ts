import type { AdBreak, AdFrequency } from "./ad-settings.ts";

/** A break at its place in a video. */
export interface PlannedBreak<Break> {
  /** Seconds; 0 before the content, Infinity after it. */
  at: number;
  kind: "pre" | "mid" | "post";
  break: Break;
}

/** Breaks of one rule `every n minutes`, however long the video is. */
const REPEATS_MAX = 60;
/** A mid-roll this close to the end would be followed by nothing. */
const END_SECONDS = 3;

type Placed = Pick<AdBreak, "position" | "at" | "min_content_seconds">;

/**
 * The breaks of a video in playing order. Livestreams have prerolls only. While the duration is unknown (null), breaks that
 * depend on it are left out: plan again once it is known.
 */
export function planBreaks<Break extends Placed>(
  breaks: readonly Break[],
  { durationSeconds, live }: { durationSeconds: number | null; live: boolean },
): PlannedBreak<Break>[] {
  const planned = breaks.flatMap((each): PlannedBreak<Break>[] => {
    if (each.position === "pre")
      return isLongEnough(each, durationSeconds) ? [{ at: 0, kind: "pre", break: each }] : [];
    if (live || durationSeconds === null || !isLongEnough(each, durationSeconds)) return [];
    if (each.position === "post") return [{ at: Infinity, kind: "post", break: each }];
    return placesOf(each, durationSeconds)
      .filter((at) => at > 0 && at < durationSeconds - END_SECONDS)
      .map((at) => ({ at, kind: "mid", break: each }));
  });
  return planned.toSorted((one, other) => order(one.at) - order(other.at));
}

/** Infinity minus itself is not a number. */
const order = (at: number) => Math.min(at, Number.MAX_SAFE_INTEGER);

const isLongEnough = (each: Placed, durationSeconds: number | null): boolean =>
  durationSeconds === null || durationSeconds >= each.min_content_seconds;

function placesOf({ position, at }: Placed, durationSeconds: number): number[] {
  if (position === "time") return [at];
  if (position === "percent") return [(durationSeconds * at) / 100];
  const step = at * 60;
  const count = Math.min(REPEATS_MAX, Math.floor(durationSeconds / step));
  return Array.from({ length: count }, (_, index) => step * (index + 1));
}

/**
 * The mid-roll to play after moving from one second to another, by playing or by seeking, and all breaks that this settles: of
 * several breaks that were passed at once, only the last is played.
 */
export function dueMidroll<Break>(
  planned: readonly PlannedBreak<Break>[],
  settled: ReadonlySet<PlannedBreak<Break>>,
  from: number,
  to: number,
): { play: PlannedBreak<Break>; settles: PlannedBreak<Break>[] } | null {
  const settles = planned.filter(
    (each) => each.kind === "mid" && !settled.has(each) && each.at > from && each.at <= to,
  );
  const play = settles.at(-1);
  return play ? { play, settles } : null;
}

/** The break that is played when the operator of a livestream asks for one: the first within the content, or else before it. */
export const cuedBreak = <Break extends Pick<AdBreak, "position">>(breaks: readonly Break[]): Break | null =>
  breaks.find(({ position }) => position !== "pre" && position !== "post") ??
  breaks.find(({ position }) => position === "pre") ??
  null;

/** What a browser remembers of the ads it showed for a project. */
export interface AdHistory {
  /** Views since the last one with ads, not counting this one; null when there was none. */
  viewsSinceAds: number | null;
  /** Milliseconds since 1970; null when there was none. */
  lastAdAt: number | null;
}

/** Whether a view may have ads: the first one may, then one in `n`. */
export const viewMayHaveAds = (frequency: AdFrequency, { viewsSinceAds }: AdHistory): boolean =>
  frequency.kind !== "views" || viewsSinceAds === null || viewsSinceAds + 1 >= frequency.n;

/** Whether a break may be played now: `n` minutes after the ad before it. */
export const breakMayPlay = (frequency: AdFrequency, { lastAdAt }: AdHistory, now: number): boolean =>
  frequency.kind !== "minutes" || lastAdAt === null || now < lastAdAt || now - lastAdAt >= frequency.n * 60_000;
