import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { projectsKey, type ListedProject } from "../../projects/list/project-queries.ts";
import { ReasonDialog } from "../ReasonDialog.tsx";

/** Asks for the reason for which a project is suspended. */
export function SuspendDialog({ project, onClose }: { project: ListedProject; onClose: () => void }) {
  const { t } = useTranslation("projectList");
  return (
    <ReasonDialog
      title={t("suspendTitle", { name: project.name })}
      text={t("suspendText")}
      submit={t("suspend")}
      failure={t("projectNotChanged")}
      changes={[projectsKey(null)]}
      call={(reason) => api.projects.suspendProject({ id: project.id, reason })}
      onClose={onClose}
    />
  );
}
