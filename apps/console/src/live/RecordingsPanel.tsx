import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { IconMovie } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ListPager } from "../layout/ListPager.tsx";
import { useLastPage } from "../layout/useLastPage.ts";
import { ListProblem } from "./ListProblem.tsx";
import { recordingsQuery, type StreamDetail } from "./queries.ts";
import { RecordingTable } from "./RecordingTable.tsx";
import { isUnderWay } from "./recordingView.ts";
import { useStreamPoll } from "./useLiveStreams.ts";
import styles from "./Logs.module.css";

/** Videos on their way are looked at so often. */
const UNDER_WAY_MS = 4_000;

/** What is kept of a livestream, newest first: recordings and clips with their videos. */
export function RecordingsPanel({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("recordings");
  const [page, setPage] = useState(1);
  const poll = useStreamPoll();
  const list = useQuery({
    ...recordingsQuery(stream.id, page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? UNDER_WAY_MS : poll),
  });
  const leaving = useLastPage(list.isPlaceholderData ? undefined : list.data?.pagination, setPage);
  if (!list.data || leaving) {
    return (
      <div className={styles["framed"]}>
        {list.isError ? (
          <ListProblem error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={3} thumb={false} label={t("loading")} />
        )}
      </div>
    );
  }
  if (list.data.data.length === 0) {
    return (
      <div className={styles["framed"]}>
        <EmptyState icon={<IconMovie size={22} stroke={1.6} />} title={t("empty")}>
          {t("emptyText")}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <RecordingTable stream={stream} recordings={list.data.data} />
      <ListPager pagination={list.data.pagination} onPage={setPage} />
    </>
  );
}
