/** Videos a stream's loop can have; one may come again. */
export const LOOP_ITEMS_MAX = 200;

/** Where a loop stands at a moment. */
export interface LoopPosition {
  /** Index of the video. */
  item: number;
  /** Seconds since it began. */
  offsetSeconds: number;
}

/**
 * Where a loop stands: it goes on by the clock whether or not anybody is shown it, as a channel does. Pure.
 *
 * @param sinceMs when its first video began, in milliseconds since 1970.
 * @returns null for a loop of no length.
 */
export function loopPosition(seconds: readonly number[], sinceMs: number, nowMs: number): LoopPosition | null {
  const total = seconds.reduce((sum, one) => sum + one, 0);
  if (!(total > 0)) return null;
  const elapsed = (nowMs - sinceMs) / 1000;
  let left = ((elapsed % total) + total) % total;
  for (const [item, length] of seconds.entries()) {
    if (left < length) return { item, offsetSeconds: left };
    left -= length;
  }
  return { item: 0, offsetSeconds: 0 };
}

/** A video of a loop and when it begins. */
export interface LoopSlot {
  item: number;
  startsAtMs: number;
}

/** What plays now and next, in order, until `untilMs`; at most `most` of them. Pure. */
export function loopSchedule(
  seconds: readonly number[],
  sinceMs: number,
  { nowMs, untilMs, most }: { nowMs: number; untilMs: number; most: number },
): LoopSlot[] {
  const slots: LoopSlot[] = [];
  const now = loopPosition(seconds, sinceMs, nowMs);
  if (!now) return slots;
  let item = now.item;
  let startsAtMs = nowMs - now.offsetSeconds * 1000;
  while (slots.length < most && startsAtMs < untilMs) {
    const lengthMs = (seconds[item] ?? 0) * 1000;
    // What is passed over takes no time and no place.
    if (lengthMs > 0) slots.push({ item, startsAtMs });
    startsAtMs += lengthMs;
    item = (item + 1) % seconds.length;
  }
  return slots;
}

/** A rendition of a video, as a loop looks at it. */
export interface LoopRendition {
  /** `720p`, … */
  label: string;
  shortSidePixels: number;
}

/** How a video fits a stream's ladder. */
export interface LoopFit {
  /** The rungs, each with the rendition that plays on it: its own, or the nearest. */
  rungs: { rung: string; rendition: string }[];
  /** Rungs for which another stands in. */
  missing: string[];
}

/** A picture larger than this is not looped where the encoder's own size goes through: it would be more than most send. */
const LARGEST_PASS_THROUGH = 1080;

/**
 * Which renditions play on which rung of a stream's ladder; nothing is encoded for it. Pure.
 *
 * @param heights of the ladder, lowest first; none for a pass-through, which has one rung, `source`.
 * @returns null for a video with no rendition.
 */
export function fitLoop(heights: readonly number[], renditions: readonly LoopRendition[]): LoopFit | null {
  const ascending = renditions.toSorted((a, b) => a.shortSidePixels - b.shortSidePixels);
  const [lowest] = ascending;
  const highest = ascending.at(-1);
  if (!lowest || !highest) return null;
  const nearest = (pixels: number) => ascending.findLast((one) => one.shortSidePixels <= pixels) ?? lowest;
  if (heights.length === 0)
    return { rungs: [{ rung: "source", rendition: nearest(LARGEST_PASS_THROUGH).label }], missing: [] };
  const rungs = heights.map((pixels) => ({ rung: `${pixels}p`, rendition: nearest(pixels).label }));
  // A video that is itself smaller misses nothing: nobody enlarges pictures.
  const missing = rungs
    .filter(({ rung, rendition }, at) => rung !== rendition && (heights[at] ?? 0) < highest.shortSidePixels)
    .map(({ rung }) => rung);
  return { rungs, missing };
}
