import { pageLinks } from "@kinora/domain/pages.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Pager } from "@kinora/ui/Pager.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconMovie, IconSearchOff, IconTrash, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { problemOf } from "../platform/problem.ts";
import { BREAKPOINTS, useNarrowerThan } from "../platform/useMediaQuery.ts";
import { libraryQuery } from "./libraryQueries.ts";
import { isNarrowed, selectionOf, type LibraryView } from "./libraryView.ts";
import { TrashList } from "./TrashList.tsx";
import { VideoList } from "./VideoList.tsx";
import styles from "./LibraryPage.module.css";

interface CompletedListProps {
  projectId: number;
  view: LibraryView;
  show: (change: Partial<LibraryView>) => void;
  columns: readonly string[];
  layout: "table" | "grid";
}

/** Finished videos, 30 a page unless asked otherwise, with every state a list can be in. */
export function CompletedList({ projectId, view, show, columns, layout }: CompletedListProps) {
  const { t } = useTranslation(["videos", "layout", "library"]);
  const links = useNarrowerThan(BREAKPOINTS.pagination) ? 5 : 7;
  const filtered = isNarrowed(view);
  const list = useQuery(libraryQuery(projectId, view));

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
  if (videos.length === 0)
    return filtered || view.page > 1 ? <NothingMatches show={show} /> : <NothingHere type={view.type} />;
  const { page, max, from, to, total, more } = pagination;
  const matching = total > videos.length ? { selection: selectionOf(view), total, more } : null;
  return (
    <>
      {view.type === "trash" ? (
        <TrashList projectId={projectId} videos={videos} matching={matching} />
      ) : (
        <VideoList
          videos={videos}
          label={view.type === "failed" ? t("library:failed") : t("completed")}
          stale={list.isPlaceholderData}
          matching={matching}
          sorting={{ current: view.sort, onSort: (sort) => show({ sort }) }}
          columns={columns}
          layout={layout}
        />
      )}
      <Pager
        page={page}
        max={max}
        links={pageLinks(page, max, links)}
        onPage={(wanted) => show({ page: wanted })}
        summary={t("layout:pageRange", {
          from: formatNumber(from),
          to: formatNumber(to),
          total: `${formatNumber(total)}${more ? "+" : ""}`,
        })}
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
          <Button variant="default" onClick={() => show({ search: "", published: null, narrowing: {}, page: 1 })}>
            {t("layout:clearFilters")}
          </Button>
        }
      />
    </div>
  );
}

/** A list with nothing in it says so in its own words. */
function NothingHere({ type }: Pick<LibraryView, "type">) {
  const { t } = useTranslation("library");
  if (type !== "failed" && type !== "trash") return <NothingYet />;
  return (
    <div className={styles["framed"]}>
      <EmptyState
        icon={type === "trash" ? <IconTrash size={22} stroke={1.6} /> : <IconMovie size={22} stroke={1.6} />}
        title={type === "trash" ? t("emptyTrash") : t("emptyFailed")}
      >
        {type === "trash" ? t("emptyTrashText") : undefined}
      </EmptyState>
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
