import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { todayInZone } from "@kinora/ui/moments.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button, Stack } from "@mantine/core";
import { IconLock, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { isAnswered } from "../platform/answered.ts";
import { useTranslation } from "../platform/i18n.ts";
import { preferencesQuery } from "../platform/preferences.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { useProjectChanges } from "../platform/use-live-videos.ts";
import { inProgressVideosQuery, recentVideosQuery } from "../platform/videos.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { AskOwner } from "./AskOwner.tsx";
import { AttentionPanel } from "./AttentionPanel.tsx";
import { Figures } from "./Figures.tsx";
import { FirstSteps, useStepsShown } from "./FirstSteps.tsx";
import { InProgressPanel } from "./InProgressPanel.tsx";
import { onAirQuery } from "./on-air-query.ts";
import { OnAirPanel } from "./OnAirPanel.tsx";
import { Onboarding } from "./Onboarding.tsx";
import { overviewQuery } from "./overview-query.ts";
import { playedQuery } from "./played-query.ts";
import { RecentPanel } from "./RecentPanel.tsx";

/** The first page after signing in: what is going on, or how to begin. */
export default function DashboardPage() {
  const { t } = useTranslation("dashboard");
  const config = useStore(session, (value) => value.config);
  const { owner, permissions } = useViewer();
  const projectId = config?.project_id ?? null;
  useProjectChanges(projectId);
  if (config === null) return null;
  if (projectId === null) return owner ? <Onboarding /> : <AskOwner config={config} />;
  const sees = permissions.video_view || permissions.video_add;
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={permissions.video_add ? <UploadAction projectId={projectId} /> : undefined}
      />
      <Stack gap="md">
        {sees ? (
          <Panels projectId={projectId} />
        ) : (
          <EmptyState icon={<IconLock size={22} stroke={1.6} />} title={t("noVideoPermission")} />
        )}
      </Stack>
    </>
  );
}

/** Whether the project has nothing yet: no video, not even one on its way, and no play; undefined while that is not known. */
function useIsEmpty(projectId: number): boolean | undefined {
  const seesReports = useViewer().permissions.analytics_view;
  const moving = useQuery(inProgressVideosQuery(projectId)).data;
  const recent = useQuery(recentVideosQuery(projectId)).data;
  const played = useQuery({ ...playedQuery(projectId, todayInZone()), enabled: seesReports }).data ?? [];
  if (!moving || !recent) return undefined;
  return [moving.data, recent.data].every(({ length }) => length === 0) && played.every(({ plays }) => plays === 0);
}

/** The way to the upload; where there is nothing yet, the first steps have the page's one primary button. */
function UploadAction({ projectId }: { projectId: number }) {
  const { t } = useTranslation("dashboard");
  return (
    <Button
      variant={useIsEmpty(projectId) ? "default" : "filled"}
      leftSection={<IconUpload size={16} stroke={1.6} />}
      renderRoot={(props) => <Link to="/upload" {...props} />}
    >
      {t("upload")}
    </Button>
  );
}

/**
 * The figures, the panels that show only where they have something to say, and the latest videos, all at once. A project
 * without a video has the first steps in the place of figures that are all zero.
 */
function Panels({ projectId }: { projectId: number }) {
  const { t } = useTranslation("layout");
  const overview = useQuery(overviewQuery(projectId));
  const known = useQuery(preferencesQuery);
  const moving = useQuery(inProgressVideosQuery(projectId));
  const recent = useQuery(recentVideosQuery(projectId));
  const { streams_view: seesStreams, analytics_view: seesReports } = useViewer().permissions;
  const onAir = useQuery({ ...onAirQuery(projectId), enabled: seesStreams });
  const played = useQuery({ ...playedQuery(projectId, todayInZone()), enabled: seesReports });
  const isEmpty = useIsEmpty(projectId);
  const stepsShown = useStepsShown(projectId);
  const awaited = [overview, known, moving, recent, ...(seesStreams ? [onAir] : []), ...(seesReports ? [played] : [])];
  if (!awaited.every(isAnswered)) return <SkeletonRows rows={4} label={t("loading")} />;
  return (
    <>
      {isEmpty ? null : <Figures projectId={projectId} />}
      <FirstSteps projectId={projectId} />
      {seesStreams ? <OnAirPanel projectId={projectId} /> : null}
      <AttentionPanel projectId={projectId} />
      <InProgressPanel projectId={projectId} />
      {isEmpty && stepsShown ? null : <RecentPanel projectId={projectId} />}
    </>
  );
}
