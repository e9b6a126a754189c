import { Sections } from "@kinora/ui/kit/forms/Sections.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { AsCodePanel } from "../../as-code/AsCodePanel.tsx";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { SettingsArea } from "../../shell/forms/SettingsArea.tsx";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { projectQuery } from "../queries.ts";
import { SettingsFrame } from "../SettingsFrame.tsx";
import { AccountSecurityPanel } from "./AccountSecurityPanel.tsx";
import { DangerZone } from "./DangerZone.tsx";
import { ProjectForm } from "./ProjectForm.tsx";
import { TrashPanel } from "./TrashPanel.tsx";

/** What a project is called and what it does with its videos. */
export default function ProjectSettingsPage() {
  const { t } = useTranslation(["projects", "layout"]);
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const accountId = useStore(session, ({ config }) => config?.account_id ?? null);
  const { permissions, owner, superuser } = useViewer();
  const project = useQuery({ ...projectQuery(projectId ?? 0), enabled: projectId !== null });
  if (projectId === null) return null;
  return (
    <SettingsFrame>
      {project.data ? (
        <Sections label={t("layout:onThisPage")}>
          <SettingsArea>
            <ProjectForm key={projectId} project={project.data} readOnly={!permissions.project_manage} />
            {permissions.video_delete && project.data.trash_days > 0 ? <TrashPanel projectId={projectId} /> : null}
            {(owner || superuser) && accountId !== null ? <AccountSecurityPanel accountId={accountId} /> : null}
            {permissions.project_manage ? <AsCodePanel projectId={projectId} /> : null}
            <DangerZone project={project.data} allowed={owner || superuser} />
          </SettingsArea>
        </Sections>
      ) : project.isError ? (
        <QueryProblem query={project} />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
    </SettingsFrame>
  );
}
