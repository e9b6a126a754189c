import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import {
  IconArrowsExchange,
  IconFileExport,
  IconFileImport,
  IconGauge,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
} from "@tabler/icons-react";
import { api, apiHost } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { installationProjectsKey, type CounterDifference, type InstallationProject } from "../queries.ts";

const ICON = { size: 16, stroke: 1.6 };

/** A dialog about a project. */
export type OpenedProject = { project: InstallationProject } & (
  | { what: "move" | "suspend" | "quota" | "import" }
  | { what: "counters"; differences: readonly CounterDifference[] }
);

/** What superusers do with a project of any account. */
export function useProjectMenu(show: (opened: OpenedProject) => void) {
  const { t } = useTranslation(["advanced", "projectList"]);
  const resume = useAction((id: number) => api.projects.resumeProject({ id }), {
    changes: [installationProjectsKey],
    failure: t("projectList:projectNotChanged"),
  });
  const rebuild = useRebuild(show);
  return (project: InstallationProject): RowAction[] => [
    {
      label: t("moveToAccount"),
      icon: <IconArrowsExchange {...ICON} />,
      onChoose: () => show({ what: "move", project }),
    },
    {
      label: t("projectList:quota"),
      icon: <IconGauge {...ICON} />,
      onChoose: () => show({ what: "quota", project }),
    },
    {
      label: t("exportSettings"),
      icon: <IconFileExport {...ICON} />,
      onChoose: () => globalThis.location.assign(`${apiHost()}/projects/${project.id}/export`),
    },
    {
      label: t("importSettings"),
      icon: <IconFileImport {...ICON} />,
      onChoose: () => show({ what: "import", project }),
    },
    {
      label: t("rebuildCounters"),
      icon: <IconRefresh {...ICON} />,
      onChoose: () => rebuild(project),
    },
    project.suspended_at === null
      ? {
          label: t("projectList:suspend"),
          icon: <IconPlayerPause {...ICON} />,
          danger: true,
          onChoose: () => show({ what: "suspend", project }),
        }
      : {
          label: t("projectList:resume"),
          icon: <IconPlayerPlay {...ICON} />,
          onChoose: () => resume.mutate(project.id),
        },
  ];
}

/** Rebuilds the counters of a project after a question, and shows those that differed. */
function useRebuild(show: (opened: OpenedProject) => void) {
  const { t } = useTranslation("advanced");
  const rebuild = useAction(
    async (project: InstallationProject) => ({
      ...(await api.advanced.rebuildProjectCounters({ project_id: project.id })),
      project,
    }),
    {
      changes: [installationProjectsKey],
      failure: t("countersNotRebuilt"),
      onDone({ project, data: differences }) {
        if (differences.length > 0) show({ what: "counters", project, differences });
      },
    },
  );
  return (project: InstallationProject) => {
    const question = {
      title: t("rebuildCountersTitle", { name: project.name }),
      text: t("rebuildCountersText"),
      yes: t("rebuildCounters"),
      danger: false,
    };
    void rebuild.mutateAfter(question, project);
  };
}
