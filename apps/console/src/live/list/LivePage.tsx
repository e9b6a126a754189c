import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Box } from "@mantine/core";
import { IconBroadcast } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useArrived } from "../../platform/answered.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { useListAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { useSelectedRows } from "../../shell/lists/use-selected-rows.ts";
import { Later } from "../../shell/menus/Later.tsx";
import { CapacityLine } from "../monitor/CapacityLine.tsx";
import { streamsQuery } from "../queries.ts";
import { CreateStreamButton } from "./CreateStreamButton.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import { useLiveFilters } from "./live-filters.ts";
import { liveView, type LiveAddress } from "./live-view.ts";
import { LiveTabs } from "./LiveTabs.tsx";
import { OnAirCards } from "./OnAirCards.tsx";
import { useStreamColumns } from "./stream-columns.tsx";
import { useLiveRows, useStreamChanges, useStreamPoll } from "./use-live-streams.ts";
import { useStreamMenu } from "./use-stream-menu.tsx";

const BulkBar = lazyPart(async () => (await import("./StreamBulkBar.tsx")).StreamBulkBar);

/** What the cards show. */
const ON_AIR: LiveAddress = { state: "on_air" };

/** The livestreams of a project. The address holds what they are filtered by and their order. */
export default function LivePage() {
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  useStreamChanges(projectId);
  return projectId === null ? null : <Livestreams key={projectId} projectId={projectId} />;
}

function Livestreams({ projectId }: { projectId: number }) {
  const { t } = useTranslation(["live", "layout"]);
  const navigate = useNavigate();
  const { permissions } = useViewer();
  const at = useListAddress(liveView);
  const list = useQuery({ ...streamsQuery(projectId, at.address), refetchInterval: useStreamPoll() });
  const streams = list.data?.data ?? [];
  const { cards, coming, arrived } = useOnAir(projectId, at.address);
  useLiveRows(projectId, [...new Map([...cards, ...streams].map((stream) => [stream.id, stream])).values()]);
  const rows = useSelectedRows(streams);
  const mayCreate = permissions.streams_manage;
  const [columns, filters, menu] = [useStreamColumns(), useLiveFilters(at), useStreamMenu(projectId, "row")];
  const total = list.data?.pagination.total;
  return (
    <>
      <PageHeader
        title={t("title")}
        count={total === undefined ? null : formatNumber(total)}
        actions={mayCreate ? <CreateStreamButton projectId={projectId} /> : undefined}
      />
      <LiveTabs end={<CapacityLine projectId={projectId} />} />
      <Later when={rows.selected.size > 0}>
        <BulkBar projectId={projectId} selected={rows.selected} onClear={() => rows.setSelected(new Set())} />
      </Later>
      <OnAir streams={cards} />
      {arrived ? (
        <ListPage
          name="livestreams"
          label={t("title")}
          height="tall"
          at={at}
          list={coming ? { ...list, data: undefined } : list}
          columns={columns}
          nameOf={({ name }) => name}
          searchLabel={t("search")}
          {...filters}
          selection={
            mayCreate
              ? { selected: rows.selected, onChange: (ids) => rows.setSelected(new Set([...ids].map(Number))) }
              : undefined
          }
          selecting={rows.selected.size > 0}
          menu={menu}
          actionsWidth={30}
          onOpen={({ id }) => void navigate({ to: "/live/$streamId", params: { streamId: String(id) } })}
          permission="streams_view"
          noMatch={t("emptyFilter")}
          empty={{
            icon: <IconBroadcast size={22} stroke={1.6} />,
            title: mayCreate ? t("empty") : t("emptyReadOnly"),
            text: t("emptyText"),
            action: mayCreate ? <FirstSteps projectId={projectId} /> : undefined,
          }}
        />
      ) : (
        <SkeletonRows label={t("layout:loading")} />
      )}
    </>
  );
}

function OnAir({ streams }: Parameters<typeof OnAirCards>[0]) {
  if (streams.length === 0) return null;
  return (
    <Box mb="md">
      <OnAirCards streams={streams} />
    </Box>
  );
}

/** What is on air, above the first page of an unfiltered list. Cards that come after the list would push it down. */
function useOnAir(projectId: number, address: LiveAddress) {
  const isWhole = !liveView.isNarrowed(address) && address.page === undefined;
  const list = useQuery({ ...streamsQuery(projectId, ON_AIR), enabled: isWhole, refetchInterval: useStreamPoll() });
  const streams = isWhole ? (list.data?.data ?? []) : [];
  const coming = isWhole && list.isPending;
  const cards = streams.filter(({ on_air: onAir }) => onAir !== "nothing");
  return { cards, coming, arrived: useArrived(!coming) };
}
