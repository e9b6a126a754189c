/** Videos a stream's loop can have; one may come again. */
export const LOOP_ITEMS_MAX = 200;

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
 * What plays now and everything after, without end: a loop goes on by the clock whether or not anybody is shown it, as a channel
 * does. Nothing for a loop of no length. Pure: whoever asks, now or after a restart, is told the same.
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
    // Nobody sees a video twice in a row: what ended the last round does not begin this one.
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
