import { useEffect, useRef } from "react";
import uPlot, { type AlignedData, type Options, type Series } from "uplot";
import { fillOf, levelsOf, stepOf, withoutLast, type ChartData } from "./chart-data.ts";
import "uplot/dist/uPlot.min.css";
import styles from "./Chart.module.css";

interface ChartCanvasProps {
  data: ChartData;
  kind: "lines" | "stack";
  /** The moments at its edges, in milliseconds, and the values at its bottom and top. */
  x: readonly [number, number];
  y: readonly [number, number];
  height: number;
  target: number | undefined;
  /** Whether its last point is not over yet. */
  unfinished: boolean;
  group: string | undefined;
  /** The moment under the crosshair in milliseconds; null without one. */
  onPoint: (at: number | null) => void;
}

/** What draws a chart: a uPlot instance that lives as long as the chart has the same series. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { data, kind, height, group, unfinished } = props;
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  const count = data.series.length;
  const lone = data.times.length === 1;
  useEffect(() => {
    const parent = element.current;
    if (!parent || !canDraw()) return;
    const options = optionsOf(latest, parent, { kind, height, group, count, lone, unfinished });
    const made = new uPlot(options, dataOf(latest.current.data, kind, unfinished), parent);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: parent.clientWidth, height }));
    observer.observe(parent);
    const scheme = new MutationObserver(() => made.redraw());
    scheme.observe(document.documentElement, { attributeFilter: ["data-mantine-color-scheme"] });
    const forced = matchMedia("(forced-colors: active)");
    const redraw = () => made.redraw();
    forced.addEventListener("change", redraw);
    return () => {
      forced.removeEventListener("change", redraw);
      observer.disconnect();
      scheme.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [kind, height, group, count, lone, unfinished]);

  useEffect(() => {
    plot.current?.setData(dataOf(data, kind, unfinished));
  }, [data, kind, unfinished]);
  return <div ref={element} className={styles["canvas"]} />;
}

/**
 * Whether the browser gives a canvas something to draw with (HTML Standard, 4.12.5: `getContext` may return null, as where
 * memory is short). Without it a chart still has its value, its words and its table.
 */
const canDraw = (): boolean => document.createElement("canvas").getContext("2d") !== null;

/** uPlot counts seconds, and draws the highest area first. What is not over yet is drawn as further lines. */
const dataOf = (data: ChartData, kind: ChartCanvasProps["kind"], unfinished: boolean): AlignedData => {
  const seconds = data.times.map((time) => time / 1000);
  const { done, rest } = unfinished && kind === "lines" ? withoutLast(data) : { done: data.series, rest: [] };
  const lines = [...done, ...rest].map(({ values }) => [...values]);
  return [seconds, ...(kind === "stack" ? lines.toReversed() : lines)];
};

interface Drawing extends Pick<ChartCanvasProps, "kind" | "height" | "group" | "unfinished"> {
  /** How many series there are. */
  count: number;
  /** Whether there is one point only, of which no line is made. */
  lone: boolean;
}

/** The lines or areas, and the dashed lines of what is not over yet. The first of several lines has an area below it. */
function seriesOf({ kind, count, lone, unfinished }: Drawing, colour: (name: string) => string): [Series, ...Series[]] {
  const step = (index: number) => (kind === "stack" ? fillOf(count - 1 - index) : stepOf(index));
  const shade = (index: number) => () =>
    `color-mix(in srgb, ${colour("--kinora-chart-1")} ${step(index)}%, ${colour("--mantine-color-body")})`;
  const wash = (percent: number) => () => `color-mix(in srgb, ${colour("--kinora-chart-1")} ${percent}%, transparent)`;
  const line = (index: number): Series => ({
    width: 1.5,
    points: { show: lone, size: 6 },
    // The light areas of a stack are seen by their edge, which has the contrast that they lack.
    ...(kind === "stack" ? { stroke: () => colour("--kinora-chart-1"), fill: shade(index) } : { stroke: shade(index) }),
    ...(kind === "lines" && index === 0 ? { fill: wash(12) } : {}),
  });
  const dashed = (index: number): Series => ({
    ...line(index),
    dash: [4, 4],
    ...(index === 0 ? { fill: wash(6) } : {}),
  });
  const indexes = Array.from({ length: count }, (_, index) => index);
  return [{}, ...indexes.map(line), ...(unfinished && kind === "lines" ? indexes.map(dashed) : [])];
}

function optionsOf(latest: { current: ChartCanvasProps }, parent: HTMLElement, drawing: Drawing): Options {
  const { height, group } = drawing;
  const colour = (name: string) => getComputedStyle(parent).getPropertyValue(name).trim();
  return {
    width: parent.clientWidth || 300,
    height,
    padding: [2, 0, 1, 0],
    legend: { show: false },
    axes: [
      { show: false },
      {
        size: 0,
        ticks: { show: false },
        values: () => [],
        splits: () => levelsOf(latest.current.y),
        grid: { stroke: () => colour("--kinora-line"), width: 1 },
      },
    ],
    scales: {
      x: { range: () => [latest.current.x[0] / 1000, latest.current.x[1] / 1000] },
      y: { range: () => [...latest.current.y] },
    },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 6 },
      ...(group === undefined ? {} : { sync: { key: group, setSeries: false } }),
    },
    series: seriesOf(drawing, colour),
    hooks: {
      setCursor: [
        ({ cursor: { left = -1 }, posToVal }) => latest.current.onPoint(left < 0 ? null : posToVal(left, "x") * 1000),
      ],
      draw: [
        (plot) => {
          if (drawing.kind === "stack" && drawing.unfinished) veilLast(plot, colour("--mantine-color-body"));
          drawTarget(plot, latest.current.target, colour("--kinora-muted"));
        },
      ],
    },
  };
}

/** A dashed line at a value worth reaching. */
function drawTarget({ ctx, bbox, valToPos }: uPlot, target: number | undefined, colour: string): void {
  if (target === undefined) return;
  const y = Math.round(valToPos(target, "y", true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.setLineDash([4, 4]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

/** Makes the last part of a stack pale: it is not over yet. */
function veilLast({ ctx, bbox, data: [times], valToPos }: uPlot, colour: string): void {
  const [before, last] = [times.at(-2), times.at(-1)];
  if (before === undefined || last === undefined) return;
  const left = valToPos(before, "x", true);
  ctx.save();
  ctx.globalAlpha = 0.55;
  ctx.fillStyle = colour;
  ctx.fillRect(left, bbox.top, valToPos(last, "x", true) - left, bbox.height);
  ctx.restore();
}
