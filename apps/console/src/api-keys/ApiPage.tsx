import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { isAnswered } from "../platform/answered.ts";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { WithFeature } from "../shell/frame/WithFeature.tsx";
import { Later } from "../shell/menus/Later.tsx";
import { TabRow } from "../shell/tabs/TabRow.tsx";
import { API_TABS } from "./api-view.ts";
import { ApiRequests } from "./ApiRequests.tsx";
import { ApiUse } from "./ApiUse.tsx";
import { KeyTable, type KeyDialogs } from "./KeyTable.tsx";
import { apiKeysQuery, type ApiKey, type ShownSecret } from "./queries.ts";
import { UploadTokens } from "./tokens/UploadTokens.tsx";
import tabs from "../shell/tabs/PageTabs.module.css";

const KeyDialog = lazyPart(async () => (await import("./KeyDialog.tsx")).KeyDialog);
const RotateDialog = lazyPart(async () => (await import("./RotateDialog.tsx")).RotateDialog);
const SecretDialog = lazyPart(async () => (await import("./SecretDialog.tsx")).SecretDialog);

/** The API keys of a project, and how its API is used. */
export default function ApiPage() {
  const config = useStore(session, (value) => value.config);
  const project = config?.projects.find(({ id }) => id === config.project_id);
  return project ? <Api key={project.id} projectId={project.id} hash={project.hash} /> : null;
}

function Api({ projectId, hash }: { projectId: number; hash: string }) {
  const { t } = useTranslation("apiKeys");
  const mayManage = useViewer().permissions.api_manage;
  const { tab = "keys" } = useSearch({ from: "/app/settings/api" });
  const keys = useQuery({ ...apiKeysQuery(projectId), enabled: tab === "keys" });
  const [creating, setCreating] = useState(false);
  const [editing, setEditing] = useState<ApiKey | null>(null);
  const [rotating, setRotating] = useState<ApiKey | null>(null);
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const dialogs: KeyDialogs = { onEdit: setEditing, onRotate: setRotating };
  const create = mayManage ? (
    <WithFeature feature="api_keys">
      <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setCreating(true)}>
        {t("create")}
      </Button>
    </WithFeature>
  ) : undefined;
  return (
    <>
      <PageHeader title={t("title")} actions={tab === "keys" ? create : undefined} />
      <ApiTabs open={tab} />
      {tab === "tokens" ? (
        <UploadTokens projectId={projectId} mayManage={mayManage} />
      ) : tab === "requests" ? (
        <ApiRequests projectId={projectId} />
      ) : (
        <Stack gap="xl">
          <KeyTable projectId={projectId} mayManage={mayManage} create={create} dialogs={dialogs} />
          {isAnswered(keys) ? <ApiUse projectId={projectId} hash={hash} /> : null}
        </Stack>
      )}
      <Later when={creating || editing !== null}>
        <KeyDialog
          projectId={projectId}
          opened={creating || editing !== null}
          edited={editing}
          onSecret={setShown}
          onClose={() => {
            setCreating(false);
            setEditing(null);
          }}
        />
      </Later>
      <Later when={rotating !== null}>
        <RotateDialog projectId={projectId} rotated={rotating} onSecret={setShown} onClose={() => setRotating(null)} />
      </Later>
      <Later when={shown !== null}>
        <SecretDialog projectId={projectId} shown={shown} onClose={() => setShown(null)} />
      </Later>
    </>
  );
}

function ApiTabs({ open }: { open: (typeof API_TABS)[number] }) {
  const { t } = useTranslation("apiKeys");
  return (
    <TabRow label={t("tabs")} open={open}>
      {API_TABS.map((tab) => (
        <Link
          key={tab}
          to="/settings/api"
          search={tab === "keys" ? {} : { tab }}
          aria-current={open === tab ? "page" : undefined}
          className={tabs["tab"] ?? ""}
        >
          {t(`tab_${tab}`)}
        </Link>
      ))}
    </TabRow>
  );
}
