import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import { IconArrowsExchange, IconCopy, IconDoorEnter, IconPencil, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../platform/client.ts";
import { copyText } from "../platform/clipboard.ts";
import { useTranslation } from "../platform/i18n.ts";
import { switchProject } from "../platform/place.ts";
import { useAction } from "../platform/use-action.ts";
import { useProjectActions, type Opened } from "../projects/list/project-actions.tsx";
import { projectsKey, type ListedProject } from "../projects/list/project-queries.ts";

const ICON = { size: 16, stroke: 1.6 };

export type OpenedProject = Opened<"rename" | "quota" | "transfer" | "delete">;

/** What owners do with a project of their account. */
export function useProjectMenu(accountId: number, show: (opened: OpenedProject) => void) {
  const { t } = useTranslation("accounts");
  const navigate = useNavigate();
  const client = useQueryClient();
  const { quota, standing } = useProjectActions(accountId, show);
  const suspend = useSuspend(accountId);
  const transfer = useTransferAction(accountId, show);
  const open = async (id: number) => {
    await navigate({ to: "/dashboard" });
    if (await switchProject(id)) await client.invalidateQueries();
  };
  return (project: ListedProject): RowAction[] => [
    { label: t("openProject"), icon: <IconDoorEnter {...ICON} />, onChoose: () => void open(project.id) },
    { label: t("copyHash"), icon: <IconCopy {...ICON} />, onChoose: () => void copyText(t("hash"), project.hash) },
    { label: t("rename"), icon: <IconPencil {...ICON} />, onChoose: () => show({ what: "rename", project }) },
    quota(project),
    standing(project, suspend),
    transfer(project),
    {
      label: t("deleteProject"),
      icon: <IconTrash {...ICON} />,
      danger: true,
      onChoose: () => show({ what: "delete", project }),
    },
  ];
}

/** Offers a project to another account, or withdraws the offer. */
function useTransferAction(accountId: number, show: (opened: OpenedProject) => void) {
  const { t } = useTranslation("accounts");
  const withdraw = useAction((id: number) => api.projects.withdrawProject({ id }), {
    changes: [projectsKey(accountId)],
    failure: t("projectNotChanged"),
  });
  return (project: ListedProject): RowAction => ({
    icon: <IconArrowsExchange {...ICON} />,
    ...(project.transfer === null
      ? { label: t("transfer"), onChoose: () => show({ what: "transfer", project }) }
      : { label: t("withdrawOffer"), onChoose: () => withdraw.mutate(project.id) }),
  });
}

/** Suspends a project after a question. */
function useSuspend(accountId: number) {
  const { t } = useTranslation("projectList");
  const suspend = useAction((id: number) => api.projects.suspendProject({ id }), {
    changes: [projectsKey(accountId)],
    failure: t("projectNotChanged"),
  });
  return ({ id, name }: ListedProject) =>
    void suspend.mutateAfter(
      { title: t("suspendTitle", { name }), text: t("suspendText"), yes: t("suspend"), danger: true },
      id,
    );
}
