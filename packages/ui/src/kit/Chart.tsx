import { lazy, Suspense, useState, type CSSProperties, type ReactNode } from "react";
import { formatTimeOfDay } from "../moments.ts";
import { captioned, rangeOf, stacked, stepOf, tableRows, withGaps, type ChartData } from "./chart-data.ts";
import { kitTexts } from "./kit-texts.ts";
import styles from "./Chart.module.css";

const Canvas = lazy(async () => ({ default: (await import("./ChartCanvas.tsx")).ChartCanvas }));

/** Rows of the table behind a chart. */
const ROWS_MAX = 60;

export interface ChartProps extends ChartData {
  label: string;
  /** Lines beside each other, or areas on top of each other. */
  kind?: "lines" | "stack";
  /** The moments at its edges, in milliseconds since 1970. */
  from: number;
  to: number;
  /** What its edges are called. */
  edges: readonly [from: string, to: string];
  /** Pixels. */
  height?: number;
  /** The top of the chart while its values are small. */
  atLeast?: number;
  /** A value worth reaching, as a dashed line. */
  target?: number;
  /** Moments further apart are not joined, in milliseconds. */
  gapMs?: number;
  /** Charts of one name share their crosshair. */
  group?: string;
  format: (value: number) => string;
  /** Writes a moment at the crosshair and in the table: the time of day unless given. */
  moment?: (at: Date) => string;
  /** Beside its name, such as a legend. */
  aside?: ReactNode;
}

/**
 * Values over time. The crosshair shows the value under the pointer, in every chart of its group; the table behind the
 * chart is opened with the keyboard. The library that draws it comes when the first chart is shown.
 */
export function Chart(props: ChartProps) {
  const { label, kind = "lines", times, series, from, to, edges, height = 64, atLeast = 1, gapMs, format } = props;
  const { moment = formatTimeOfDay } = props;
  const [pointed, setPointed] = useState<number | null>(null);
  const drawn = { times, series: kind === "stack" ? stacked(series) : series };
  const shown = gapMs === undefined ? drawn : withGaps(drawn, gapMs);
  const [bottom, top] = rangeOf(drawn.series, atLeast);
  const first = captioned(series, kind);
  const values = first.filter((each) => each !== null);
  const at = pointed === null ? -1 : times.findLastIndex((time) => time <= pointed);
  const last = first.findLast((value) => value !== null) ?? null;
  const value = at < 0 ? last : (first[at] ?? null);
  const words =
    last === null
      ? kitTexts.chartEmpty(label)
      : kitTexts.chart(label, format(last), format(Math.min(...values)), format(Math.max(...values)));
  return (
    <figure className={styles["chart"]}>
      <figcaption>
        <span>{label}</span>
        {props.aside}
        <strong>
          {at < 0 ? null : <time className={styles["at"]}>{moment(new Date(times[at] ?? 0))}</time>}
          {value === null ? "–" : format(value)}
        </strong>
      </figcaption>
      <div className={styles["plot"]} role="img" aria-label={words} style={{ height }}>
        <Suspense fallback={null}>
          <Canvas
            data={shown}
            kind={kind}
            x={[from, to]}
            y={[bottom, top]}
            height={height}
            target={props.target}
            group={props.group}
            onPoint={setPointed}
          />
        </Suspense>
        <span className={styles["top"]}>{format(top)}</span>
      </div>
      <div className={styles["edges"]} aria-hidden="true">
        <span>{edges[0]}</span>
        <span>{edges[1]}</span>
      </div>
      {kind === "stack" ? (
        <ul className={styles["legend"]}>
          {series.map((one, place) => (
            <li key={one.label}>
              <i style={{ "--step": `${stepOf(place)}%` } as CSSProperties} />
              {one.label}
            </li>
          ))}
        </ul>
      ) : null}
      <Table label={label} times={times} series={series} format={format} moment={moment} />
    </figure>
  );
}

type TableProps = ChartData & Pick<ChartProps, "label" | "format"> & { moment: (at: Date) => string };

/** The values in words, for people who don't see the chart: out of sight until it has the focus. */
function Table({ label, times, series, format, moment }: TableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles["table"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{kitTexts.chartTable(label)}</summary>
      {open ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{kitTexts.chartTime}</th>
              {series.map((one) => (
                <th key={one.label} scope="col">
                  {one.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tableRows(times, ROWS_MAX).map((row) => (
              <tr key={row}>
                <th scope="row">{moment(new Date(times[row] ?? 0))}</th>
                {series.map((one) => {
                  const value = one.values[row] ?? null;
                  return <td key={one.label}>{value === null ? "–" : format(value)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </details>
  );
}
