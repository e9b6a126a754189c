import { PAGE_SIZES } from "@kinora/domain/pages.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button, SegmentedControl, Select } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useProjectChanges } from "../platform/useLiveVideos.ts";
import { completedVideosQuery, inProgressVideosQuery } from "../platform/videos.ts";
import { CompletedList } from "./CompletedList.tsx";
import { InProgressList } from "./InProgressList.tsx";
import { librarySearch, libraryView, type LibraryType, type LibraryView } from "./libraryView.ts";
import { RecentList } from "./RecentList.tsx";
import { SearchBox } from "./SearchBox.tsx";
import tabs from "../layout/PageTabs.module.css";
import styles from "./LibraryPage.module.css";

const TYPES = [
  ["completed", "completed"],
  ["inprogress", "inProgress"],
  ["recent", "recent"],
] as const satisfies [LibraryType, string][];

/** The video library: finished videos, those in progress and the latest ones. The address holds all of its state. */
export default function LibraryPage() {
  const { t } = useTranslation("videos");
  const navigate = useNavigate();
  const view = libraryView(useSearch({ from: "/app/video" }));
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const { permissions } = useViewer();
  useProjectChanges(projectId);
  const moving = useQuery({ ...inProgressVideosQuery(projectId ?? 0), enabled: projectId !== null });

  const shown = useQuery({
    ...completedVideosQuery(projectId ?? 0, {
      page: view.page,
      perPage: view.per_page,
      search: view.search,
      published: view.published,
    }),
    enabled: projectId !== null && view.type === "completed",
  });
  const total =
    view.type === "completed"
      ? shown.data?.pagination.total
      : view.type === "inprogress"
        ? moving.data?.pagination.total
        : undefined;

  const show = (change: Partial<LibraryView>) =>
    void navigate({ to: "/video", search: librarySearch({ ...view, page: 1, ...change }), resetScroll: false });

  if (projectId === null) return null;
  const list = { projectId, view, show };
  return (
    <>
      <PageHeader
        title={t("title")}
        count={total === undefined ? null : formatNumber(total)}
        actions={
          permissions.video_add ? (
            <Button
              leftSection={<IconUpload size={16} stroke={1.6} />}
              renderRoot={(props) => <Link to="/upload" {...props} />}
            >
              {t("upload")}
            </Button>
          ) : undefined
        }
      />
      <div role="tablist" aria-label={t("lists")} className={tabs["tabs"]}>
        {TYPES.map(([type, label]) => (
          <button
            key={type}
            type="button"
            role="tab"
            aria-selected={view.type === type}
            className={tabs["tab"]}
            onClick={() => show({ type, search: "", published: null })}
          >
            {t(label)}
            {type === "inprogress" && moving.data && moving.data.pagination.total > 0 ? (
              <span className={tabs["count"]}>{formatNumber(moving.data.pagination.total)}</span>
            ) : null}
          </button>
        ))}
      </div>
      {view.type === "completed" ? (
        <div className={styles["toolbar"]}>
          <SearchBox value={view.search} label={t("search")} onSearch={(search) => show({ search })} />
          <SegmentedControl
            size="xs"
            aria-label={t("filterPublished")}
            value={view.published ?? "all"}
            onChange={(value) => show({ published: value === "true" || value === "false" ? value : null })}
            data={[
              { value: "all", label: t("all") },
              { value: "true", label: t("published") },
              { value: "false", label: t("unpublished") },
            ]}
          />
          <Select
            className={styles["perPage"] ?? ""}
            aria-label={t("perPage")}
            value={String(view.per_page)}
            data={PAGE_SIZES.map(String)}
            allowDeselect={false}
            comboboxProps={{ withinPortal: true }}
            onChange={(value) => show({ per_page: Number(value) })}
          />
        </div>
      ) : null}
      {view.type === "completed" ? <CompletedList {...list} /> : null}
      {view.type === "inprogress" ? <InProgressList projectId={projectId} /> : null}
      {view.type === "recent" ? <RecentList projectId={projectId} /> : null}
    </>
  );
}
