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

/** Five steps of one hue in percent: areas and lines differ by their lightness. */
const STEPS = [100, 70, 46, 28, 14] as const;

/** How much of the hue a series has, by its place. */
export const stepOf = (place: number): number => STEPS[place] ?? STEPS[4];

/** The values that are known. */
const known = (series: readonly ChartSeries[]): number[] =>
  series.flatMap(({ values }) => values.filter((value) => value !== null));

/**
 * From where to where a chart reaches: from 0, or from its least value where that is below, to a little more than its
 * greatest, and at least to `atLeast`.
 */
export function rangeOf(series: readonly ChartSeries[], atLeast: number): [from: number, to: number] {
  const values = known(series);
  return [Math.min(0, ...values), Math.max(atLeast, Math.max(0, ...values) * 1.15)];
}

/** Rows of the table behind a chart: all moments, or evenly chosen ones of many, the last always among them. */
export function tableRows(times: readonly number[], most: number): number[] {
  const step = Math.max(1, Math.ceil(times.length / most));
  return times.flatMap((_, index) => ((times.length - 1 - index) % step === 0 ? [index] : []));
}
