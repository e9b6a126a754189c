import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconBroadcast, IconPlus, IconSearchOff, IconTestPipe } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Later } from "../layout/Later.tsx";
import { ListPager } from "../layout/ListPager.tsx";
import { useLastPage } from "../layout/useLastPage.ts";
import { useSelectedRows } from "../layout/useSelectedRows.ts";
import { useViewer } from "../layout/useViewer.ts";
import { lazyPart } from "../platform/lazyPart.ts";
import { ListProblem } from "./ListProblem.tsx";
import { isNarrowed, NOT_NARROWED, type LiveView } from "./liveView.ts";
import type { StreamPage } from "./queries.ts";
import { StreamTable } from "./StreamTable.tsx";
import { useLiveRows } from "./useLiveStreams.ts";
import { useStreamActions } from "./useStreamActions.ts";
import styles from "./Live.module.css";

const Bar = lazyPart(async () => (await import("./StreamBulkBar.tsx")).StreamBulkBar);

/** What can be done to several livestreams; its code comes with the first row that is ticked. */
function BulkBar(props: ComponentProps<typeof Bar>) {
  return (
    <Later when={props.selected.size > 0}>
      <Bar {...props} />
    </Later>
  );
}

interface StreamListProps {
  projectId: number;
  view: LiveView;
  list: UseQueryResult<StreamPage>;
  /** `instead` leaves no step back to the address before. */
  show: (change: Partial<LiveView>, instead?: boolean) => void;
  onCreate: () => void;
}

/** The livestreams, with every state a list can be in. */
export function StreamList({ projectId, view, list, show, onCreate }: StreamListProps) {
  const { t } = useTranslation(["live", "layout"]);
  const { permissions } = useViewer();
  useLiveRows(projectId, list.data?.data ?? []);
  const rows = useSelectedRows(list.data?.data ?? []);
  const selection = permissions.streams_manage ? rows : null;
  const leaving = useLastPage(list.isPlaceholderData ? undefined : list.data?.pagination, (page) =>
    show({ page }, true),
  );
  if (!list.data || leaving) {
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
  if (streams.length === 0 && isNarrowed(view)) {
    return (
      <div className={styles["framed"]}>
        <EmptyState
          icon={<IconSearchOff size={22} stroke={1.6} />}
          title={t("emptyFilter")}
          action={
            <Button variant="default" onClick={() => show(NOT_NARROWED)}>
              {t("layout:clearFilters")}
            </Button>
          }
        />
      </div>
    );
  }
  if (streams.length === 0) return <NoStreams projectId={projectId} onCreate={onCreate} />;
  return (
    <>
      {selection ? (
        <BulkBar projectId={projectId} selected={selection.selected} onClear={() => selection.setSelected(new Set())} />
      ) : null}
      <StreamTable
        streams={streams}
        selection={selection}
        projectId={projectId}
        stale={list.isPlaceholderData}
        order={view.order}
        onOrder={(order) => show({ order })}
      />
      <ListPager pagination={pagination} onPage={(page) => show({ page })} />
    </>
  );
}

/** A project without livestreams: make one, or see how it looks without an encoder. */
function NoStreams({ projectId, onCreate }: Pick<StreamListProps, "projectId" | "onCreate">) {
  const { t } = useTranslation("live");
  const navigate = useNavigate();
  const { permissions } = useViewer();
  const actions = useStreamActions(projectId);
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    const id = await actions.sendFirstTest();
    setSending(false);
    if (id !== null) await navigate({ to: "/live/$streamId", params: { streamId: String(id) } });
  };
  const mayCreate = permissions.streams_manage;
  return (
    <div className={styles["framed"]}>
      <EmptyState
        icon={<IconBroadcast size={22} stroke={1.6} />}
        title={mayCreate ? t("empty") : t("emptyReadOnly")}
        action={
          mayCreate ? (
            <span className={styles["both"]}>
              <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={onCreate}>
                {t("create")}
              </Button>
              {permissions.streams_control ? (
                <Button
                  variant="default"
                  loading={sending}
                  leftSection={<IconTestPipe size={16} stroke={1.6} />}
                  onClick={() => void send()}
                >
                  {t("sendTest")}
                </Button>
              ) : null}
            </span>
          ) : undefined
        }
      >
        {t("emptyText")}
      </EmptyState>
    </div>
  );
}
