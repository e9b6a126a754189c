import { Facts } from "@kinora/ui/kit/Facts.tsx";
import { kitTexts } from "@kinora/ui/kit/kit-texts.ts";
import { RowMenu } from "@kinora/ui/kit/RowMenu.tsx";
import { formatMoment } from "@kinora/ui/moments.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { isAnswered } from "../platform/answered.ts";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useAction } from "../platform/use-action.ts";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { Later } from "../shell/menus/Later.tsx";
import { Deliveries } from "./Deliveries.tsx";
import { Inbox } from "./Inbox.tsx";
import { inboxQuery, webhookQuery, webhooksKey, type ShownSecret, type Webhook } from "./queries.ts";
import { useWebhookMenu } from "./use-webhook-menu.tsx";
import { Success, WebhookStatus } from "./webhook-columns.tsx";
import type { Draft } from "./WebhookDialog.tsx";

const WebhookDialog = lazyPart(async () => (await import("./WebhookDialog.tsx")).WebhookDialog);
const SecretDialog = lazyPart(async () => (await import("./SecretDialog.tsx")).SecretDialog);

/** One webhook: whether it works, and what it was sent. */
export default function WebhookPage(): ReactNode {
  const { t } = useTranslation("webhooks");
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const { webhookId } = useParams({ from: "/app/settings/webhooks/$webhookId" });
  const id = Number(webhookId);
  const webhook = useQuery({ ...webhookQuery(projectId ?? 0, id), enabled: projectId !== null });
  if (projectId === null) return null;
  if (webhook.data) return <OneWebhook key={id} projectId={projectId} webhook={webhook.data} />;
  return (
    <>
      <PageHeader title={t("title")} actions={<BackLink />} />
      {webhook.isError ? <QueryProblem query={webhook} /> : <SkeletonRows label={t("loading")} thumb={false} />}
    </>
  );
}

function BackLink() {
  const { t } = useTranslation("webhooks");
  return (
    <Button variant="default" component={Link} to="/settings/webhooks">
      {t("back")}
    </Button>
  );
}

function OneWebhook({ projectId, webhook }: { projectId: number; webhook: Webhook }) {
  const { t } = useTranslation("webhooks");
  const navigate = useNavigate();
  const mayManage = useViewer().permissions.webhooks_manage;
  const [draft, setDraft] = useState<Draft | null>(null);
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const [delivery, setDelivery] = useState<number | null>(null);
  const inbox = useQuery({ ...inboxQuery(projectId, webhook.id), enabled: webhook.inbox });
  const onDeleted = () => void navigate({ to: "/settings/webhooks" });
  const menu = useWebhookMenu(projectId, { onDraft: setDraft, onSecret: setShown, onDeleted });
  const test = useAction(api.webhooks.testWebhook, {
    changes: [webhooksKey(projectId)],
    failure: t("notTested"),
    // The answer appears in place.
    onDone: ({ delivery_id: deliveryId }) => setDelivery(deliveryId),
  });
  const manage = mayManage ? (
    <>
      {webhook.state === "disabled" ? null : (
        <Button loading={test.isPending} onClick={() => test.mutate({ project_id: projectId, id: webhook.id })}>
          {t("test")}
        </Button>
      )}
      <RowMenu label={kitTexts.actionsFor(webhook.name)} actions={menu(webhook)} />
    </>
  ) : null;
  return (
    <>
      <PageHeader
        title={webhook.name}
        actions={
          <>
            <BackLink />
            {manage}
          </>
        }
      />
      <Stack gap="lg">
        <WebhookFacts webhook={webhook} />
        {webhook.inbox ? <Inbox projectId={projectId} id={webhook.id} /> : null}
        {!webhook.inbox || isAnswered(inbox) ? (
          <Deliveries
            projectId={projectId}
            webhook={webhook}
            mayManage={mayManage}
            chosen={delivery}
            onChoose={setDelivery}
          />
        ) : null}
      </Stack>
      <Later when={draft !== null}>
        <WebhookDialog projectId={projectId} draft={draft} onSecret={setShown} onClose={() => setDraft(null)} />
      </Later>
      <Later when={shown !== null}>
        <SecretDialog shown={shown} onClose={() => setShown(null)} />
      </Later>
    </>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation("webhooks");
  const { url, events, old_secret_until: until, categories, streams, header_names: headers } = webhook;
  const named = (things: readonly { name: string }[]) => things.map(({ name }) => name).join(", ");
  return (
    <Facts
      label={webhook.name}
      facts={[
        { label: t("state"), value: <WebhookStatus webhook={webhook} /> },
        { label: t("url"), value: url },
        { label: t("events"), value: events.map((type) => (type === "*" ? t("eventsEvery") : type)).join(", ") },
        ...(categories.length === 0 ? [] : [{ label: t("onlyCategories"), value: named(categories) }]),
        ...(streams.length === 0 ? [] : [{ label: t("onlyStreams"), value: named(streams) }]),
        ...(headers.length === 0 ? [] : [{ label: t("ownHeaders"), value: headers.join(", ") }]),
        { label: t("success"), value: <Success webhook={webhook} /> },
        { label: t("secret"), value: until === null ? null : t("oldSecretUntil", { at: formatMoment(until) }) },
      ]}
    />
  );
}
