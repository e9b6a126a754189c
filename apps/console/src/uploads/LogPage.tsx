import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
import { IconDownload, IconHistory, IconSearchOff, IconUpload } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ListPager } from "../layout/ListPager.tsx";
import { PageTabs } from "../layout/PageTabs.tsx";
import { useLastPage } from "../layout/useLastPage.ts";
import { api, apiHost } from "../platform/client.ts";
import { reasonOf } from "../platform/problem.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useProjectChanges } from "../platform/useLiveVideos.ts";
import { LogFilters } from "./LogFilters.tsx";
import { LogTable } from "./LogTable.tsx";
import { logFilterOf, type LogChange } from "./logView.ts";
import styles from "./UploadLog.module.css";

const PER_PAGE = 30;
const LOOK_EVERY_MS = 5_000;

/** Everything that was uploaded or imported, and how it went. The address holds what the log is narrowed by. */
export default function LogPage() {
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  useProjectChanges(projectId);
  return projectId === null ? null : <Log projectId={projectId} />;
}

function Log({ projectId }: { projectId: number }) {
  const { t } = useTranslation(["imports", "uploads", "layout"]);
  const navigate = useNavigate();
  const view = useSearch({ from: "/app/upload/logs" });
  const filter = logFilterOf(view);
  const log = useQuery({
    queryKey: ["uploads", projectId, "log", view],
    queryFn: ({ signal }) =>
      api.imports.listUploadLog(
        { project_id: projectId, page: view.page ?? 1, per_page: PER_PAGE, ...filter },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ result }) => result === "uploading" || result === "processing") ? LOOK_EVERY_MS : false,
  });
  const show = (change: LogChange, instead = false) => {
    const entries = Object.entries({ ...view, page: undefined, ...change }).filter(
      ([name, value]) => value !== undefined && value !== "" && !(name === "page" && value === 1),
    );
    void navigate({ to: "/upload/logs", search: Object.fromEntries(entries), replace: instead, resetScroll: false });
  };
  const leaving = useLastPage(log.isPlaceholderData ? undefined : log.data?.pagination, (last) =>
    show({ page: last }, true),
  );
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((each) => [`${name}[]`, String(each)]) : [[name, value]],
    ),
  );
  const narrowed = Object.keys(filter).length > 0;
  const page = log.data?.pagination;
  return (
    <>
      <PageHeader
        title={t("uploads:title")}
        count={null}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.6} />}
            renderRoot={({ children, ...props }) => (
              <a href={`${apiHost()}/projects/${projectId}/uploads/log.csv?${query.toString()}`} download {...props}>
                {children}
              </a>
            )}
          >
            {t("exportCsv")}
          </Button>
        }
      />
      <PageTabs
        label={t("uploads:tabs")}
        tabs={[
          { to: "/upload", label: t("uploads:tabUpload") },
          { to: "/upload/logs", label: t("uploads:tabLogs") },
        ]}
      />
      <LogFilters projectId={projectId} view={view} onShow={show} />
      {log.isError && !log.data ? (
        <div className={styles["log"]}>
          <ErrorState message={reasonOf(log.error)} retryLabel={t("layout:retry")} onRetry={() => void log.refetch()} />
        </div>
      ) : !log.data || leaving ? (
        <div className={styles["log"]}>
          <SkeletonRows label={t("loading")} />
        </div>
      ) : log.data.data.length === 0 ? (
        <div className={styles["log"]}>
          {narrowed ? (
            <EmptyState icon={<IconSearchOff size={22} stroke={1.6} />} title={t("emptyFilter")} />
          ) : (
            <EmptyState
              icon={<IconHistory size={22} stroke={1.6} />}
              title={t("empty")}
              action={
                <Button
                  leftSection={<IconUpload size={16} stroke={1.6} />}
                  renderRoot={(props) => <Link to="/upload" {...props} />}
                >
                  {t("upload")}
                </Button>
              }
            />
          )}
        </div>
      ) : (
        <LogTable entries={log.data.data} />
      )}
      {page ? <ListPager pagination={page} more={page.more} onPage={(wanted) => show({ page: wanted })} /> : null}
    </>
  );
}
