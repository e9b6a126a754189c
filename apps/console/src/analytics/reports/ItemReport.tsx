import { VIEW_DIMENSIONS } from "@kinora/domain/analytics/reports.ts";
import { todayInZone } from "@kinora/ui/moments.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { isAnswered } from "../../platform/answered.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { listAddress } from "../../shell/lists/list-address.ts";
import { STREAM_METRICS, TOP_METRICS, VIEW_METRICS, type Metric } from "./metrics.ts";
import { nameColumn, useFigureColumns } from "./report-columns.tsx";
import { playersQuery, topLivestreamsQuery, type PlayerRow, type ReportQuery } from "./report-queries.ts";
import {
  inputOf,
  rangeOf,
  reportView,
  VIEW_FILTERS,
  type ReportAddress,
  type ReportAt,
  type ReportFilterName,
} from "./report-view.ts";
import { Report } from "./Report.tsx";
import { Retention } from "./Retention.tsx";
import { useByFilter, useKeyNames } from "./use-by-filter.ts";
import type { Watched } from "./WatchingNow.tsx";
import styles from "./Reports.module.css";

/** What an item's own report can be narrowed to. */
const KNOWN: readonly ReportFilterName[] = VIEW_FILTERS.filter((name) => name !== "video" && name !== "stream");
const VIDEO = ["average_furthest", "startup_p50", "rebuffering"];
const VIDEO_METRICS = [...TOP_METRICS, ...VIEW_METRICS.filter(({ id }) => VIDEO.includes(id))];
const TABLE: readonly string[] = ["plays", "watched_seconds", "average_watched", "completed"];

interface ItemReportProps {
  projectId: number;
  id: number;
}

/** How one video is watched: its figures, where and on what, and how much of its viewers it keeps. */
export function VideoReport({ projectId, id }: ItemReportProps) {
  const at = useOwnAddress();
  const { by, input } = useItemInput(at);
  const report = useQuery(playersQuery(projectId, { ...input, video: id }, by));
  return (
    <>
      <ItemReport
        name="video-analytics"
        at={at}
        by={by}
        report={report}
        metrics={VIDEO_METRICS}
        watched={{ projectId, kind: "video", item: id }}
      />
      {isAnswered(report) ? (
        <>
          <Retention videoId={id} {...rangeOf(at.address, todayInZone())} />
          <Link className={styles["open"]} to="/analytics/top-videos" search={{ ...at.address, video: id }}>
            <OpenReport />
          </Link>
        </>
      ) : null}
    </>
  );
}

/** How one livestream is watched, and how long it was on air. */
export function StreamReport({ projectId, id }: ItemReportProps) {
  const at = useOwnAddress();
  const { by, input } = useItemInput(at);
  const table = useQuery(playersQuery(projectId, { ...input, stream: id }, by));
  // Its figures are of its only row, whichever page of the table is open.
  const report = useQuery(topLivestreamsQuery(projectId, { ...input, page: 1, stream: id }));
  const failed = table.isError ? table : report;
  const joined: ReportQuery<PlayerRow> = {
    data:
      table.data && report.data
        ? { data: { ...report.data.data, rows: table.data.data.rows }, pagination: table.data.pagination }
        : undefined,
    dataUpdatedAt: report.dataUpdatedAt,
    isError: failed.isError,
    error: failed.error,
    isPlaceholderData: table.isPlaceholderData || report.isPlaceholderData,
    refetch: () => Promise.all([table.refetch(), report.refetch()]),
  };
  return (
    <>
      <ItemReport
        name="stream-analytics"
        at={at}
        by={by}
        report={joined}
        metrics={STREAM_METRICS}
        watched={{ projectId, kind: "stream", item: id }}
      />
      {joined.data || joined.isError ? (
        <Link className={styles["open"]} to="/analytics/top-livestreams" search={{ ...at.address, stream: id }}>
          <OpenReport />
        </Link>
      ) : null}
    </>
  );
}

/** The page's address says which list led here: what its report is narrowed to is kept beside it. */
function useOwnAddress(): ReportAt {
  const [address, setAddress] = useState<ReportAddress>({});
  return listAddress(reportView, address, setAddress);
}

function useItemInput({ address }: ReportAt) {
  return {
    by: VIEW_DIMENSIONS.find((known) => known === address.by) ?? "host",
    input: inputOf(address, todayInZone(), KNOWN),
  };
}

function OpenReport() {
  const { t } = useTranslation("reports");
  return t("openReport");
}

interface PartProps {
  name: string;
  at: ReportAt;
  by: (typeof VIEW_DIMENSIONS)[number];
  report: ReportQuery<PlayerRow>;
  metrics: readonly Metric[];
  watched: Watched;
}

function ItemReport({ name, at, by, report, metrics, watched }: PartProps) {
  const { t } = useTranslation("reports");
  const figures = useFigureColumns<PlayerRow>(metrics.filter(({ id }) => TABLE.includes(id)));
  const keyName = useKeyNames();
  const nameOf = ({ name: label, id: key }: PlayerRow) =>
    keyName(by, key) ?? (label !== "" ? label : by === "player" && key === "0" ? t("noPlayer") : t("unknown"));
  const narrow = ({ id: key }: PlayerRow) =>
    key === "" || key === "0" || by === "browser" ? null : () => at.show(reportView.read({ [by]: key }));
  return (
    <Report
      name={name}
      at={at}
      report={report}
      known={KNOWN}
      metrics={metrics}
      columns={[nameColumn(t(`by_${by}`), nameOf, narrow), ...figures]}
      nameOf={nameOf}
      by={useByFilter(at, ["host", "country", "device", "browser", "player"], by)}
      watched={watched}
      empty={{ title: t("emptyItem"), text: t("emptyItemText") }}
    />
  );
}
