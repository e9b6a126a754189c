import { pageLinks } from "@kinora/domain/pages.ts";
import { UPLOAD_RESULTS, UPLOAD_SOURCES, type UploadResult } from "@kinora/domain/uploads.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Pager } from "@kinora/ui/Pager.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { StatusDot, type StatusTone } from "@kinora/ui/StatusDot.tsx";
import { Button, Select, TextInput } from "@mantine/core";
import { IconDownload, IconHistory, IconSearchOff, IconUpload } from "@tabler/icons-react";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PageTabs } from "../layout/PageTabs.tsx";
import { api, apiHost } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { useProjectChanges } from "../platform/useLiveVideos.ts";
import { BREAKPOINTS, useNarrowerThan } from "../platform/useMediaQuery.ts";
import { logFilterOf, type LogSearch } from "./logView.ts";
import styles from "./Imports.module.css";

type Entry = Awaited<ReturnType<typeof api.imports.listUploadLog>>["data"][number];

const TONES: Record<UploadResult, StatusTone> = {
  uploading: "processing",
  processing: "processing",
  complete: "published",
  cancelled: "unpublished",
  failed: "failed",
};
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
  const links = useNarrowerThan(BREAKPOINTS.pagination) ? 5 : 7;
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
  const show = (change: { [Key in keyof LogSearch]?: LogSearch[Key] | undefined }) => {
    const entries = Object.entries({ ...view, page: undefined, ...change }).filter(
      ([, value]) => value !== undefined && value !== "",
    );
    void navigate({ to: "/upload/logs", search: Object.fromEntries(entries), resetScroll: false });
  };
  const query = new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((each) => [`${name}[]`, each]) : [[name, value]],
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
            renderRoot={(props) => (
              <a href={`${apiHost()}/projects/${projectId}/uploads/log.csv?${query.toString()}`} download {...props} />
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
      <div className={styles["toolbar"]}>
        <TextInput
          key={view.search ?? ""}
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          defaultValue={view.search ?? ""}
          onBlur={(event) =>
            event.currentTarget.value.trim() !== (view.search ?? "") &&
            show({ search: event.currentTarget.value.trim() })
          }
          onKeyDown={(event) => event.key === "Enter" && show({ search: event.currentTarget.value.trim() })}
        />
        <Select
          aria-label={t("filterResult")}
          placeholder={t("anyResult")}
          clearable
          data={UPLOAD_RESULTS.map((value) => ({ value, label: t(`result_${value}`) }))}
          value={view.result ?? null}
          onChange={(value) => show({ result: UPLOAD_RESULTS.find((known) => known === value) })}
        />
        <Select
          aria-label={t("filterSource")}
          placeholder={t("anySource")}
          clearable
          data={UPLOAD_SOURCES.map((value) => ({ value, label: t(`source_${value}`) }))}
          value={view.source ?? null}
          onChange={(value) => show({ source: UPLOAD_SOURCES.find((known) => known === value) })}
        />
        <TextInput
          type="date"
          aria-label={t("from")}
          value={view.from ?? ""}
          onChange={(event) => show({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          aria-label={t("to")}
          value={view.to ?? ""}
          onChange={(event) => show({ to: event.currentTarget.value })}
        />
        {narrowed ? (
          <Button variant="subtle" onClick={() => void navigate({ to: "/upload/logs", search: {} })}>
            {t("layout:clearFilters")}
          </Button>
        ) : null}
      </div>
      {log.isError && !log.data ? (
        <div className={styles["log"]}>
          <ErrorState
            message={problemOf(log.error).message ?? t("layout:pageFailed")}
            retryLabel={t("layout:retry")}
            onRetry={() => void log.refetch()}
          />
        </div>
      ) : !log.data ? (
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
      {page && page.total > 0 ? (
        <Pager
          page={page.page}
          max={page.max}
          links={pageLinks(page.page, page.max, links)}
          onPage={(wanted) => show({ page: wanted })}
          summary={t("layout:pageRange", {
            from: formatNumber(page.from),
            to: formatNumber(page.to),
            total: `${formatNumber(page.total)}${page.more ? "+" : ""}`,
          })}
          labels={{
            pages: t("layout:pages"),
            previous: t("layout:previousPage"),
            next: t("layout:nextPage"),
            page: (number) => t("layout:pageNumber", { page: number }),
          }}
        />
      ) : null}
    </>
  );
}

function LogTable({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation(["imports", "layout"]);
  const head = [
    t("columnTime"),
    t("columnFile"),
    t("columnSource"),
    t("columnSize"),
    t("columnUser"),
    t("columnDuration"),
    t("columnResult"),
    "",
  ];
  return (
    <div className={styles["log"]} role="table" aria-label={t("log")}>
      <div role="row" className={`${styles["logRow"]} ${styles["logHead"]}`}>
        {head.map((label) => (
          <div key={label} role="columnheader">
            {label}
          </div>
        ))}
      </div>
      {entries.map((entry) => (
        <LogRow key={entry.id} entry={entry} />
      ))}
    </div>
  );
}

function LogRow({ entry }: { entry: Entry }) {
  const { t } = useTranslation(["imports", "layout"]);
  const client = useQueryClient();
  const retry = async () => {
    try {
      toastSuccess((await api.imports.retryImport({ id: entry.id })).message);
    } catch (error) {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("importFailed"));
    } finally {
      await client.invalidateQueries({ queryKey: ["uploads"] });
    }
  };
  const took =
    entry.finished_at === null
      ? null
      : (new Date(entry.finished_at).getTime() - new Date(entry.created_at).getTime()) / 1000;
  const canRetry =
    entry.source_url !== null && (entry.result === "failed" || entry.result === "cancelled") && entry.video !== null;
  return (
    <div role="row" className={styles["logRow"]}>
      <div role="cell">
        <time dateTime={entry.created_at} title={formatMoment(entry.created_at)}>
          {formatAgo(entry.created_at)}
        </time>
      </div>
      <div role="cell" title={entry.source_url ?? entry.file_name}>
        {entry.file_name}
        {entry.error ? (
          <p className={styles["problem"]}>
            {entry.error.message} <span className="muted">{entry.error.fix}</span>
          </p>
        ) : null}
      </div>
      <div role="cell" className="muted">
        {t(`source_${entry.source}`)}
      </div>
      <div role="cell" className="tabular">
        {entry.size_bytes === null ? "" : formatBytes(entry.size_bytes)}
      </div>
      <div role="cell" className="muted">
        {entry.user ? `${entry.user.first_name} ${entry.user.last_name}`.trim() : ""}
      </div>
      <div role="cell" className="tabular">
        {took === null ? "" : formatDuration(Math.round(took))}
      </div>
      <div role="cell">
        <StatusDot tone={TONES[entry.result]}>{t(`result_${entry.result}`)}</StatusDot>
      </div>
      <div role="cell">
        {canRetry ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t("retryImportOf", { file: entry.file_name })}
            onClick={() => void retry()}
          >
            {t("retryImport")}
          </Button>
        ) : entry.video ? (
          <Link
            to="/video/$videoId"
            params={{ videoId: String(entry.video.id) }}
            aria-label={t("openVideo", { title: entry.video.title })}
          >
            {entry.video.title}
          </Link>
        ) : null}
      </div>
    </div>
  );
}
