import { lazy, Suspense, useState, type CSSProperties, type ReactNode } from "react";
import { formatDay, formatTime, formatTimeOfDay } from "../moments.ts";
import {
  captioned,
  fillOf,
  levelsOf,
  rangeOf,
  stacked,
  stepOf,
  tableRows,
  ticksOf,
  withGaps,
  type ChartData,
} from "./chart-data.ts";
import { kitTexts } from "./kit-texts.ts";
import styles from "./Chart.module.css";

const Canvas = lazy(async () => ({ default: (await import("./ChartCanvas.tsx")).ChartCanvas }));

/** Rows of the table of a chart. */
const ROWS_MAX = 60;

/** Pixels of a letter of a level's name, and between the longest name and the plot. */
const LETTER = 6.2;
const LEVEL_GAP = 8;

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
  /** What values of this size are counted in, such as 3,600 for hours of seconds: the sides are named at round numbers of it. */
  unitOf?: (most: number) => number;
  /** Whether the last point is not over yet; the second edge names it, such as `today`. */
  unfinished?: boolean;
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
 * Values over time. The crosshair shows the value under the pointer, in every chart of its group; the table of the
 * chart is opened with the keyboard. The library that draws it comes when the first chart is shown.
 */
export function Chart(props: ChartProps) {
  const { label, kind = "lines", times, series, from, to, edges, height = 64, atLeast = 1, gapMs, format } = props;
  const { unfinished = false } = props;
  const { moment = formatTimeOfDay } = props;
  const [pointed, setPointed] = useState<number | null>(null);
  const drawn = { times, series: kind === "stack" ? stacked(series) : series };
  const shown = gapMs === undefined ? drawn : withGaps(drawn, gapMs);
  const range = rangeOf(drawn.series, atLeast, props.unitOf);
  const first = captioned(series, kind);
  const values = first.filter((each) => each !== null);
  const at = pointed === null ? -1 : times.findLastIndex((time) => time <= pointed);
  const lastAt = first.findLastIndex((value) => value !== null);
  const last = first[lastAt] ?? null;
  const value = at < 0 ? last : (first[at] ?? null);
  const valueAt = times[at < 0 ? lastAt : at] ?? 0;
  const words =
    last === null
      ? kitTexts.chartEmpty(label)
      : kitTexts.chart(label, format(last), format(Math.min(...values)), format(Math.max(...values)));
  const levels = last === null ? [] : namedLevels(range, format);
  return (
    <figure className={styles["chart"]} style={besideOf(levels)}>
      <figcaption>
        <span>{label}</span>
        {props.aside}
        <strong>
          {value === null ? null : (
            <>
              <span className={styles["at"]}>{at < 0 && valueAt >= to ? edges[1] : moment(new Date(valueAt))}</span>{" "}
              {format(value)}
            </>
          )}
        </strong>
      </figcaption>
      <div className={styles["plot"]} role="img" aria-label={words} style={{ height }}>
        <Suspense fallback={null}>
          <Canvas
            data={shown}
            kind={kind}
            x={[from, to]}
            y={range}
            height={height}
            target={props.target}
            unfinished={unfinished}
            group={props.group}
            onPoint={setPointed}
          />
        </Suspense>
        {last === null ? <span className={styles["none"]}>{kitTexts.noDataYet}</span> : <Levels of={levels} />}
      </div>
      <Ticks {...{ times, from, to, edges }} />
      {kind === "stack" || series.length > 1 ? <Legend kind={kind} series={series} /> : null}
      <Table label={label} times={times} series={series} format={format} moment={moment} />
    </figure>
  );
}

/** Which area or line is which. */
const Legend = ({ kind, series }: Pick<ChartProps, "kind" | "series">) => (
  <ul className={styles["legend"]}>
    {series.map((one, place) => (
      <li key={one.label}>
        <i style={{ "--step": `${kind === "stack" ? fillOf(place) : stepOf(place)}%` } as CSSProperties} />
        {one.label}
      </li>
    ))}
  </ul>
);

interface Level {
  words: string;
  /** Its place between the bottom and the top. */
  share: number;
}

/** What its gridlines are: the bottom, the middle and the top, and where. What reads as one of the others is left out. */
function namedLevels(range: readonly [number, number], format: ChartProps["format"]): Level[] {
  const [bottom, middle, top] = levelsOf(range);
  const named = new Map([bottom, top, middle].map((value) => [format(value), value] as const).toReversed());
  return [...named].map(([words, value]) => ({ words, share: (value - bottom) / (top - bottom) }));
}

/** The room that their names take beside the plot. */
function besideOf(levels: readonly Level[]): CSSProperties {
  const longest = Math.max(0, ...levels.map(({ words }) => words.length));
  return { "--beside": longest === 0 ? 0 : `${longest * LETTER + LEVEL_GAP}px` } as CSSProperties;
}

const Levels = ({ of }: { of: readonly Level[] }) =>
  of.map(({ words, share }) => (
    <span key={words} className={styles["level"]} style={{ "--level": share } as CSSProperties}>
      {words}
    </span>
  ));

/** The moments at its edges and between them. */
function Ticks({ times, from, to, edges }: Pick<ChartProps, "times" | "from" | "to" | "edges">) {
  const share = (at: number) => `${(100 * (at - from)) / (to - from)}%`;
  return (
    <div className={styles["ticks"]} aria-hidden="true">
      <span>{edges[0]}</span>
      {ticksOf(times, from, to).map(({ at, daily }) => (
        <span key={at} className={styles["tick"]} style={{ left: share(at) }}>
          {(daily ? formatDay : formatTime)(new Date(at))}
        </span>
      ))}
      <span>{edges[1]}</span>
    </div>
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
