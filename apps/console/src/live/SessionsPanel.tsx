import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ListPager } from "./ListPager.tsx";
import { ListProblem } from "./ListProblem.tsx";
import { sessionsQuery } from "./queries.ts";
import { SessionTable } from "./SessionTable.tsx";
import { useStreamPoll } from "./useLiveStreams.ts";
import styles from "./Logs.module.css";

interface SessionsPanelProps {
  projectId: number;
  /** Null for the sessions of all livestreams of the project. */
  streamId: number | null;
  /** Where the page is kept; without it the panel keeps it. */
  paging?: { page: number; onPage: (page: number) => void };
}

/** When livestreams ran, who watched, and what was recorded; newest first. */
export function SessionsPanel({ projectId, streamId, paging }: SessionsPanelProps) {
  const { t } = useTranslation("streamLog");
  const [own, setOwn] = useState(1);
  const { page, onPage } = paging ?? { page: own, onPage: setOwn };
  const list = useQuery({ ...sessionsQuery(projectId, streamId, page), refetchInterval: useStreamPoll() });
  if (!list.data) {
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
        <EmptyState icon={<IconHistory size={22} stroke={1.6} />} title={t("emptySessions")}>
          {t("emptySessionsText")}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <SessionTable sessions={list.data.data} named={streamId === null} />
      <ListPager pagination={list.data.pagination} onPage={onPage} />
    </>
  );
}
