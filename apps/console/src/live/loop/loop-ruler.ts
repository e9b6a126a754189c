import { loopSchedule, loopSlots, type LoopClock } from "@kinora/domain/live/stream-loop.ts";

/** How much of the next day a ruler shows at once. */
export type RulerSpan = "hour" | "sixHours" | "day";

const HOUR_MS = 3_600_000;
/** How far ahead a loop's programme is shown, in milliseconds. */
export const PROGRAMME_MS = 24 * HOUR_MS;

export const RULER_SPANS: Record<RulerSpan, { spanMs: number; tickMinutes: number }> = {
  hour: { spanMs: HOUR_MS, tickMinutes: 5 },
  sixHours: { spanMs: 6 * HOUR_MS, tickMinutes: 15 },
  day: { spanMs: PROGRAMME_MS, tickMinutes: 60 },
};

/** The part of the programme a ruler shows. Moments are in milliseconds since 1970. */
export interface RulerView {
  /** Where the shown span begins. */
  startMs: number;
  /** The left edge: a little earlier, so that what plays now is not cut off at its marker. */
  fromMs: number;
  untilMs: number;
  widthPixels: number;
}

/** What is drawn as one: a video of the programme, or several in a row that are each too short to be seen. */
export interface RulerBlock {
  /** Index of the video; null for several. */
  item: number | null;
  startsAtMs: number;
  endsAtMs: number;
  tone: RulerTone;
}

/** What tells neighbours apart; a video has the same one in every round. */
export type RulerTone = "even" | "odd" | "last";

/** A block narrower than this, its gap of one pixel included, is drawn together with its like. */
const NARROW_PIXELS = 3;
/** The part of a span that is shown before it. */
const LEAD = 1 / 24;

/** The longest span in which a loop's videos are, on average, wide enough to be distinguished. */
export function spanFor(seconds: readonly number[]): RulerSpan {
  const played = seconds.filter((length) => length > 0);
  const averageMs = (played.reduce((sum, length) => sum + length, 0) * 1000) / Math.max(1, played.length);
  const isLegible = (span: RulerSpan) => averageMs * 24 >= RULER_SPANS[span].spanMs;
  return isLegible("day") ? "day" : isLegible("sixHours") ? "sixHours" : "hour";
}

/** The part of the programme from `startMs` on, or from now on; never outside of what is shown of it. */
export function rulerView(
  nowMs: number,
  { startMs, spanMs, widthPixels }: { startMs: number | null; spanMs: number; widthPixels: number },
): RulerView {
  const within = Math.max(nowMs, Math.min(startMs ?? nowMs, nowMs + PROGRAMME_MS - spanMs));
  return { startMs: within, fromMs: within - spanMs * LEAD, untilMs: within + spanMs, widthPixels };
}

/** Where a moment is, in pixels from the left edge; what is outside of the view is at its edge. */
export function pixelOf({ fromMs, untilMs, widthPixels }: RulerView, atMs: number): number {
  const x = ((atMs - fromMs) / (untilMs - fromMs)) * widthPixels;
  return Math.round(Math.max(0, Math.min(widthPixels, x)) * 10) / 10;
}

/** The moment at a pixel. */
export const momentOf = ({ fromMs, untilMs, widthPixels }: RulerView, x: number): number =>
  fromMs + (Math.max(0, Math.min(widthPixels - 1, x)) / widthPixels) * (untilMs - fromMs);

/** The blocks of a view in order, from what plays now on: never more than there are pixels for. */
export function rulerBlocks(clock: LoopClock, nowMs: number, view: RulerView): RulerBlock[] {
  const firstMs = Math.max(nowMs, view.fromMs);
  const [first] = loopSchedule(clock, { nowMs: firstMs, untilMs: view.untilMs, most: 1 });
  if (!first) return [];
  const narrowMs = (NARROW_PIXELS * (view.untilMs - view.fromMs)) / view.widthPixels;
  const tones = tonesOf(clock.seconds.flatMap((length, item) => (length * 1000 < narrowMs ? [] : [item])));
  // Where nothing can be distinguished there is nothing to count: a day may have tens of thousands.
  if (tones.size === 0) return [{ item: null, startsAtMs: first.startsAtMs, endsAtMs: view.untilMs, tone: "even" }];
  const blocks: RulerBlock[] = [];
  let wasNarrow = false;
  for (const { item, startsAtMs } of loopSlots(clock, firstMs)) {
    if (startsAtMs >= view.untilMs) break;
    const lengthMs = (clock.seconds[item] ?? 0) * 1000;
    const tone = tones.get(item);
    const isNarrow = tone === undefined;
    const before = blocks.at(-1);
    if (before && wasNarrow && isNarrow) {
      before.item = null;
      before.endsAtMs = startsAtMs + lengthMs;
    } else blocks.push({ item, startsAtMs, endsAtMs: startsAtMs + lengthMs, tone: tone ?? "even" });
    wasNarrow = isNarrow;
  }
  return blocks;
}

/** Tones of the videos that are seen, in their order: of an odd number of them, the last meets the first again. */
const tonesOf = (items: readonly number[]): Map<number, RulerTone> =>
  new Map(
    items.map((item, place) => {
      const meetsItsOwn = place > 0 && place % 2 === 0 && place === items.length - 1;
      return [item, meetsItsOwn ? "last" : place % 2 === 0 ? "even" : "odd"];
    }),
  );

/** The block that is on at a moment; the first for one before it. */
export const blockAt = (blocks: readonly RulerBlock[], atMs: number): RulerBlock | undefined =>
  blocks.findLast(({ startsAtMs }) => startsAtMs <= atMs) ?? blocks[0];

/** The moment a key leads to from another one; undefined for a key that leads nowhere. */
export function momentOfKey(
  key: string,
  { blocks, atMs, spanMs }: { blocks: readonly RulerBlock[]; atMs: number; spanMs: number },
): number | undefined {
  const block = blockAt(blocks, atMs);
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      // Not its last moment: lengths with fractions do not add up to the millisecond.
      return block && (blocks[blocks.indexOf(block) + 1]?.startsAtMs ?? block.endsAtMs + 1);
    case "ArrowLeft":
    case "ArrowDown":
      return block && block.startsAtMs - 1;
    case "PageDown":
      return atMs + spanMs;
    case "PageUp":
      return atMs - spanMs;
    case "Home":
      return -Infinity;
    case "End":
      return Infinity;
    default:
      return undefined;
  }
}
