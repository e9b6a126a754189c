/** A point of a chart: a moment in milliseconds, and a value that may not be known. */
export interface ChartPoint {
  at: number;
  value: number | null;
}

/** The highest value a chart shows: a little above the most there was, so that the line has air. */
export function chartTop(points: readonly ChartPoint[], atLeast: number): number {
  const most = Math.max(0, ...points.flatMap(({ value }) => (value === null ? [] : [value])));
  return Math.max(atLeast, most * 1.15);
}

/**
 * The line of a chart as the `d` of an SVG path, in a box of `width` × `height` whose right edge is `end`. Where values
 * are not known or looks are further apart than `gapMs`, the line is broken.
 */
export function chartPath(
  points: readonly ChartPoint[],
  box: { width: number; height: number; end: number; spanMs: number; gapMs: number; top: number },
): string {
  const { width, height, end, spanMs, gapMs, top } = box;
  let before: number | null = null;
  const parts: string[] = [];
  for (const { at, value } of points) {
    if (value === null) {
      before = null;
      continue;
    }
    const x = width - ((end - at) / spanMs) * width;
    const y = height - (Math.min(value, top) / top) * height;
    parts.push(`${before === null || at - before > gapMs ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`);
    before = at;
  }
  return parts.join("");
}
