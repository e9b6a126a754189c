import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { usePollInterval } from "../../platform/use-live-videos.ts";
import { WithFeature } from "../../shell/frame/WithFeature.tsx";
import { useListAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import { UploadTabs } from "../UploadTabs.tsx";
import { jobName, useJobColumns } from "./job-columns.tsx";
import { importJobsQuery, isMoving, useImportChanges } from "./job-queries.ts";
import { importJobsView } from "./job-view.ts";

const NewImportDialog = lazyPart(async () => (await import("./NewImportDialog.tsx")).NewImportDialog);

/** The imports of a project, and the way to a new one. */
export default function ImportJobsPage() {
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  return projectId === null ? null : <ImportJobs key={projectId} projectId={projectId} />;
}

function ImportJobs({ projectId }: { projectId: number }) {
  const { t } = useTranslation(["importJobs", "uploads"]);
  const navigate = useNavigate();
  const at = useListAddress(importJobsView);
  useImportChanges(projectId);
  const query = importJobsQuery(projectId, importJobsView.pageOf(at.address));
  const moving = useQuery(query).data?.data.some(isMoving) ?? false;
  const list = useQuery({ ...query, refetchInterval: usePollInterval(moving) });
  const columns = useJobColumns();
  const [creating, setCreating] = useState(false);
  const create = (
    <WithFeature feature="imports">
      <Button leftSection={<IconFileImport size={16} stroke={1.6} />} onClick={() => setCreating(true)}>
        {t("newImport")}
      </Button>
    </WithFeature>
  );
  return (
    <>
      <PageHeader title={t("uploads:title")} actions={create} />
      <UploadTabs />
      <ListPage
        name="imports"
        label={t("list")}
        at={at}
        list={list}
        columns={columns}
        nameOf={jobName}
        noMatch={t("noMatch")}
        empty={{
          icon: <IconFileImport size={22} stroke={1.6} />,
          title: t("empty"),
          text: t("emptyText"),
          action: create,
        }}
        onOpen={({ id }) => void navigate({ to: "/upload/imports/$importId", params: { importId: String(id) } })}
      />
      <Later when={creating}>
        <NewImportDialog projectId={projectId} opened={creating} onClose={() => setCreating(false)} />
      </Later>
    </>
  );
}
