import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconBroadcast, IconPlus, IconSearchOff } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { ListPager } from "./ListPager.tsx";
import { ListProblem } from "./ListProblem.tsx";
import { isNarrowed, type LiveView } from "./liveView.ts";
import type { StreamPage } from "./queries.ts";
import { StreamTable } from "./StreamTable.tsx";
import { useLiveRows } from "./useLiveStreams.ts";
import styles from "./Live.module.css";

interface StreamListProps {
  projectId: number;
  view: LiveView;
  list: UseQueryResult<StreamPage>;
  show: (change: Partial<LiveView>) => void;
  onCreate: () => void;
}

/** The livestreams, with every state a list can be in. */
export function StreamList({ projectId, view, list, show, onCreate }: StreamListProps) {
  const { t } = useTranslation(["live", "layout"]);
  const { permissions } = useViewer();
  useLiveRows(projectId, list.data?.data ?? []);
  if (!list.data) {
    return (
      <div className={styles["framed"]}>
        {list.isError ? (
          <ListProblem error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows label={t("loading")} />
        )}
      </div>
    );
  }
  const { data: streams, pagination } = list.data;
  if (streams.length === 0 && (isNarrowed(view) || view.page > 1)) {
    return (
      <div className={styles["framed"]}>
        <EmptyState
          icon={<IconSearchOff size={22} stroke={1.6} />}
          title={t("emptyFilter")}
          action={
            <Button variant="default" onClick={() => show({ search: "", states: [] })}>
              {t("layout:clearFilters")}
            </Button>
          }
        />
      </div>
    );
  }
  if (streams.length === 0) {
    const mayCreate = permissions.streams_manage;
    return (
      <div className={styles["framed"]}>
        <EmptyState
          icon={<IconBroadcast size={22} stroke={1.6} />}
          title={mayCreate ? t("empty") : t("emptyReadOnly")}
          action={
            mayCreate ? (
              <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={onCreate}>
                {t("create")}
              </Button>
            ) : undefined
          }
        >
          {t("emptyText")}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <StreamTable
        streams={streams}
        projectId={projectId}
        stale={list.isPlaceholderData}
        order={view.order}
        onOrder={(order) => show({ order })}
      />
      <ListPager pagination={pagination} onPage={(page) => show({ page })} />
    </>
  );
}
