/** A line or an area of a chart: a value for each moment, null where it is not known. */
export interface ChartSeries {
  label: string;
  values: readonly (number | null)[];
}

/** Moments in milliseconds since 1970, ascending, and what was measured at each of them. */
export interface ChartData {
  times: readonly number[];
  series: readonly ChartSeries[];
}

/** The data with an unknown value between moments further apart than `gapMs`, so that no line joins them. */
export function withGaps({ times, series }: ChartData, gapMs: number): ChartData {
  const kept: (number | null)[] = [];
  times.forEach((_, index) => {
    if (index > 0 && (times[index] ?? 0) - (times[index - 1] ?? 0) > gapMs) kept.push(null);
    kept.push(index);
  });
  const momentOf = (at: number | null, place: number): number =>
    at === null ? (times[(kept[place + 1] ?? 1) - 1] ?? 0) + 1 : (times[at] ?? 0);
  return {
    times: kept.map(momentOf),
    series: series.map(({ label, values }) => ({
      label,
      values: kept.map((at) => (at === null ? null : (values[at] ?? null))),
    })),
  };
}

/** Each series on top of those before it; what is not known counts as nothing. */
export function stacked(series: readonly ChartSeries[]): ChartSeries[] {
  const below: number[] = [];
  return series.map(({ label, values }) => ({
    label,
    values: values.map((value, index) => (below[index] = (below[index] ?? 0) + (value ?? 0))),
  }));
}

/** What a chart's caption says: the sum of a stack's areas, or the first of several lines. */
export const captioned = (series: readonly ChartSeries[], kind: "lines" | "stack"): readonly (number | null)[] =>
  (kind === "stack" ? stacked(series).at(-1) : series[0])?.values ?? [];

/** Five steps of one hue in percent: lines differ by their lightness, as areas do. */
const STEPS = [100, 70, 46, 28, 14] as const;

/** How much of the hue a line has, by its place. */
export const stepOf = (place: number): number => STEPS[place] ?? STEPS[4];

const FILLS = [40, 28, 18, 11, 6] as const;

/** How much of the hue an area of a stack has, by its place; its edge has all of it. */
export const fillOf = (place: number): number => FILLS[place] ?? FILLS[4];

/** The values that are known. */
const known = (series: readonly ChartSeries[]): number[] =>
  series.flatMap(({ values }) => values.filter((value) => value !== null));

/** Round numbers of which the half is round, too; from 1 to 10 the half has to be a whole number. */
const ROUND = [1, 2, 3, 4, 6, 8, 10] as const;
const ROUND_AND_EVEN = [2, 4, 6, 8, 10] as const;

/** The least round number that is not below a value. @param unit what is counted, such as 3,600 for hours of seconds. */
export function roundUp(value: number, unit = 1): number {
  const ten = 10 ** Math.floor(Math.log10(value / unit));
  const steps = ten === 1 ? ROUND_AND_EVEN : ROUND;
  // Compared with some slack: 0.3 / 0.1 is a little less than 3.
  const step = steps.find((each) => each * ten * unit >= value * (1 - 1e-9)) ?? 10;
  // Powers below 1 are divided by, which leaves no digits behind.
  return ten < 1 ? (step * unit) / Math.round(1 / ten) : step * ten * unit;
}

/**
 * From where to where a chart reaches: from 0, or from below its least value, to a round number that is not below its
 * greatest value or `atLeast`. @param unitOf what the greatest value is counted in.
 */
export function rangeOf(
  series: readonly ChartSeries[],
  atLeast: number,
  unitOf: (most: number) => number = () => 1,
): [from: number, to: number] {
  const values = known(series);
  const most = Math.max(atLeast, ...values);
  const least = Math.min(0, ...values);
  return [least < 0 ? -roundUp(-least, unitOf(-least)) : 0, roundUp(most, unitOf(most))];
}

/** The values that are named at the side: 0 or the least, the middle and the top. */
export const levelsOf = ([bottom, top]: readonly [number, number]): [number, number, number] => [
  bottom,
  bottom < 0 ? 0 : top / 2,
  top,
];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** What is this far apart is drawn by the day. */
const DAILY_MS = 20 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;
const DAY_STEPS = [1, 2, 7, 14, 28, 56, 91, 182] as const;
/** Ticks have no seconds in their names: those of one minute would have the same. */
const TIME_STEPS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24, 48, 168].map((hours) => hours * HOUR_MS),
] as const;
const TICKS_MAX = 7;
/** The share of the axis next to each of its ends where no tick fits beside the name of the end. */
const EDGE_SHARE = 0.16;

/**
 * The moments that are named between the ends of an axis, in milliseconds: days in steps of 1, 2, 7, 14, … from the
 * first one where points are a day or more apart, else round times.
 */
export function ticksOf(times: readonly number[], from: number, to: number): { at: number; daily: boolean }[] {
  const daily = (times[1] ?? 0) - (times[0] ?? 0) >= DAILY_MS;
  const fits = (stepMs: number) => (to - from) / stepMs <= TICKS_MAX;
  const stepMs = daily
    ? (DAY_STEPS.map((days) => days * DAY_MS).find(fits) ?? (to - from) / TICKS_MAX)
    : (TIME_STEPS_MS.find(fits) ?? (to - from) / TICKS_MAX);
  const first = daily ? from : Math.ceil(from / stepMs) * stepMs;
  // A day of a zone may have 23 or 25 hours: its own point is the nearest one.
  const own = (wanted: number) => times.find((time) => Math.abs(time - wanted) < DAILY_MS / 8) ?? wanted;
  return Array.from({ length: TICKS_MAX + 1 }, (_, place) => first + place * stepMs)
    .map((wanted) => (daily ? own(wanted) : wanted))
    .filter((at) => at >= from + (to - from) * EDGE_SHARE && at <= to - (to - from) * EDGE_SHARE)
    .map((at) => ({ at, daily: daily || stepMs >= DAY_MS }));
}

/** Lines without their last point, and the last part of each, which is drawn in another way while it is not over. */
export function withoutLast({ times, series }: ChartData): { done: ChartSeries[]; rest: ChartSeries[] } {
  const end = times.length - 1;
  const only = (values: readonly (number | null)[], keeps: (place: number) => boolean) =>
    values.map((value, place) => (keeps(place) ? value : null));
  return {
    done: series.map(({ label, values }) => ({ label, values: only(values, (place) => place < end) })),
    rest: series.map(({ label, values }) => ({ label, values: only(values, (place) => place >= end - 1) })),
  };
}

/** Rows of the table of a chart: all moments, or evenly chosen ones of many, the last always among them. */
export function tableRows(times: readonly number[], most: number): number[] {
  const step = Math.max(1, Math.ceil(times.length / most));
  return times.flatMap((_, index) => ((times.length - 1 - index) % step === 0 ? [index] : []));
}
