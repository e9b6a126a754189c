import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import { IconArrowsExchange, IconFileExport, IconFileImport, IconRefresh } from "@tabler/icons-react";
import { api, apiHost } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { useProjectActions, type Opened } from "../../projects/list/project-actions.tsx";
import { projectsKey, type ListedProject } from "../../projects/list/project-queries.ts";
import type { CounterDifference } from "../queries.ts";

const ICON = { size: 16, stroke: 1.6 };

export type OpenedProject =
  | Opened<"move" | "suspend" | "quota" | "import">
  | (Opened<"counters"> & { differences: readonly CounterDifference[] });

/** What superusers do with a project of any account. */
export function useProjectMenu(show: (opened: OpenedProject) => void) {
  const { t } = useTranslation("advanced");
  const { quota, standing } = useProjectActions(null, show);
  const rebuild = useRebuild(show);
  return (project: ListedProject): RowAction[] => [
    {
      label: t("moveToAccount"),
      icon: <IconArrowsExchange {...ICON} />,
      onChoose: () => show({ what: "move", project }),
    },
    quota(project),
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
    { label: t("rebuildCounters"), icon: <IconRefresh {...ICON} />, onChoose: () => rebuild(project) },
    standing(project, () => show({ what: "suspend", project })),
  ];
}

/** Rebuilds the counters of a project after a question, and shows those that differed. */
function useRebuild(show: (opened: OpenedProject) => void) {
  const { t } = useTranslation("advanced");
  const rebuild = useAction(
    async (project: ListedProject) => ({
      ...(await api.advanced.rebuildProjectCounters({ project_id: project.id })),
      project,
    }),
    {
      changes: [projectsKey(null)],
      failure: t("countersNotRebuilt"),
      onDone({ project, data: differences }) {
        if (differences.length > 0) show({ what: "counters", project, differences });
      },
    },
  );
  return (project: ListedProject) => {
    const question = {
      title: t("rebuildCountersTitle", { name: project.name }),
      text: t("rebuildCountersText"),
      yes: t("rebuildCounters"),
      danger: false,
    };
    void rebuild.mutateAfter(question, project);
  };
}
