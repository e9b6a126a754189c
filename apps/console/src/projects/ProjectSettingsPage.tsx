import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { reasonOf } from "../platform/problem.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { DangerZone } from "./DangerZone.tsx";
import { ProjectForm } from "./ProjectForm.tsx";
import { projectQuery } from "./queries.ts";
import { SettingsFrame } from "./SettingsFrame.tsx";
import { TrashPanel } from "./TrashPanel.tsx";
import styles from "./Settings.module.css";

/** What a project is called and what it does with its videos. */
export default function ProjectSettingsPage() {
  const { t } = useTranslation(["projects", "layout"]);
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const { permissions, owner, superuser } = useViewer();
  const project = useQuery({ ...projectQuery(projectId ?? 0), enabled: projectId !== null });
  if (projectId === null) return null;
  return (
    <SettingsFrame>
      {project.data ? (
        <div className={`${styles["stack"]} ${styles["form"]}`}>
          {permissions.project_manage ? null : (
            <p className={styles["locked"]}>{t("readOnly", { permission: "project_manage" })}</p>
          )}
          <ProjectForm key={projectId} project={project.data} readOnly={!permissions.project_manage} />
          {permissions.video_delete && project.data.trash_days > 0 ? <TrashPanel projectId={projectId} /> : null}
          <DangerZone project={project.data} allowed={owner || superuser} />
        </div>
      ) : project.isError ? (
        <ErrorState
          message={reasonOf(project.error)}
          retryLabel={t("layout:retry")}
          onRetry={() => void project.refetch()}
        />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
    </SettingsFrame>
  );
}
