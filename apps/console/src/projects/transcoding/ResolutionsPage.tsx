import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { ladderQuery } from "../queries.ts";
import { SettingsFrame } from "../SettingsFrame.tsx";
import { LadderForm } from "./LadderForm.tsx";

/** Which resolutions a project's videos are made in. */
export default function ResolutionsPage() {
  const { t } = useTranslation("projects");
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const { permissions } = useViewer();
  const ladder = useQuery({ ...ladderQuery(projectId ?? 0), enabled: projectId !== null });
  if (projectId === null) return null;
  return (
    <SettingsFrame>
      {ladder.data ? (
        <LadderForm
          key={projectId}
          projectId={projectId}
          ladder={ladder.data}
          readOnly={!permissions.resolutions_manage}
        />
      ) : ladder.isError ? (
        <QueryProblem query={ladder} />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
    </SettingsFrame>
  );
}
