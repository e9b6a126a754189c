import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { LiveTabs } from "./LiveTabs.tsx";
import { sessionsExport, streamLogExport } from "./queries.ts";
import { SessionsPanel } from "./SessionsPanel.tsx";
import { StreamLogFilters } from "./StreamLogFilters.tsx";
import { StreamLogPanel } from "./StreamLogPanel.tsx";
import { changed, type StreamLogChange } from "./streamLogView.ts";
import { useStreamChanges } from "./useLiveStreams.ts";
import styles from "./Logs.module.css";

/** What happened to a project's livestreams: line by line, or session by session. The address holds what it is narrowed by. */
export default function LogsPage() {
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  useStreamChanges(projectId);
  return projectId === null ? null : <Logs key={projectId} projectId={projectId} />;
}

function Logs({ projectId }: { projectId: number }) {
  const { t } = useTranslation("streamLog");
  const navigate = useNavigate();
  const view = useSearch({ from: "/app/live/logs" });
  const show = (change: StreamLogChange, instead = false) =>
    void navigate({ to: "/live/logs", search: changed(view, change), replace: instead, resetScroll: false });
  const sessions = view.list === "sessions";
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.6} />}
            renderRoot={({ children, ...props }) => (
              <a
                href={sessions ? sessionsExport(projectId, view) : streamLogExport(projectId, view)}
                download
                {...props}
              >
                {children}
              </a>
            )}
          >
            {t("exportCsv")}
          </Button>
        }
      />
      <LiveTabs />
      <div className={styles["toolbar"]}>
        <Segments
          aria-label={t("list")}
          value={sessions ? "sessions" : "log"}
          onChange={(value) =>
            void navigate({ to: "/live/logs", search: value === "sessions" ? { list: "sessions" } : {} })
          }
          data={[
            { value: "log", label: t("listLog") },
            { value: "sessions", label: t("listSessions") },
          ]}
        />
        <StreamLogFilters projectId={projectId} view={view} onShow={show} />
      </div>
      {sessions ? (
        <SessionsPanel
          projectId={projectId}
          view={view}
          named
          onClear={() => void navigate({ to: "/live/logs", search: { list: "sessions" } })}
          paging={{ page: view.page ?? 1, onPage: (page, instead) => show({ page }, instead) }}
        />
      ) : (
        <StreamLogPanel
          projectId={projectId}
          view={view}
          named
          onPage={(page, instead) => show({ page }, instead)}
          onClear={() => void navigate({ to: "/live/logs", search: {} })}
        />
      )}
    </>
  );
}
