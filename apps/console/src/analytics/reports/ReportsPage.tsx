import {
  DELIVERY_DIMENSIONS,
  VIEW_DIMENSIONS,
  type DeliveryDimension,
  type ViewDimension,
} from "@kinora/domain/analytics/reports.ts";
import { queryOf } from "@kinora/ui/kit/list-view.ts";
import { todayInZone } from "@kinora/ui/moments.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { useQuery } from "@tanstack/react-query";
import { apiHost } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useListAddress } from "../../shell/lists/list-address.ts";
import { PageTabs } from "../../shell/tabs/PageTabs.tsx";
import { LadderAdvice } from "./LadderAdvice.tsx";
import { DELIVERY_METRICS, STREAM_METRICS, TOP_METRICS, TRANSCODE_METRICS, VIEW_METRICS } from "./metrics.ts";
import {
  itemColumn,
  nameColumn,
  useCostColumn,
  STREAM_LEAVING,
  useFigureColumns,
  useLastPlayColumn,
  useRankColumn,
  useTranscodeColumns,
  type FigureColumn,
} from "./report-columns.tsx";
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
  exportOf,
  inputOf,
  rangeOf,
  reportView,
  TRANSCODE_FILTERS,
  VIEW_FILTERS,
  type ReportAddress,
  type ReportAt,
  type ReportFilterName,
} from "./report-view.ts";
import { Report } from "./Report.tsx";
import { ReportDownload } from "./ReportDownload.tsx";
import { Retention } from "./Retention.tsx";
import { useByFilter, useKeyNames } from "./use-by-filter.ts";

const TABS = ["transcode", "bandwidth", "players", "topVideos", "topLivestreams"] as const;
export type ReportTab = (typeof TABS)[number];
const PATHS = {
  transcode: "/analytics/transcode",
  bandwidth: "/analytics/bandwidth",
  players: "/analytics/players",
  topVideos: "/analytics/top-videos",
  topLivestreams: "/analytics/top-livestreams",
} as const satisfies Record<ReportTab, string>;

/** What each report can be narrowed to, and what its table is divided by. */
const KNOWN: Record<ReportTab, readonly ReportFilterName[]> = {
  transcode: TRANSCODE_FILTERS,
  bandwidth: DELIVERY_FILTERS,
  players: VIEW_FILTERS,
  topVideos: VIEW_FILTERS,
  topLivestreams: VIEW_FILTERS,
};
const BY: Partial<Record<ReportTab, readonly (ViewDimension | DeliveryDimension)[]>> = {
  bandwidth: DELIVERY_DIMENSIONS,
  players: VIEW_DIMENSIONS,
};

interface ReportPartProps {
  projectId: number;
  at: ReportAt;
}

/** The reports of a project (spec §2, /analytics). */
export default function ReportsPage({ tab }: { tab: ReportTab }) {
  const { t } = useTranslation("reports");
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const at = useListAddress(reportView);
  const Part = PARTS[tab];
  return (
    <>
      <PageHeader
        title={t("analytics")}
        actions={projectId === null ? null : <Download projectId={projectId} tab={tab} address={at.address} />}
      />
      <PageTabs
        tabs={TABS.map((each) => ({ to: PATHS[each], label: t(`tab_${each}`), search: commonOf(at.address) }))}
        label={t("tabs")}
      />
      {projectId === null ? null : <Part key={projectId} projectId={projectId} at={at} />}
    </>
  );
}

function Download({ projectId, tab, address }: { projectId: number; tab: ReportTab; address: ReportAddress }) {
  const by = BY[tab]?.find((known) => known === address.by);
  const filter = { ...exportOf(address, todayInZone(), KNOWN[tab]), ...(by === undefined ? {} : { by }) };
  return <ReportDownload href={`${apiHost()}/projects/${projectId}${PATHS[tab]}.csv?${queryOf(filter)}`} />;
}

function Players({ projectId, at }: ReportPartProps) {
  const { t } = useTranslation("reports");
  const by = VIEW_DIMENSIONS.find((known) => known === at.address.by) ?? "player";
  const report = useQuery(playersQuery(projectId, inputOf(at.address, todayInZone(), VIEW_FILTERS), by));
  const keyName = useKeyNames();
  const nameOf = ({ name, id: key }: PlayerRow) =>
    keyName(by, key) ?? (name !== "" ? name : by === "player" && key === "0" ? t("noPlayer") : t("unknown"));
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
      by={useByFilter(at, VIEW_DIMENSIONS, by)}
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

const LAST_PLAY = ["last_play"] as const;

function TopVideos({ projectId, at }: ReportPartProps) {
  const { t } = useTranslation("reports");
  const report = useQuery(topVideosQuery(projectId, inputOf(at.address, todayInZone(), VIEW_FILTERS)));
  const columns = useFigureColumns<VideoRow>([...TOP_METRICS, { id: "bytes", name: "bytes", format: "bytes" }]);
  const nameOf = ({ title }: VideoRow) => title;
  const rank = useRankColumn<VideoRow>(at.address.compare === true);
  const lastPlay = useLastPlayColumn<VideoRow>();
  const { video } = at.address;
  const range = rangeOf(at.address, todayInZone());
  return (
    <Report
      name="report-videos"
      at={at}
      report={report}
      known={VIEW_FILTERS}
      metrics={TOP_METRICS}
      height="tall"
      columns={[
        rank,
        itemColumn<VideoRow>(
          t("title"),
          "video",
          ({ id }) =>
            () =>
              at.show({ video: id }),
        ),
        ...columns,
        lastPlay,
      ]}
      tabled={LAST_PLAY}
      watched={{ projectId, kind: "video" }}
      nameOf={nameOf}
      empty={{ title: t("emptyViews"), text: t("emptyViewsText") }}
      below={video === undefined ? null : <Retention videoId={video} {...range} />}
    />
  );
}

function TopLivestreams({ projectId, at }: ReportPartProps) {
  const { t } = useTranslation("reports");
  const report = useQuery(topLivestreamsQuery(projectId, inputOf(at.address, todayInZone(), VIEW_FILTERS)));
  const figures = useFigureColumns<StreamRow>(
    [...STREAM_METRICS, { id: "bytes", name: "bytes", format: "bytes" }],
    STREAM_LEAVING,
  );
  const rank = useRankColumn<StreamRow>(at.address.compare === true);
  const lastPlay = useLastPlayColumn<StreamRow>();
  const nameOf = ({ title }: StreamRow) => title;
  return (
    <Report
      name="report-livestreams"
      at={at}
      report={report}
      known={VIEW_FILTERS}
      metrics={STREAM_METRICS}
      height="tall"
      columns={[
        rank,
        itemColumn<StreamRow>(
          t("title"),
          "stream",
          ({ id }) =>
            () =>
              at.show({ stream: id }),
        ),
        ...figures,
        lastPlay,
      ]}
      tabled={LAST_PLAY}
      watched={{ projectId, kind: "stream" }}
      nameOf={nameOf}
      empty={{ title: t("emptyViews"), text: t("emptyStreamViewsText") }}
    />
  );
}

const DELIVERY_COLUMNS: readonly FigureColumn[] = [
  { id: "bytes", name: "bytes", format: "bytes" },
  { id: "share", name: "share", format: "share" },
  { id: "requests", name: "requests", format: "count" },
];

const COST = ["cost"] as const;

function Bandwidth({ projectId, at }: ReportPartProps) {
  const { t } = useTranslation("reports");
  const by = DELIVERY_DIMENSIONS.find((known) => known === at.address.by) ?? "item";
  const report = useQuery(bandwidthQuery(projectId, inputOf(at.address, todayInZone(), DELIVERY_FILTERS), by));
  const narrow = ({ id: key }: DeliveryRow) => narrowTo(at, by, key);
  const figures = useFigureColumns<DeliveryRow>(DELIVERY_COLUMNS);
  const cost = useCostColumn<DeliveryRow>();
  const keyName = useKeyNames();
  const isPriced = report.data?.data.rows.some((row) => row.cost !== undefined) === true;
  const nameOf = ({ name, id: key }: DeliveryRow) => {
    if (by === "height") return key === "0" ? t("noRendition") : `${key}p`;
    return keyName(by, key) ?? (name !== "" && name !== "0" ? name : t("unknown"));
  };
  return (
    <Report
      name="report-bandwidth"
      at={at}
      report={report}
      known={DELIVERY_FILTERS}
      metrics={DELIVERY_METRICS}
      columns={[nameColumn(t(`by_${by}`), nameOf, narrow), ...figures, ...(isPriced ? [cost] : [])]}
      tabled={isPriced ? COST : []}
      nameOf={nameOf}
      by={useByFilter(at, DELIVERY_DIMENSIONS, by)}
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
      below={<LadderAdvice projectId={projectId} />}
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
