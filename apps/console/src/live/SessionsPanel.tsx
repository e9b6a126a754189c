import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconHistory, IconSearchOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ListPager } from "../layout/ListPager.tsx";
import { useLastPage } from "../layout/useLastPage.ts";
import { ListProblem } from "./ListProblem.tsx";
import { sessionsQuery } from "./queries.ts";
import { SessionTable } from "./SessionTable.tsx";
import { sessionFilter, type SessionView } from "./streamLogView.ts";
import { useStreamPoll } from "./useLiveStreams.ts";
import styles from "./Logs.module.css";

interface SessionsPanelProps {
  projectId: number;
  /** Of one livestream, or of all of the project. */
  view: SessionView;
  /** Says of which livestream each was. */
  named?: boolean;
  /** Shows all of them again, where they can be narrowed. */
  onClear?: () => void;
  /** Where the page is kept; without it the panel keeps it. */
  paging?: { page: number; onPage: (page: number, instead?: boolean) => void };
}

/** When livestreams ran, who watched, and what was recorded; newest first. */
export function SessionsPanel({ projectId, view, named = false, onClear, paging }: SessionsPanelProps) {
  const { t } = useTranslation(["streamLog", "layout"]);
  const [own, setOwn] = useState(1);
  const { page, onPage } = paging ?? { page: own, onPage: (wanted: number) => setOwn(wanted) };
  const list = useQuery({ ...sessionsQuery(projectId, view, page), refetchInterval: useStreamPoll() });
  const leaving = useLastPage(list.isPlaceholderData ? undefined : list.data?.pagination, (last) => onPage(last, true));
  if (!list.data || leaving) {
    return (
      <div className={styles["framed"]}>
        {list.isError ? (
          <ListProblem error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows thumb={false} label={t("loadingSessions")} />
        )}
      </div>
    );
  }
  if (list.data.data.length === 0) {
    return (
      <div className={styles["framed"]}>
        {onClear && Object.keys(sessionFilter(view)).length > 0 ? (
          <EmptyState
            icon={<IconSearchOff size={22} stroke={1.6} />}
            title={t("emptySessionsFilter")}
            action={
              <Button variant="default" onClick={onClear}>
                {t("layout:clearFilters")}
              </Button>
            }
          />
        ) : (
          <EmptyState icon={<IconHistory size={22} stroke={1.6} />} title={t("emptySessions")}>
            {t("emptySessionsText")}
          </EmptyState>
        )}
      </div>
    );
  }
  return (
    <>
      <SessionTable sessions={list.data.data} named={named} />
      <ListPager pagination={list.data.pagination} onPage={onPage} />
    </>
  );
}
