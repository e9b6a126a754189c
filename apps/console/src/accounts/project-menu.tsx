import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import {
  IconArrowsExchange,
  IconCopy,
  IconDoorEnter,
  IconGauge,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../platform/client.ts";
import { copyText } from "../platform/clipboard.ts";
import { useTranslation } from "../platform/i18n.ts";
import { switchProject } from "../platform/place.ts";
import { useAction } from "../platform/use-action.ts";
import { accountProjectsKey, type AccountProject } from "./queries.ts";

const ICON = { size: 16, stroke: 1.6 };

/** A dialog about a project. */
export interface OpenedProject {
  what: "rename" | "quota" | "transfer" | "delete";
  project: AccountProject;
}

/** What owners do with a project of their account. */
export function useProjectMenu(accountId: number, show: (opened: OpenedProject) => void) {
  const { t } = useTranslation(["accounts", "projectList"]);
  const navigate = useNavigate();
  const client = useQueryClient();
  const standing = useStandingAction(accountId);
  const transfer = useTransferAction(accountId, show);
  const open = async (id: number) => {
    await navigate({ to: "/dashboard" });
    if (await switchProject(id)) await client.invalidateQueries();
  };
  return (project: AccountProject): RowAction[] => [
    { label: t("openProject"), icon: <IconDoorEnter {...ICON} />, onChoose: () => void open(project.id) },
    { label: t("copyHash"), icon: <IconCopy {...ICON} />, onChoose: () => void copyText(t("hash"), project.hash) },
    { label: t("rename"), icon: <IconPencil {...ICON} />, onChoose: () => show({ what: "rename", project }) },
    { label: t("projectList:quota"), icon: <IconGauge {...ICON} />, onChoose: () => show({ what: "quota", project }) },
    standing(project),
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
    changes: [accountProjectsKey(accountId)],
    failure: t("projectNotChanged"),
  });
  return (project: AccountProject): RowAction =>
    project.transfer === null
      ? {
          label: t("transfer"),
          icon: <IconArrowsExchange {...ICON} />,
          onChoose: () => show({ what: "transfer", project }),
        }
      : {
          label: t("withdrawOffer"),
          icon: <IconArrowsExchange {...ICON} />,
          onChoose: () => withdraw.mutate(project.id),
        };
}

/** Suspends a project after a question, or resumes it. */
function useStandingAction(accountId: number) {
  const { t } = useTranslation("projectList");
  const options = { changes: [accountProjectsKey(accountId)], failure: t("projectNotChanged") };
  const suspend = useAction((id: number) => api.projects.suspendProject({ id }), options);
  const resume = useAction((id: number) => api.projects.resumeProject({ id }), options);
  return ({ id, name, suspended_at: suspendedAt }: AccountProject): RowAction => {
    if (suspendedAt !== null)
      return { label: t("resume"), icon: <IconPlayerPlay {...ICON} />, onChoose: () => resume.mutate(id) };
    const question = { title: t("suspendTitle", { name }), text: t("suspendText"), yes: t("suspend"), danger: true };
    return {
      label: t("suspend"),
      icon: <IconPlayerPause {...ICON} />,
      danger: true,
      onChoose: () => void suspend.mutateAfter(question, id),
    };
  };
}
