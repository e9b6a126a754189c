import { PAGE_SIZES } from "@kinora/domain/pages.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchBox } from "../layout/SearchBox.tsx";
import { SelectLater } from "../layout/SelectLater.tsx";
import { useViewer } from "../layout/useViewer.ts";
import { lazyPart } from "../platform/lazyPart.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { CapacityLine } from "./CapacityLine.tsx";
import { LiveTabs } from "./LiveTabs.tsx";
import { liveSearch, liveView, type LiveView } from "./liveView.ts";
import { streamsQuery } from "./queries.ts";
import { StateChips } from "./StateChips.tsx";
import { StreamFilters } from "./StreamFilters.tsx";
import { StreamList } from "./StreamList.tsx";
import { useStreamChanges, useStreamPoll } from "./useLiveStreams.ts";
import styles from "./Live.module.css";

const CreateStreamDialog = lazyPart(async () => (await import("./CreateStreamDialog.tsx")).CreateStreamDialog);

/** The livestreams of a project. The address holds what they are narrowed by and their order. */
export default function LivePage() {
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  useStreamChanges(projectId);
  return projectId === null ? null : <Livestreams key={projectId} projectId={projectId} />;
}

function Livestreams({ projectId }: { projectId: number }) {
  const { t } = useTranslation(["live", "layout"]);
  const navigate = useNavigate();
  const { permissions } = useViewer();
  const view = liveView(useSearch({ from: "/app/live" }));
  const [creating, setCreating] = useState(false);
  const list = useQuery({ ...streamsQuery(projectId, view), refetchInterval: useStreamPoll() });
  const show = (change: Partial<LiveView>, instead = false) =>
    void navigate({
      to: "/live",
      search: liveSearch({ ...view, page: 1, ...change }),
      replace: instead,
      resetScroll: false,
    });
  const total = list.data?.pagination.total;
  return (
    <>
      <PageHeader
        title={t("title")}
        count={total === undefined ? null : formatNumber(total)}
        actions={
          permissions.streams_manage ? (
            <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setCreating(true)}>
              {t("create")}
            </Button>
          ) : undefined
        }
      />
      <LiveTabs />
      <div className={styles["toolbar"]}>
        <SearchBox value={view.search} label={t("search")} onSearch={(search) => show({ search })} />
        <StateChips states={view.states} onChange={(states) => show({ states })} />
        <StreamFilters view={view} onShow={show} />
        <span className={styles["end"]}>
          <CapacityLine projectId={projectId} />
          <SelectLater
            className={styles["perPage"] ?? ""}
            aria-label={t("perPage")}
            value={String(view.perPage)}
            data={PAGE_SIZES.map(String)}
            allowDeselect={false}
            onChange={(value) => show({ perPage: Number(value) })}
          />
        </span>
      </div>
      <StreamList projectId={projectId} view={view} list={list} show={show} onCreate={() => setCreating(true)} />
      {creating ? (
        <Suspense fallback={null}>
          <CreateStreamDialog projectId={projectId} onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
