import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { Chart } from "@kinora/ui/kit/Chart.tsx";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { FilterBar } from "@kinora/ui/kit/FilterBar.tsx";
import type { Filter } from "@kinora/ui/kit/filters.ts";
import { formatDate, formatDay, formatTimeOfDay, todayInZone } from "@kinora/ui/moments.ts";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { IconChartLine } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { reasonOf } from "../../platform/problem.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { Definitions } from "./Definitions.tsx";
import { useMetricWords, type Metric, type MetricName } from "./metrics.ts";
import { MetricStrip } from "./MetricStrip.tsx";
import { useReportFilters } from "./report-filters.ts";
import type { ReportAnswer, ReportQuery, ReportRow } from "./report-queries.ts";
import { rangeOf, type ReportAt, type ReportFilterName } from "./report-view.ts";
import styles from "./Reports.module.css";

const CHART_HEIGHT = 240;

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
  /** Further filters, such as what the table is divided by. */
  filters?: readonly Filter[];
  empty: { title: string; text: string };
  /** What stands below the table. */
  below?: ReactNode;
}

/** A report: its range, its figures, the chart of one of them, and a table. */
export function Report<Row extends ReportRow>(props: ReportProps<Row>) {
  const { at, report, metrics } = props;
  const { t } = useTranslation(["reports", "layout"]);
  const filters = useReportFilters(at, props.known);
  const { data } = report;
  const today = todayInZone();
  const range = rangeOf(at.address, today);
  return (
    <>
      <FilterBar filters={[...filters, ...(props.filters ?? [])]} onClear={at.clear}>
        <span className={styles["range"]}>
          {t("rangeOf", { from: formatDate(range.from), to: formatDate(range.to) })}
        </span>
      </FilterBar>
      {data ? (
        <Shown {...props} answer={data} />
      ) : report.isError ? (
        <ErrorState
          message={reasonOf(report.error)}
          retryLabel={t("layout:retry")}
          onRetry={() => void report.refetch()}
        />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
      {props.below}
      <Definitions
        names={[...metrics.map(({ name }) => name), ...(props.tabled ?? [])]}
        since={data?.data.collecting_since ?? null}
        partial={range.to >= today}
      />
    </>
  );
}

function Shown<Row extends ReportRow>(props: ReportProps<Row> & { answer: ReportAnswer<Row> }) {
  const { answer, at, metrics, name, report, columns, height, nameOf, empty } = props;
  const { t } = useTranslation("reports");
  const { totals, previous, rows, series } = answer.data;
  const charted = (id: string) => series.some((point) => id in point);
  const metric = metrics.find(({ id }) => id === at.address.metric && charted(id)) ?? metrics[0];
  return (
    <>
      <MetricStrip
        metrics={metrics}
        totals={totals}
        previous={previous}
        chosen={metric?.id ?? ""}
        charted={charted}
        onChoose={(id) => at.show({ metric: id })}
      />
      {metric && answer.pagination.total > 0 ? <Drawn answer={answer.data} metric={metric} at={at} /> : null}
      <ListPage
        name={name}
        label={t("analytics")}
        at={at}
        list={{ ...report, data: { data: rows, pagination: answer.pagination } }}
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

interface DrawnProps {
  answer: ReportAnswer<ReportRow>["data"];
  metric: Metric;
  at: ReportAt;
}

/** The chart of one figure, and of the range before beside it. */
function Drawn({ answer, metric, at }: DrawnProps) {
  const { t } = useTranslation("reports");
  const words = useMetricWords();
  const { series, previous_series: before } = answer;
  const compared = at.address.compare === true && before !== null;
  // The range before has no place in a stack.
  const parts = compared ? undefined : metric.parts;
  const times = series.map((point) => Date.parse(point.at));
  const valuesOf = (points: typeof series, id: string) =>
    points.map((point) => {
      const value = point[id];
      return typeof value === "number" ? value : null;
    });
  const [from = 0] = times;
  const to = times.at(-1) ?? from;
  const isHourly = times.length > 1 && (times[1] ?? 0) - from < 2 * 3_600_000;
  const moment = isHourly ? formatTimeOfDay : formatDay;
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
        edges={[formatDay(new Date(from)), formatDay(new Date(to))]}
        height={CHART_HEIGHT}
        moment={moment}
        format={(value) => words(metric.format, value)}
      />
    </div>
  );
}
