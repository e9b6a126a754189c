import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import { IconBan, IconKey, IconPencil, IconPlayerPlay, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { ListProblem } from "../shell/lists/ListProblem.tsx";
import { useKeyColumns } from "./key-columns.tsx";
import { apiKeysKey, apiKeysQuery, type ApiKey } from "./queries.ts";

const icon = { size: 16, stroke: 1.6 } as const;

/** The dialogs that a key's menu opens. */
export interface KeyDialogs {
  onEdit: (key: ApiKey) => void;
  onRotate: (key: ApiKey) => void;
}

/** The keys of a project with what can be done with each. */
export function KeyTable({
  projectId,
  mayManage,
  create,
  dialogs,
}: {
  projectId: number;
  mayManage: boolean;
  create: ReactNode;
  dialogs: KeyDialogs;
}) {
  const { t } = useTranslation("apiKeys");
  const list = useQuery(apiKeysQuery(projectId));
  const columns = useKeyColumns();
  const menu = useKeyMenu(projectId, dialogs);
  return (
    <DataTable
      label={t("keys")}
      columns={columns}
      rows={list.data}
      nameOf={({ name }) => name}
      menu={mayManage ? menu : undefined}
      actionsWidth={30}
      problem={list.isError && list.data === undefined ? <ListProblem list={list} /> : null}
      empty={
        <EmptyState icon={<IconKey size={22} stroke={1.6} />} title={t("empty")} action={create}>
          {t("emptyText")} {mayManage ? null : t("emptyView")}
        </EmptyState>
      }
    />
  );
}

function useKeyMenu(projectId: number, { onEdit, onRotate }: KeyDialogs): (key: ApiKey) => RowAction[] {
  const { t } = useTranslation(["apiKeys", "layout"]);
  const changes = [apiKeysKey(projectId)];
  const disable = useAction(api.apiKeys.disableApiKey, { changes, failure: t("notChanged") });
  const enable = useAction(api.apiKeys.enableApiKey, { changes, failure: t("notChanged") });
  const remove = useAction(api.apiKeys.deleteApiKey, { changes, failure: t("notDeleted") });
  return (key) => {
    const { name } = key;
    const input = { project_id: projectId, id: key.id };
    const toggle =
      key.state === "disabled"
        ? { label: t("enable"), icon: <IconPlayerPlay {...icon} />, onChoose: () => enable.mutate(input) }
        : {
            label: t("disable"),
            icon: <IconBan {...icon} />,
            onChoose: () =>
              void disable.mutateAfter(
                { title: t("disableTitle", { name }), text: t("disableText"), yes: t("disable"), danger: false },
                input,
              ),
          };
    const question = t("layout:confirmPermanently", { action: t("deleteAction"), item: t("deleteItem") });
    return [
      { label: t("edit"), icon: <IconPencil {...icon} />, onChoose: () => onEdit(key) },
      { label: t("rotate"), icon: <IconRefresh {...icon} />, onChoose: () => onRotate(key) },
      toggle,
      {
        label: t("delete"),
        icon: <IconTrash {...icon} />,
        danger: true,
        onChoose: () =>
          void remove.mutateAfter(
            {
              title: t("deleteTitle", { name }),
              text: `${question} ${t("deleteText")}`,
              yes: t("delete"),
              danger: true,
            },
            input,
          ),
      },
    ];
  };
}
