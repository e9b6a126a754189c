import { Chart } from "@kinora/ui/kit/Chart.tsx";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { FilterBar } from "@kinora/ui/kit/FilterBar.tsx";
import type { ShownBy } from "@kinora/ui/kit/filters.ts";
import { usePhone } from "@kinora/ui/kit/use-width.ts";
import { formatDay, formatMoment, todayInZone } from "@kinora/ui/moments.ts";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button, Group } from "@mantine/core";
import { IconChartLine } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { Definitions } from "./Definitions.tsx";
import { LEADING, unitOf, useMetricWords, type Metric, type MetricName } from "./metrics.ts";
import { MetricStrip } from "./MetricStrip.tsx";
import { useReportFilters, useShownBy } from "./report-filters.ts";
import type { ReportAnswer, ReportQuery, ReportRow } from "./report-queries.ts";
import { granularityOf, rangeOf, type ReportAt, type ReportFilterName } from "./report-view.ts";
import { WatchedItems, WatchingNow, type Watched } from "./WatchingNow.tsx";
import styles from "./Reports.module.css";

const CHART_HEIGHT = 220;

interface ReportProps<Row extends ReportRow> {
  name: string;
  at: ReportAt;
  report: ReportQuery<Row>;
  metrics: readonly Metric[];
  columns: Column<Row>[];
  /** Figures that the table alone has; they are defined below it, too. */
  tabled?: readonly MetricName[];
  /** Rows with a picture take more room. */
  height?: "tall";
  nameOf: (row: Row) => string;
  /** What it can be narrowed to. */
  known: readonly ReportFilterName[];
  /** What the table is divided by. */
  by?: ShownBy;
  /** Whose viewers are counted. */
  watched?: Watched;
  empty: { title: string; text: string };
  /** What stands below the table. */
  below?: ReactNode;
}

/** A report: its range, its figures, the chart of one of them, and a table. */
export function Report<Row extends ReportRow>(props: ReportProps<Row>) {
  const { at, report, metrics, by, watched } = props;
  const { t } = useTranslation("reports");
  const phone = usePhone();
  const shown = useShownBy(at);
  const filters = useReportFilters(at, props.known);
  const { data } = report;
  const now = watched ? <WatchingNow {...watched} /> : null;
  const { compare = false } = at.address;
  return (
    <>
      <FilterBar
        shownBy={by ? [...shown.shownBy, by] : shown.shownBy}
        filters={[...filters, ...shown.filters]}
        onClear={at.clear}
      >
        {phone ? null : (
          <>
            {now}
            <Button
              variant={compare ? "light" : "default"}
              aria-pressed={compare}
              onClick={() => at.show({ compare: compare ? undefined : true })}
            >
              {t("compare")}
            </Button>
          </>
        )}
      </FilterBar>
      {phone && now ? (
        <Group mb="sm" mih={20}>
          {now}
        </Group>
      ) : null}
      {data ? (
        <Shown {...props} answer={data} />
      ) : report.isError ? (
        <QueryProblem query={report} />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
      {data || report.isError ? props.below : null}
      {data === undefined || isBlank(data, metrics) ? null : (
        <Definitions
          names={[...metrics.map(({ name }) => name), ...(props.tabled ?? [])]}
          since={data.data.collecting_since}
        />
      )}
    </>
  );
}

/** Whether there is nothing in a report: no row, and none of the figures above its chart. */
const isBlank = ({ data, pagination }: ReportAnswer<ReportRow>, metrics: readonly Metric[]): boolean =>
  pagination.total === 0 && metrics.slice(0, LEADING).every(({ id }) => (data.totals[id] ?? 0) === 0);

function Shown<Row extends ReportRow>(props: ReportProps<Row> & { answer: ReportAnswer<Row> }) {
  const { answer, at, metrics, name, report, columns, height, nameOf, empty, watched } = props;
  const { t } = useTranslation("reports");
  return (
    <>
      {isBlank(answer, metrics) ? null : (
        <Figures answer={answer.data} answeredAt={report.dataUpdatedAt} metrics={metrics} at={at} />
      )}
      {watched ? <WatchedItems {...watched} /> : null}
      <ListPage
        name={name}
        label={t("analytics")}
        at={at}
        list={{ ...report, data: { data: answer.data.rows, pagination: answer.pagination } }}
        columns={columns}
        {...(height ? { height } : {})}
        nameOf={nameOf}
        bar={false}
        noMatch={t("noMatch")}
        empty={{ icon: <IconChartLine size={22} stroke={1.6} />, ...empty }}
      />
    </>
  );
}

type FiguresProps = Omit<DrawnProps, "metric"> & { metrics: readonly Metric[] };

/** Five figures and the chart of one of them in one frame, and the other figures below; a phone has the chart first. */
function Figures({ answer, answeredAt, metrics, at }: FiguresProps) {
  const { t } = useTranslation("reports");
  const phone = usePhone();
  const { totals, previous, series } = answer;
  const charted = (id: string) => series.some((point) => id in point);
  const metric = metrics.find(({ id }) => id === at.address.metric && charted(id)) ?? metrics[0];
  const [leading, others] = [metrics.slice(0, LEADING), metrics.slice(LEADING)];
  const strip = (shown: readonly Metric[], label: string) => (
    <MetricStrip
      label={label}
      metrics={shown}
      totals={totals}
      previous={previous}
      chosen={metric?.id ?? ""}
      charted={charted}
      onChoose={(id) => at.show({ metric: id })}
    />
  );
  const chart = metric ? <Drawn answer={answer} answeredAt={answeredAt} metric={metric} at={at} /> : null;
  return (
    <>
      <div className={styles["figures"]}>
        {phone ? chart : null}
        {strip(leading, t("figures"))}
        {phone ? null : chart}
      </div>
      {others.length === 0 ? null : (
        <details className={styles["more"]} open={others.some(({ id }) => id === metric?.id)}>
          <summary>{t("moreFigures")}</summary>
          <div className={styles["figures"]}>{strip(others, t("moreFigures"))}</div>
        </details>
      )}
    </>
  );
}

interface DrawnProps {
  answer: ReportAnswer<ReportRow>["data"];
  answeredAt: number;
  metric: Metric;
  at: ReportAt;
}

/** The chart of one figure, and of the range before beside it. */
function Drawn({ answer, answeredAt, metric, at }: DrawnProps) {
  const { t } = useTranslation("reports");
  const words = useMetricWords();
  const { previous_series: before } = answer;
  // A day has hours that are still to come.
  const series = answer.series.filter(({ at: from }, place) => place === 0 || Date.parse(from) <= answeredAt);
  const compared = at.address.compare === true && before !== null;
  // The range before has no place in a stack.
  const parts = compared ? undefined : metric.parts;
  const times = series.map((point) => Date.parse(point.at));
  const valuesOf = (points: typeof answer.series, id: string) =>
    points.map((point) => {
      const value = point[id];
      return typeof value === "number" ? value : null;
    });
  const [from = 0] = times;
  const to = times.at(-1) ?? from;
  const range = rangeOf(at.address, todayInZone());
  const granularity = granularityOf(at.address, range);
  const unfinished = range.to >= todayInZone();
  const moment = granularity === "hour" ? formatMoment : formatDay;
  return (
    <div className={styles["chart"]}>
      <Chart
        label={t(metric.name)}
        kind={parts ? "stack" : "lines"}
        times={times}
        series={
          parts
            ? parts.map(({ id, name }) => ({ label: t(name), values: valuesOf(series, id) }))
            : [
                { label: t(metric.name), values: valuesOf(series, metric.id) },
                ...(compared
                  ? [{ label: t("before"), values: valuesOf(before, metric.id).slice(0, times.length) }]
                  : []),
              ]
        }
        from={from}
        to={to === from ? from + 1 : to}
        edges={[formatDay(new Date(from)), unfinished ? t(`unfinished_${granularity}`) : formatDay(new Date(to))]}
        unfinished={unfinished}
        unitOf={unitOf(metric.format)}
        height={CHART_HEIGHT}
        moment={moment}
        format={(value) => words(metric.format, value)}
      />
    </div>
  );
}
