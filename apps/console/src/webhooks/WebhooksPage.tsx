import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button, Group } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { WithFeature } from "../shell/frame/WithFeature.tsx";
import { Later } from "../shell/menus/Later.tsx";
import type { ShownSecret } from "./queries.ts";
import { NEW_WEBHOOK } from "./webhook-fields.ts";
import type { Draft } from "./WebhookDialog.tsx";
import { WebhookTable } from "./WebhookTable.tsx";

const WebhookDialog = lazyPart(async () => (await import("./WebhookDialog.tsx")).WebhookDialog);
const SecretDialog = lazyPart(async () => (await import("./SecretDialog.tsx")).SecretDialog);

/** The webhooks of a project. */
export default function WebhooksPage() {
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  return projectId === null ? null : <Webhooks key={projectId} projectId={projectId} />;
}

function Webhooks({ projectId }: { projectId: number }) {
  const { t } = useTranslation("webhooks");
  const mayManage = useViewer().permissions.webhooks_manage;
  const [draft, setDraft] = useState<Draft | null>(null);
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const create = mayManage ? (
    <WithFeature feature="webhooks">
      <Group gap="xs">
        <Button
          variant="default"
          onClick={() => setDraft({ edited: null, fields: { ...NEW_WEBHOOK, inbox: true, name: t("inboxName") } })}
        >
          {t("useInbox")}
        </Button>
        <Button
          leftSection={<IconPlus size={16} stroke={1.6} />}
          onClick={() => setDraft({ edited: null, fields: NEW_WEBHOOK })}
        >
          {t("create")}
        </Button>
      </Group>
    </WithFeature>
  ) : undefined;
  return (
    <>
      <PageHeader title={t("title")} actions={create} />
      <WebhookTable
        projectId={projectId}
        mayManage={mayManage}
        create={create}
        onDraft={setDraft}
        onSecret={setShown}
      />
      <Later when={draft !== null}>
        <WebhookDialog projectId={projectId} draft={draft} onSecret={setShown} onClose={() => setDraft(null)} />
      </Later>
      <Later when={shown !== null}>
        <SecretDialog shown={shown} onClose={() => setShown(null)} />
      </Later>
    </>
  );
}
