import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { installationProjectsKey, type InstallationProject } from "../queries.ts";
import { ReasonDialog } from "../ReasonDialog.tsx";

/** Asks for the reason for which a project is suspended. */
export function SuspendDialog({ project, onClose }: { project: InstallationProject; onClose: () => void }) {
  const { t } = useTranslation("projectList");
  return (
    <ReasonDialog
      title={t("suspendTitle", { name: project.name })}
      text={t("suspendText")}
      submit={t("suspend")}
      failure={t("projectNotChanged")}
      changes={[installationProjectsKey]}
      call={(reason) => api.projects.suspendProject({ id: project.id, reason })}
      onClose={onClose}
    />
  );
}
