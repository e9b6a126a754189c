import {
  DELIVERY_DIMENSIONS,
  VIEW_DIMENSIONS,
  type DeliveryDimension,
  type ViewDimension,
} from "@kinora/domain/analytics/reports.ts";
import type { Filter } from "@kinora/ui/kit/filters.ts";
import { todayInZone } from "@kinora/ui/moments.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { listAddress } from "../../shell/lists/list-address.ts";
import { PageTabs } from "../../shell/tabs/PageTabs.tsx";
import { DELIVERY_METRICS, TOP_METRICS, TRANSCODE_METRICS, VIEW_METRICS } from "./metrics.ts";
import { nameColumn, useFigureColumns, useTranscodeColumns } from "./report-columns.tsx";
import {
  bandwidthQuery,
  playersQuery,
  topLivestreamsQuery,
  topVideosQuery,
  transcodeQuery,
  type DeliveryRow,
  type PlayerRow,
  type StreamRow,
  type VideoRow,
} from "./report-queries.ts";
import {
  commonOf,
  DELIVERY_FILTERS,
  inputOf,
  rangeOf,
  reportView,
  TRANSCODE_FILTERS,
  VIEW_FILTERS,
  type ReportAt,
} from "./report-view.ts";
import { Report } from "./Report.tsx";
import { Retention } from "./Retention.tsx";

const TABS = ["transcode", "bandwidth", "players", "topVideos", "topLivestreams"] as const;
export type ReportTab = (typeof TABS)[number];
const PATHS = {
  transcode: "/analytics/transcode",
  bandwidth: "/analytics/bandwidth",
  players: "/analytics/players",
  topVideos: "/analytics/top-videos",
  topLivestreams: "/analytics/top-livestreams",
} as const satisfies Record<ReportTab, string>;

interface ReportPartProps {
  projectId: number;
  at: ReportAt;
}

/** The reports of a project (spec §2, /analytics). */
export default function ReportsPage({ tab }: { tab: ReportTab }) {
  const { t } = useTranslation("reports");
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const navigate = useNavigate();
  const address = useSearch({ strict: false, select: (search) => reportView.read(search) });
  const at = listAddress(reportView, address, (search, replace) => {
    void navigate({ to: PATHS[tab], search, replace, resetScroll: false });
  });
  const Part = PARTS[tab];
  return (
    <>
      <PageHeader title={t("analytics")} />
      <PageTabs
        tabs={TABS.map((each) => ({ to: PATHS[each], label: t(`tab_${each}`), search: commonOf(address) }))}
        label={t("tabs")}
      />
      {projectId === null ? null : <Part key={projectId} projectId={projectId} at={at} />}
    </>
  );
}

function Players({ projectId, at }: ReportPartProps) {
  const { t } = useTranslation("reports");
  const by = VIEW_DIMENSIONS.find((known) => known === at.address.by) ?? "player";
  const report = useQuery(playersQuery(projectId, inputOf(at.address, todayInZone(), VIEW_FILTERS), by));
  const nameOf = ({ name, id: key }: PlayerRow) =>
    name !== "" ? name : by === "player" && key === "0" ? t("noPlayer") : t("unknown");
  const narrow = ({ id: key }: PlayerRow) => narrowTo(at, by, key);
  const figures = useFigureColumns<PlayerRow>(VIEW_METRICS.filter(({ id }) => id !== "unique" && id !== "views"));
  return (
    <Report
      name="report-players"
      at={at}
      report={report}
      known={VIEW_FILTERS}
      metrics={VIEW_METRICS}
      columns={[nameColumn(t(`by_${by}`), nameOf, narrow), ...figures]}
      nameOf={nameOf}
      filters={[useByFilter(at, VIEW_DIMENSIONS, by)]}
      empty={{ title: t("emptyViews"), text: t("emptyViewsText") }}
    />
  );
}

/** Narrows a report to a row of a table; null for what reports cannot be narrowed to. */
function narrowTo(at: ReportAt, by: string, key: string): (() => void) | null {
  const [kind = "", number] = key.split(" ");
  if (by === "item") return () => at.show(reportView.read({ [kind]: number }));
  if (key === "" || key === "0") return null;
  return by === "player" || by === "host" || by === "country" || by === "device"
    ? () => at.show(reportView.read({ [by]: key }))
    : null;
}

/** What a table is divided by; the first one is usual and shown as no choice. */
function useByFilter(at: ReportAt, dimensions: readonly (ViewDimension | DeliveryDimension)[], value: string): Filter {
  const { t } = useTranslation("reports");
  return {
    kind: "choice",
    id: "by",
    label: t("by"),
    options: dimensions.map((dimension) => ({ value: dimension, label: t(`by_${dimension}`) })),
    value: value === dimensions[0] ? undefined : value,
    onChange: (chosen) => at.show({ by: dimensions.find((dimension) => dimension === chosen) }),
  };
}

function TopVideos({ projectId, at }: ReportPartProps) {
  const { t } = useTranslation("reports");
  const report = useQuery(topVideosQuery(projectId, inputOf(at.address, todayInZone(), VIEW_FILTERS)));
  const columns = useFigureColumns<VideoRow>([...TOP_METRICS, { id: "bytes", name: "bytes", format: "bytes" }]);
  const nameOf = ({ title }: VideoRow) => title;
  const { video } = at.address;
  const range = rangeOf(at.address, todayInZone());
  return (
    <Report
      name="report-videos"
      at={at}
      report={report}
      known={VIEW_FILTERS}
      metrics={TOP_METRICS}
      columns={[
        nameColumn(
          t("title"),
          nameOf,
          ({ id }) =>
            () =>
              at.show({ video: id }),
        ),
        ...columns,
      ]}
      nameOf={nameOf}
      empty={{ title: t("emptyViews"), text: t("emptyViewsText") }}
      below={video === undefined ? null : <Retention videoId={video} {...range} />}
    />
  );
}

function TopLivestreams({ projectId, at }: ReportPartProps) {
  const { t } = useTranslation("reports");
  const report = useQuery(topLivestreamsQuery(projectId, inputOf(at.address, todayInZone(), VIEW_FILTERS)));
  const metrics = TOP_METRICS.filter(({ id }) => id === "plays" || id === "unique" || id === "watched_seconds");
  const figures = useFigureColumns<StreamRow>([...metrics, { id: "bytes", name: "bytes", format: "bytes" }]);
  const nameOf = ({ title }: StreamRow) => title;
  const plain = (id: "sessions" | "live_hours" | "peak") => ({
    id,
    header: t(id),
    min: 104,
    priority: 1,
    align: "end" as const,
    optional: true,
    mobile: "hidden" as const,
    cell: (row: StreamRow) =>
      id === "live_hours" ? t("hours", { hours: Math.round(row.live_hours * 10) / 10 }) : String(row[id]),
  });
  return (
    <Report
      name="report-livestreams"
      at={at}
      report={report}
      known={VIEW_FILTERS}
      metrics={metrics}
      columns={[
        nameColumn(
          t("title"),
          nameOf,
          ({ id }) =>
            () =>
              at.show({ stream: id }),
        ),
        ...figures,
        plain("sessions"),
        plain("live_hours"),
        plain("peak"),
      ]}
      nameOf={nameOf}
      empty={{ title: t("emptyViews"), text: t("emptyViewsText") }}
    />
  );
}

function Bandwidth({ projectId, at }: ReportPartProps) {
  const { t } = useTranslation("reports");
  const by = DELIVERY_DIMENSIONS.find((known) => known === at.address.by) ?? "item";
  const report = useQuery(bandwidthQuery(projectId, inputOf(at.address, todayInZone(), DELIVERY_FILTERS), by));
  const narrow = ({ id: key }: DeliveryRow) => narrowTo(at, by, key);
  const figures = useFigureColumns<DeliveryRow>(
    DELIVERY_METRICS.filter(({ id }) => id === "bytes" || id === "requests"),
  );
  const nameOf = ({ name, id: key }: DeliveryRow) => {
    if (by === "height") return key === "0" ? t("noRendition") : `${key}p`;
    return name !== "" && name !== "0" ? name : t("unknown");
  };
  return (
    <Report
      name="report-bandwidth"
      at={at}
      report={report}
      known={DELIVERY_FILTERS}
      metrics={DELIVERY_METRICS}
      columns={[nameColumn(t(`by_${by}`), nameOf, narrow), ...figures]}
      nameOf={nameOf}
      filters={[useByFilter(at, DELIVERY_DIMENSIONS, by)]}
      empty={{ title: t("emptyBytes"), text: t("emptyBytesText") }}
    />
  );
}

function Transcode({ projectId, at }: ReportPartProps) {
  const { t } = useTranslation("reports");
  const report = useQuery(transcodeQuery(projectId, inputOf(at.address, todayInZone(), TRANSCODE_FILTERS)));
  return (
    <Report
      name="report-transcode"
      at={at}
      report={report}
      known={TRANSCODE_FILTERS}
      metrics={TRANSCODE_METRICS}
      columns={useTranscodeColumns(
        ({ video_id: video }) =>
          () =>
            at.show({ video }),
      )}
      nameOf={({ title }) => title}
      empty={{ title: t("emptyTranscodes"), text: t("emptyTranscodesText") }}
    />
  );
}

const PARTS = {
  transcode: Transcode,
  bandwidth: Bandwidth,
  players: Players,
  topVideos: TopVideos,
  topLivestreams: TopLivestreams,
};
