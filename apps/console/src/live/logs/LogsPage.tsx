import { DownloadButton } from "@kinora/ui/DownloadButton.tsx";
import { queryOf } from "@kinora/ui/kit/list-view.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { apiHost } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useListAddress } from "../../shell/lists/list-address.ts";
import { LiveTabs } from "../list/LiveTabs.tsx";
import { useStreamChanges } from "../list/use-live-streams.ts";
import { logFilterOf, streamLogView, sessionFilterOf } from "./log-view.ts";
import { LogList } from "./LogList.tsx";
import { SessionList } from "./SessionList.tsx";

/** What happened to a project's livestreams: event by event, or session by session. The address holds the filters. */
export default function LogsPage() {
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  useStreamChanges(projectId);
  return projectId === null ? null : <Logs key={projectId} projectId={projectId} />;
}

function Logs({ projectId }: { projectId: number }) {
  const { t } = useTranslation("streamLog");
  const at = useListAddress(streamLogView);
  const sessions = at.address.list === "sessions";
  const csv = sessions
    ? `stream-sessions.csv?${queryOf(sessionFilterOf(at.address))}`
    : `stream-log.csv?${queryOf(logFilterOf(at.address))}`;
  return (
    <>
      <PageHeader
        title={t(sessions ? "sessions" : "title")}
        actions={<DownloadButton href={`${apiHost()}/projects/${projectId}/${csv}`}>{t("exportCsv")}</DownloadButton>}
      />
      <LiveTabs open={sessions ? "tabSessions" : "tabLogs"} />
      {sessions ? <SessionList projectId={projectId} at={at} /> : <LogList projectId={projectId} at={at} />}
    </>
  );
}
