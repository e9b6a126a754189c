import { useEffect, useRef } from "react";
import uPlot, { type AlignedData, type Options, type Series } from "uplot";
import { stepOf, type ChartData } from "./chart-data.ts";
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
  group: string | undefined;
  /** The moment under the crosshair in milliseconds; null without one. */
  onPoint: (at: number | null) => void;
}

/** What draws a chart: a uPlot instance that lives as long as the chart has the same series. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { data, kind, height, group } = props;
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  const count = data.series.length;
  useEffect(() => {
    const parent = element.current;
    if (!parent) return;
    const options = optionsOf(latest, parent, { kind, height, group, count });
    const made = new uPlot(options, dataOf(latest.current.data, kind), parent);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: parent.clientWidth, height }));
    observer.observe(parent);
    const scheme = new MutationObserver(() => made.redraw());
    scheme.observe(document.documentElement, { attributeFilter: ["data-mantine-color-scheme"] });
    return () => {
      observer.disconnect();
      scheme.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [kind, height, group, count]);

  useEffect(() => {
    plot.current?.setData(dataOf(data, kind));
  }, [data, kind]);
  return <div ref={element} className={styles["canvas"]} />;
}

/** uPlot counts seconds, and draws the highest area first. */
const dataOf = ({ times, series }: ChartData, kind: ChartCanvasProps["kind"]): AlignedData => {
  const lines = series.map(({ values }) => [...values]);
  return [times.map((time) => time / 1000), ...(kind === "stack" ? lines.toReversed() : lines)];
};

function optionsOf(
  latest: { current: ChartCanvasProps },
  parent: HTMLElement,
  { kind, height, group, count }: Pick<ChartCanvasProps, "kind" | "height" | "group"> & { count: number },
): Options {
  const colour = (name: string) => getComputedStyle(parent).getPropertyValue(name).trim();
  const step = (index: number) => stepOf(kind === "stack" ? count - 1 - index : index);
  const shade = (index: number) => () =>
    `color-mix(in srgb, ${colour("--kinora-chart-1")} ${step(index)}%, ${colour("--mantine-color-body")})`;
  const line = (index: number): Series => ({
    width: 1.5,
    points: { show: false },
    // The light areas of a stack are seen by their edge, which has the contrast that they lack.
    ...(kind === "stack" ? { stroke: () => colour("--kinora-chart-1"), fill: shade(index) } : { stroke: shade(index) }),
  });
  return {
    width: parent.clientWidth || 300,
    height,
    padding: [2, 0, 1, 0],
    legend: { show: false },
    axes: [
      { show: false },
      { size: 0, ticks: { show: false }, values: () => [], grid: { stroke: () => colour("--kinora-line"), width: 1 } },
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
    series: [{}, ...Array.from({ length: count }, (_, index) => line(index))],
    hooks: {
      setCursor: [
        ({ cursor: { left = -1 }, posToVal }) => latest.current.onPoint(left < 0 ? null : posToVal(left, "x") * 1000),
      ],
      draw: [(plot) => drawTarget(plot, latest.current.target, colour("--kinora-muted"))],
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
