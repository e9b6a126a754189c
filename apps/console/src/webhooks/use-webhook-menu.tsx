import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import {
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconSend,
  IconTrash,
} from "@tabler/icons-react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { useCurlAction } from "../shell/menus/use-curl-action.tsx";
import { webhooksKey, type ShownSecret, type Webhook } from "./queries.ts";
import { copyOf, fieldsOf } from "./webhook-fields.ts";
import type { Draft } from "./WebhookDialog.tsx";

const icon = { size: 16, stroke: 1.6 } as const;

interface MenuEvents {
  onDraft: (draft: Draft) => void;
  onSecret: (shown: ShownSecret) => void;
  onDeleted?: () => void;
}

/** What can be done with a webhook. */
export function useWebhookMenu(projectId: number, on: MenuEvents): (webhook: Webhook) => RowAction[] {
  const { t } = useTranslation("webhooks");
  const sending = useSendingActions(projectId);
  const ending = useEndingActions(projectId, on);
  const curl = useCurlAction();
  const { owner, superuser } = useViewer();
  return (webhook) => {
    const fields = fieldsOf(webhook);
    const copy = copyOf(fields, t("copyName", { name: webhook.name }), owner || superuser);
    return [
      ...sending(webhook),
      { label: t("edit"), icon: <IconPencil {...icon} />, onChoose: () => on.onDraft({ edited: webhook, fields }) },
      {
        label: t("duplicate"),
        icon: <IconCopy {...icon} />,
        onChoose: () => on.onDraft({ edited: null, fields: copy }),
      },
      curl(`/projects/${projectId}/webhooks/${webhook.id}`),
      ...ending(webhook),
    ];
  };
}

/** Testing, pausing and enabling. */
function useSendingActions(projectId: number): (webhook: Webhook) => RowAction[] {
  const { t } = useTranslation("webhooks");
  const changes = [webhooksKey(projectId)];
  const test = useAction(api.webhooks.testWebhook, { changes, failure: t("notTested") });
  const pause = useAction(api.webhooks.disableWebhook, { changes, failure: t("notChanged") });
  const enable = useAction(api.webhooks.enableWebhook, { changes, failure: t("notChanged") });
  return ({ id, name, state }) => {
    const input = { project_id: projectId, id };
    if (state === "disabled")
      return [{ label: t("enable"), icon: <IconPlayerPlay {...icon} />, onChoose: () => enable.mutate(input) }];
    const pausing = { title: t("pauseTitle", { name }), text: t("pauseText"), yes: t("pause"), danger: false };
    return [
      { label: t("test"), icon: <IconSend {...icon} />, onChoose: () => test.mutate(input) },
      {
        label: t("pause"),
        icon: <IconPlayerPause {...icon} />,
        onChoose: () => void pause.mutateAfter(pausing, input),
      },
    ];
  };
}

/** What ends a secret or the webhook. */
function useEndingActions(projectId: number, on: MenuEvents): (webhook: Webhook) => RowAction[] {
  const { t } = useTranslation(["webhooks", "layout"]);
  const changes = [webhooksKey(projectId)];
  const rotate = useAction(api.webhooks.rotateWebhookSecret, {
    changes,
    failure: t("notChanged"),
    onDone: ({ data, secret }) => on.onSecret({ webhook: data, secret }),
  });
  const remove = useAction(api.webhooks.deleteWebhook, {
    changes,
    failure: t("notDeleted"),
    onDone: () => on.onDeleted?.(),
  });
  return ({ id, name }) => {
    const input = { project_id: projectId, id };
    const rotating = { title: t("rotateTitle", { name }), text: t("rotateText"), yes: t("rotate"), danger: false };
    const question = t("layout:confirmPermanently", { action: t("deleteAction"), item: t("deleteItem") });
    const text = `${question} ${t("deleteText")}`;
    const deleting = { title: t("deleteTitle", { name }), text, yes: t("delete"), danger: true };
    return [
      { label: t("rotate"), icon: <IconRefresh {...icon} />, onChoose: () => void rotate.mutateAfter(rotating, input) },
      {
        label: t("delete"),
        icon: <IconTrash {...icon} />,
        danger: true,
        onChoose: () => void remove.mutateAfter(deleting, input),
      },
    ];
  };
}
