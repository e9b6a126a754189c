import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { ListProblem } from "../shell/lists/ListProblem.tsx";
import { webhooksQuery, type ShownSecret } from "./queries.ts";
import { useWebhookMenu } from "./use-webhook-menu.tsx";
import { useWebhookColumns } from "./webhook-columns.tsx";
import type { Draft } from "./WebhookDialog.tsx";

/** The webhooks of a project with what can be done with each. */
export function WebhookTable({
  projectId,
  mayManage,
  create,
  onDraft,
  onSecret,
}: {
  projectId: number;
  mayManage: boolean;
  create: ReactNode;
  onDraft: (draft: Draft) => void;
  onSecret: (shown: ShownSecret) => void;
}) {
  const { t } = useTranslation("webhooks");
  const navigate = useNavigate();
  const list = useQuery(webhooksQuery(projectId));
  const columns = useWebhookColumns();
  const menu = useWebhookMenu(projectId, { onDraft, onSecret });
  return (
    <DataTable
      label={t("list")}
      columns={columns}
      rows={list.data}
      nameOf={({ name }) => name}
      onOpen={({ id }) => void navigate({ to: "/settings/webhooks/$webhookId", params: { webhookId: String(id) } })}
      menu={mayManage ? menu : undefined}
      actionsWidth={30}
      problem={list.isError && list.data === undefined ? <ListProblem list={list} /> : null}
      empty={
        <EmptyState icon={<IconWebhook size={22} stroke={1.6} />} title={t("empty")} action={create}>
          {t("emptyText")} {mayManage ? null : t("emptyView")}
        </EmptyState>
      }
    />
  );
}
