import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button } from "@mantine/core";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useOpenTabInView } from "../layout/useOpenTabInView.ts";
import { useViewer } from "../layout/useViewer.ts";
import { lazyPart } from "../platform/lazyPart.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useProjectChanges } from "../platform/useLiveVideos.ts";
import { USUAL_COLUMNS } from "./columns.ts";
import { LibraryList } from "./LibraryList.tsx";
import { countsQuery, exportAddress } from "./libraryQueries.ts";
import { LibraryToolbar } from "./LibraryToolbar.tsx";
import {
  isNarrowed,
  LIBRARY_TYPES,
  librarySearch,
  libraryView,
  type LibrarySearch,
  type LibraryType,
  type LibraryView,
} from "./libraryView.ts";
import { usePreference } from "./usePreference.ts";
import tabs from "../layout/PageTabs.module.css";
import styles from "./LibraryPage.module.css";

const FilterChips = lazyPart(async () => (await import("./FilterChips.tsx")).FilterChips);
const PeekPanel = lazyPart(async () => (await import("./PeekPanel.tsx")).PeekPanel);

/** The video library: finished videos, those in progress, the latest, what failed and the trash. The address holds all of its state. */
export default function LibraryPage() {
  const search = useSearch({ from: "/app/video" });
  const view = libraryView(search);
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
  const show = (change: Partial<LibraryView>, instead = false) =>
    void navigate({
      to: "/video",
      search: librarySearch({ ...view, page: 1, peek: null, ...change }),
      replace: instead,
      resetScroll: false,
    });
  const onPeek = useCallback(
    (id: number | null) =>
      void navigate({
        to: "/video",
        search: ({ peek: _before, ...list }: LibrarySearch) => ({ ...list, ...(id === null ? {} : { peek: id }) }),
        // Walking from one to the next is one step back; opening and closing are steps of their own.
        replace: id !== null && location.search.includes("peek="),
        resetScroll: false,
      }),
    [navigate],
  );
  const place = useSearch({ from: "/app/video", select: withoutPeek, structuralSharing: true });
  const shown = layout[0] === "grid" ? "grid" : "table";
  const tabRow = useOpenTabInView<HTMLDivElement>(view.type);
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
    <div className={styles["page"]} data-peek={view.peek !== null}>
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
      <div ref={tabRow} role="tablist" aria-label={t("lists")} className={tabs["tabs"]}>
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
      <LibraryToolbar
        projectId={projectId}
        view={view}
        show={show}
        columns={columns}
        onColumns={setColumns}
        layout={shown}
        onLayout={setLayout}
      />
      {isNarrowed(view) ? (
        <Suspense fallback={null}>
          <FilterChips projectId={projectId} view={view} show={show} />
        </Suspense>
      ) : null}
      <LibraryList
        projectId={projectId}
        view={view}
        show={show}
        place={place}
        peek={{ id: view.peek, onPeek }}
        columns={columns}
        layout={shown}
      />
      {view.peek === null || view.type === "trash" ? null : (
        <Suspense fallback={null}>
          <PeekPanel id={view.peek} place={place} onPeek={onPeek} />
        </Suspense>
      )}
    </div>
  );
}

/** The list's part of the address; the same object as long as it says the same. */
const withoutPeek = ({ peek: _peek, ...list }: LibrarySearch): LibrarySearch => list;
