import { pageLinks } from "@kinora/domain/pages.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Pager } from "@kinora/ui/Pager.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconMovie, IconSearchOff, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { problemOf } from "../platform/problem.ts";
import { BREAKPOINTS, useNarrowerThan } from "../platform/useMediaQuery.ts";
import { completedVideosQuery } from "../platform/videos.ts";
import type { LibraryView } from "./libraryView.ts";
import { VideoList } from "./VideoList.tsx";
import styles from "./LibraryPage.module.css";

interface CompletedListProps {
  projectId: number;
  view: LibraryView;
  show: (change: Partial<LibraryView>) => void;
}

/** Finished videos, 30 a page unless asked otherwise, with every state a list can be in. */
export function CompletedList({ projectId, view, show }: CompletedListProps) {
  const { t } = useTranslation(["videos", "layout"]);
  const links = useNarrowerThan(BREAKPOINTS.pagination) ? 5 : 7;
  const filtered = view.search !== "" || view.published !== null;
  const list = useQuery(
    completedVideosQuery(projectId, {
      page: view.page,
      perPage: view.per_page,
      search: view.search,
      published: view.published,
    }),
  );

  if (list.isError && !list.data) {
    return (
      <div className={styles["framed"]}>
        <ErrorState
          message={problemOf(list.error).message ?? t("layout:pageFailed")}
          retryLabel={t("layout:retry")}
          onRetry={() => void list.refetch()}
        />
      </div>
    );
  }
  if (!list.data) {
    return (
      <div className={styles["framed"]}>
        <SkeletonRows label={t("loading")} />
      </div>
    );
  }
  const { data: videos, pagination } = list.data;
  if (videos.length === 0) return filtered || view.page > 1 ? <NothingMatches show={show} /> : <NothingYet />;
  const { page, max, from, to, total } = pagination;
  return (
    <>
      <VideoList videos={videos} label={t("completed")} stale={list.isPlaceholderData} />
      <Pager
        page={page}
        max={max}
        links={pageLinks(page, max, links)}
        onPage={(wanted) => show({ page: wanted })}
        summary={t("layout:pageRange", { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })}
        labels={{
          pages: t("layout:pages"),
          previous: t("layout:previousPage"),
          next: t("layout:nextPage"),
          page: (number) => t("layout:pageNumber", { page: number }),
        }}
      />
    </>
  );
}

function NothingMatches({ show }: Pick<CompletedListProps, "show">) {
  const { t } = useTranslation(["videos", "layout"]);
  return (
    <div className={styles["framed"]}>
      <EmptyState
        icon={<IconSearchOff size={22} stroke={1.6} />}
        title={t("emptyFilter")}
        action={
          <Button variant="default" onClick={() => show({ search: "", published: null, page: 1 })}>
            {t("layout:clearFilters")}
          </Button>
        }
      />
    </div>
  );
}

/** A project without videos: the one thing to do is to upload. */
export function NothingYet() {
  const { t } = useTranslation("videos");
  const { permissions } = useViewer();
  return (
    <div className={styles["framed"]}>
      <EmptyState
        icon={<IconMovie size={22} stroke={1.6} />}
        title={t("empty")}
        action={
          permissions.video_add ? (
            <Button
              leftSection={<IconUpload size={16} stroke={1.6} />}
              renderRoot={(props) => <Link to="/upload" {...props} />}
            >
              {t("upload")}
            </Button>
          ) : undefined
        }
      >
        {permissions.video_add ? t("emptyText") : undefined}
      </EmptyState>
    </div>
  );
}
