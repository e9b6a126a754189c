import { PLAYLIST_ITEMS_MAX } from "../playlists/playlists.ts";

/** Videos a stream's loop can have; one may come again. A loop that follows a playlist has all of it. */
export const LOOP_ITEMS_MAX = PLAYLIST_ITEMS_MAX;

/** What a loop's clock needs to know. */
export interface LoopClock {
  /** How long each video is, in the order people gave them; 0 for one that is passed over. */
  seconds: readonly number[];
  /** When the first round began, in milliseconds since 1970. */
  sinceMs: number;
  /** Every round has an order of its own. */
  shuffle: boolean;
}

/** A video of a loop and when it begins. */
export interface LoopSlot {
  /** Index of the video. */
  item: number;
  startsAtMs: number;
}

/**
 * The videos of a loop from the one that plays now, without end: the position follows the clock, whether the loop is on air or not.
 * Empty for a loop without duration. Pure: the same before and after a restart.
 */
export function* loopSlots(clock: LoopClock, nowMs: number): Generator<LoopSlot, void, undefined> {
  const { seconds, sinceMs } = clock;
  const roundMs = seconds.reduce((sum, one) => sum + one, 0) * 1000;
  if (!(roundMs > 0)) return;
  const firstRound = Math.floor((nowMs - sinceMs) / roundMs);
  for (const { round, order } of roundOrders(clock, firstRound)) {
    let startsAtMs = sinceMs + round * roundMs;
    for (const item of order) {
      const endsAtMs = startsAtMs + (seconds[item] ?? 0) * 1000;
      if (endsAtMs > nowMs) yield { item, startsAtMs };
      startsAtMs = endsAtMs;
    }
  }
}

/** What plays now and next, in order, until `untilMs`; at most `most` of them. Pure. */
export function loopSchedule(
  clock: LoopClock,
  { nowMs, untilMs, most }: { nowMs: number; untilMs: number; most: number },
): LoopSlot[] {
  const slots: LoopSlot[] = [];
  for (const slot of loopSlots(clock, nowMs)) {
    if (slots.length >= most || slot.startsAtMs >= untilMs) break;
    slots.push(slot);
  }
  return slots;
}

/**
 * When a changed loop must have begun so that the video on air plays to its end, and what follows it in the changed order comes
 * next. A video that is no longer in the order is followed by the next one of the old order that is, or by the first one. Pure.
 *
 * @param before the loop so far; `ids` of its videos and of the changed ones, in their order.
 */
export function sinceAfterChange(
  before: LoopClock & { ids: readonly number[] },
  after: { ids: readonly number[]; seconds: readonly number[]; shuffle: boolean },
  nowMs: number,
): number {
  const [onAir] = loopSchedule(before, { nowMs, untilMs: Infinity, most: 1 });
  if (!onAir) return nowMs;
  const endsAtMs = onAir.startsAtMs + (before.seconds[onAir.item] ?? 0) * 1000;
  // Rounds in an order of their own begin with a new round.
  if (after.shuffle) return endsAtMs;
  const current = placeOf(after.ids, before.ids[onAir.item], onAir.item);
  const followers = [...before.ids.slice(onAir.item + 1), ...before.ids.slice(0, onAir.item)];
  const next =
    current < 0 ? after.ids.findIndex((id) => id === followers.find((one) => after.ids.includes(one))) : current + 1;
  const secondsBefore = after.seconds.slice(0, Math.max(0, next)).reduce((sum, one) => sum + one, 0);
  return endsAtMs - secondsBefore * 1000;
}

/** The index of an id in an order; of several indexes the nearest to `near`. -1 for none. */
function placeOf(ids: readonly number[], wanted: number | undefined, near: number): number {
  const places = ids.flatMap((id, place) => (id === wanted ? [place] : []));
  return places.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near))[0] ?? -1;
}

/** A moment at which the video plays whose start is nearest to `atMs`, right after that start; null for a loop without duration. Pure. */
export function nearestStartMs(clock: LoopClock, atMs: number): number | null {
  const starts = loopSchedule(clock, { nowMs: atMs, untilMs: Infinity, most: 2 }).map(({ startsAtMs }) => startsAtMs);
  const [start] = starts.toSorted((a, b) => Math.abs(a - atMs) - Math.abs(b - atMs));
  // By rounded sums of durations the video before it may not quite have ended.
  return start === undefined ? null : start + 1;
}

/** The rounds of a loop from one on, without end: each has the videos in its order, without those that are passed over. */
function* roundOrders({ seconds, sinceMs, shuffle }: LoopClock, firstRound: number) {
  const inOrder = seconds.flatMap((length, item) => (length > 0 ? [item] : []));
  // Two can only take turns.
  const isShuffled = shuffle && inOrder.length > 2;
  const shuffled = (round: number) =>
    inOrder
      .map((item) => ({ item, drawn: draw(sinceMs, round, item) }))
      .toSorted((one, other) => one.drawn - other.drawn)
      .map(({ item }) => item);
  let ended = isShuffled ? shuffled(firstRound - 1).at(-1) : undefined;
  for (let round = firstRound; ; round += 1) {
    const order = isShuffled ? shuffled(round) : inOrder;
    const [first, second] = order;
    // No video plays twice in a row: a round does not start with the last video of the previous one.
    if (isShuffled && first !== undefined && second !== undefined && first === ended) order.splice(0, 2, second, first);
    ended = order.at(-1);
    yield { round, order };
  }
}

/** A number that looks like chance and is the same each time: a round's order must not depend on who works it out. */
function draw(...from: number[]): number {
  let mixed = 0x9e3779b9;
  for (const one of from) {
    mixed = Math.imul(mixed ^ Math.trunc(one % 2 ** 31), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed ^= mixed >>> 16;
  }
  return mixed >>> 0;
}

/** The fields of a rendition that a loop needs. */
export interface LoopRendition {
  /** `720p`, … */
  label: string;
  shortSidePixels: number;
}

/** How a video fits a stream's ladder. */
export interface LoopFit {
  /** The rungs, each with the rendition that plays on it: its own, or the nearest. */
  rungs: { rung: string; rendition: string }[];
  /** Rungs for which another rendition is played. */
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
  // A smaller video lacks no rung: videos are not enlarged.
  const missing = rungs
    .filter(({ rung, rendition }, at) => rung !== rendition && (heights[at] ?? 0) < highest.shortSidePixels)
    .map(({ rung }) => rung);
  return { rungs, missing };
}
