import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import { IconGauge, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { projectsKey, type ListedProject, type ProjectScope } from "./project-queries.ts";

const ICON = { size: 16, stroke: 1.6 };

/** A dialog about a project. */
export interface Opened<What extends string> {
  what: What;
  project: ListedProject;
}

/** What owners and superusers do with a project. */
export function useProjectActions(scope: ProjectScope, show: (opened: Opened<"quota">) => void) {
  const { t } = useTranslation("projectList");
  const resume = useAction((id: number) => api.projects.resumeProject({ id }), {
    changes: [projectsKey(scope)],
    failure: t("projectNotChanged"),
  });
  return {
    quota: (project: ListedProject): RowAction => ({
      label: t("quota"),
      icon: <IconGauge {...ICON} />,
      onChoose: () => show({ what: "quota", project }),
    }),
    /** @param suspend asks first, and superusers for a reason. */
    standing: (project: ListedProject, suspend: (project: ListedProject) => void): RowAction =>
      project.suspended_at === null
        ? {
            label: t("suspend"),
            icon: <IconPlayerPause {...ICON} />,
            danger: true,
            onChoose: () => suspend(project),
          }
        : { label: t("resume"), icon: <IconPlayerPlay {...ICON} />, onChoose: () => resume.mutate(project.id) },
  };
}
