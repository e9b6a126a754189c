import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../platform/i18n.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { SettingsArea } from "../shell/forms/SettingsArea.tsx";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { ProvidersForm } from "./ProvidersForm.tsx";
import { providersQuery } from "./queries.ts";

/** Where the players of a project report views to. */
export default function AnalyticsSettingsPage() {
  const { t } = useTranslation("analyticsProviders");
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const { permissions } = useViewer();
  const saved = useQuery({ ...providersQuery(projectId ?? 0), enabled: projectId !== null });
  if (projectId === null) return null;
  return (
    <>
      <PageHeader title={t("title")} />
      {saved.data ? (
        <SettingsArea>
          <ProvidersForm key={projectId} projectId={projectId} saved={saved.data} readOnly={!permissions.ga_manage} />
        </SettingsArea>
      ) : saved.isError ? (
        <QueryProblem query={saved} />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
    </>
  );
}
