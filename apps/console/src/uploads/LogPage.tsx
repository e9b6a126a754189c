import { DownloadButton } from "@kinora/ui/DownloadButton.tsx";
import { queryOf } from "@kinora/ui/kit/list-view.ts";
import { formatDayInWords } from "@kinora/ui/moments.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button } from "@mantine/core";
import { IconHistory, IconUpload } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api, apiHost } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useProjectChanges } from "../platform/use-live-videos.ts";
import { useListAddress } from "../shell/lists/list-address.ts";
import { ListPage } from "../shell/lists/ListPage.tsx";
import { EntryActions } from "./EntryActions.tsx";
import { useLogColumns, type LogEntry } from "./log-columns.tsx";
import { useLogFilters } from "./log-filters.ts";
import { logFilterOf, logView } from "./log-view.ts";
import { UploadRecord } from "./UploadRecord.tsx";
import { UploadTabs } from "./UploadTabs.tsx";

const REFRESH_MS = 5_000;
const icon = { size: 16, stroke: 1.6 } as const;

/** Everything that was uploaded or imported, and how it went. The address holds what the log is filtered by. */
export default function LogPage() {
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  useProjectChanges(projectId);
  return projectId === null ? null : <Log projectId={projectId} />;
}

function Log({ projectId }: { projectId: number }) {
  const { t } = useTranslation(["imports", "uploads"]);
  const at = useListAddress(logView);
  const filter = logFilterOf(at.address);
  const list = useQuery({
    queryKey: ["uploads", projectId, "log", at.address],
    queryFn: ({ signal }) =>
      api.imports.listUploadLog({ project_id: projectId, ...logView.pageOf(at.address), ...filter }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ result }) => result === "uploading" || result === "processing") ? REFRESH_MS : false,
  });
  const columns = useLogColumns();
  const filters = useLogFilters(projectId, at.address, at.show);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => setOpen(new Set(open.has(id) ? [...open].filter((one) => one !== id) : [...open, id]));
  return (
    <>
      <PageHeader
        title={t("uploads:title")}
        actions={<ExportButton href={`${apiHost()}/projects/${projectId}/uploads/log.csv?${queryOf(filter)}`} />}
      />
      <UploadTabs />
      <ListPage
        name="upload-log"
        label={t("log")}
        at={at}
        list={list}
        columns={columns}
        nameOf={({ file_name }) => file_name}
        section={({ created_at }) => formatDayInWords(created_at)}
        searchLabel={t("search")}
        {...filters}
        noMatch={t("emptyFilter")}
        empty={{ icon: <IconHistory size={22} stroke={1.6} />, title: t("empty"), action: <UploadButton /> }}
        onOpen={({ id }) => toggle(id)}
        actions={(entry) => <EntryActions entry={entry} open={open.has(entry.id)} onToggle={() => toggle(entry.id)} />}
        note={({ error }) => (error ? <Failure error={error} /> : null)}
        detail={(entry) => (open.has(entry.id) ? <UploadRecord entry={entry} /> : null)}
      />
    </>
  );
}

const Failure = ({ error }: { error: NonNullable<LogEntry["error"]> }) => (
  <>
    {error.message}{" "}
    <span className="muted">
      {error.fix} (<code>{error.code}</code>)
    </span>
  </>
);

function ExportButton({ href }: { href: string }) {
  const { t } = useTranslation("imports");
  return <DownloadButton href={href}>{t("exportCsv")}</DownloadButton>;
}

function UploadButton() {
  const { t } = useTranslation("imports");
  return (
    <Button leftSection={<IconUpload {...icon} />} renderRoot={(props) => <Link to="/upload" {...props} />}>
      {t("upload")}
    </Button>
  );
}
