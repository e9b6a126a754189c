import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconListDetails, IconSearchOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ListPager } from "../layout/ListPager.tsx";
import { useLastPage } from "../layout/useLastPage.ts";
import { ListProblem } from "./ListProblem.tsx";
import { streamLogPageQuery } from "./queries.ts";
import { StreamLogTable } from "./StreamLogTable.tsx";
import { streamLogFilter, type StreamLogSearch } from "./streamLogView.ts";
import { useStreamPoll } from "./useLiveStreams.ts";
import styles from "./Logs.module.css";

/** The log as an address narrows it, with every state a list can be in. */
export function StreamLogPanel({
  projectId,
  view,
  named,
  onPage,
  onClear,
}: {
  projectId: number;
  view: StreamLogSearch;
  named: boolean;
  /** `instead` leaves no step back to the page before. */
  onPage: (page: number, instead?: boolean) => void;
  /** Shows the whole log again; null where nothing can be narrowed. */
  onClear: (() => void) | null;
}) {
  const { t } = useTranslation(["streamLog", "layout"]);
  const list = useQuery({ ...streamLogPageQuery(projectId, view), refetchInterval: useStreamPoll() });
  const leaving = useLastPage(list.isPlaceholderData ? undefined : list.data?.pagination, (page) => onPage(page, true));
  if (!list.data || leaving) {
    return (
      <div className={styles["framed"]}>
        {list.isError ? (
          <ListProblem error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows thumb={false} label={t("loading")} />
        )}
      </div>
    );
  }
  const { data: entries, pagination } = list.data;
  if (entries.length === 0) {
    const narrowed = onClear !== null && Object.keys(streamLogFilter(view)).length > 0;
    return (
      <div className={styles["framed"]}>
        {narrowed ? (
          <EmptyState
            icon={<IconSearchOff size={22} stroke={1.6} />}
            title={t("emptyFilter")}
            action={
              <Button variant="default" onClick={onClear}>
                {t("layout:clearFilters")}
              </Button>
            }
          />
        ) : (
          <EmptyState icon={<IconListDetails size={22} stroke={1.6} />} title={t("empty")}>
            {t("emptyText")}
          </EmptyState>
        )}
      </div>
    );
  }
  return (
    <>
      <StreamLogTable entries={entries} named={named} />
      <ListPager pagination={pagination} more={pagination.more} onPage={onPage} />
    </>
  );
}
