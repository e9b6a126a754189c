import { PAGE_SIZES } from "@kinora/domain/pages.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button, SegmentedControl, Select } from "@mantine/core";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useProjectChanges } from "../platform/useLiveVideos.ts";
import { ColumnMenu } from "./ColumnMenu.tsx";
import { CompletedList } from "./CompletedList.tsx";
import { FilterChips } from "./FilterChips.tsx";
import { FilterMenu } from "./FilterMenu.tsx";
import { InProgressList } from "./InProgressList.tsx";
import { countsQuery, exportAddress } from "./libraryQueries.ts";
import { LIBRARY_TYPES, librarySearch, libraryView, type LibraryType, type LibraryView } from "./libraryView.ts";
import { RecentList } from "./RecentList.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { usePreference } from "./usePreference.ts";
import { USUAL_COLUMNS } from "./VideoTable.tsx";
import tabs from "../layout/PageTabs.module.css";
import styles from "./LibraryPage.module.css";

/** The lists that can be narrowed, ordered and paged. */
const isPaged = (type: LibraryType) => type === "completed" || type === "failed" || type === "trash";

/** The video library: finished videos, those in progress, the latest, what failed and the trash. The address holds all of its state. */
export default function LibraryPage() {
  const view = libraryView(useSearch({ from: "/app/video" }));
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  useProjectChanges(projectId);
  return projectId === null ? null : <Library projectId={projectId} view={view} />;
}

function Library({ projectId, view }: { projectId: number; view: LibraryView }) {
  const { t } = useTranslation(["videos", "library"]);
  const navigate = useNavigate();
  const { permissions } = useViewer();
  const counts = useQuery(countsQuery(projectId)).data;
  const [columns, setColumns] = usePreference("library_columns", USUAL_COLUMNS);
  const [layout, setLayout] = usePreference("library_layout", ["table"]);
  const show = (change: Partial<LibraryView>) =>
    void navigate({ to: "/video", search: librarySearch({ ...view, page: 1, ...change }), resetScroll: false });
  const countOf = (type: LibraryType) => {
    const count = type === "recent" ? undefined : counts?.[type];
    return count === undefined ? null : `${formatNumber(count.rows)}${count.more ? "+" : ""}`;
  };
  const names: Record<LibraryType, string> = {
    completed: t("completed"),
    inprogress: t("inProgress"),
    recent: t("recent"),
    failed: t("library:failed"),
    trash: t("library:trash"),
  };
  return (
    <>
      <PageHeader
        title={t("title")}
        count={countOf(view.type)}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.6} />}
              renderRoot={({ children, ...props }) => (
                <a href={exportAddress(projectId, view)} download {...props}>
                  {children}
                </a>
              )}
            >
              {t("library:exportCsv")}
            </Button>
            {permissions.video_add ? (
              <Button
                leftSection={<IconUpload size={16} stroke={1.6} />}
                renderRoot={(props) => <Link to="/upload" {...props} />}
              >
                {t("upload")}
              </Button>
            ) : null}
          </>
        }
      />
      <div role="tablist" aria-label={t("lists")} className={tabs["tabs"]}>
        {LIBRARY_TYPES.map((type) => (
          <button
            key={type}
            type="button"
            role="tab"
            aria-selected={view.type === type}
            className={tabs["tab"]}
            onClick={() => show({ type, search: "", published: null, sort: null, narrowing: {} })}
          >
            {names[type]}
            {countOf(type) === null || countOf(type) === "0" ? null : (
              <span className={tabs["count"]}>{countOf(type)}</span>
            )}
          </button>
        ))}
      </div>
      {isPaged(view.type) ? (
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
          <FilterMenu projectId={projectId} narrowing={view.narrowing} onChange={(narrowing) => show({ narrowing })} />
          {view.type === "trash" ? null : (
            <>
              <ColumnMenu columns={columns} onChange={setColumns} />
              <SegmentedControl
                size="xs"
                aria-label={t("library:layout")}
                value={layout[0] === "grid" ? "grid" : "table"}
                onChange={(value) => setLayout([value])}
                data={[
                  { value: "table", label: t("library:table") },
                  { value: "grid", label: t("library:grid") },
                ]}
              />
            </>
          )}
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
      {isPaged(view.type) ? (
        <>
          <FilterChips projectId={projectId} view={view} show={show} />
          <CompletedList
            projectId={projectId}
            view={view}
            show={show}
            columns={columns}
            layout={layout[0] === "grid" ? "grid" : "table"}
          />
        </>
      ) : null}
      {view.type === "inprogress" ? <InProgressList projectId={projectId} /> : null}
      {view.type === "recent" ? <RecentList projectId={projectId} /> : null}
    </>
  );
}
