import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../platform/i18n.ts";
import { reasonOf } from "../platform/problem.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { SettingsArea } from "../shell/forms/SettingsArea.tsx";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { ProvidersForm } from "./ProvidersForm.tsx";
import { providersQuery } from "./queries.ts";

/** Where the players of a project report views to. */
export default function AnalyticsSettingsPage() {
  const { t } = useTranslation(["analyticsProviders", "layout"]);
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
        <ErrorState
          message={reasonOf(saved.error)}
          retryLabel={t("layout:retry")}
          onRetry={() => void saved.refetch()}
        />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
    </>
  );
}
