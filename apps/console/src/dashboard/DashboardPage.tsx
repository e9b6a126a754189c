import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button } from "@mantine/core";
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
import { FirstSteps } from "./FirstSteps.tsx";
import { InProgressPanel } from "./InProgressPanel.tsx";
import { onAirQuery } from "./on-air-query.ts";
import { OnAirPanel } from "./OnAirPanel.tsx";
import { Onboarding } from "./Onboarding.tsx";
import { overviewQuery } from "./overview-query.ts";
import { RecentPanel } from "./RecentPanel.tsx";
import styles from "./Dashboard.module.css";

/** The first page after signing in: what is going on, or how to begin. */
export default function DashboardPage() {
  const { t } = useTranslation("dashboard");
  const config = useStore(session, (value) => value.config);
  const { owner, permissions } = useViewer();
  const projectId = config?.project_id ?? null;
  useProjectChanges(projectId);
  if (config === null) return null;
  if (projectId === null) return owner ? <Onboarding /> : <AskOwner config={config} />;
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          permissions.video_add ? (
            <Button
              leftSection={<IconUpload size={16} stroke={1.6} />}
              renderRoot={(props) => <Link to="/upload" {...props} />}
            >
              {t("upload")}
            </Button>
          ) : undefined
        }
      />
      <div className={styles["stack"]}>
        {permissions.video_view || permissions.video_add ? (
          <>
            <Figures projectId={projectId} />
            <Panels projectId={projectId} />
          </>
        ) : (
          <EmptyState icon={<IconLock size={22} stroke={1.6} />} title={t("noVideoPermission")} />
        )}
      </div>
    </>
  );
}

/** The panels that show only where they have something to say come together with what stands below them. */
function Panels({ projectId }: { projectId: number }) {
  const { t } = useTranslation("layout");
  const overview = useQuery(overviewQuery(projectId));
  const known = useQuery(preferencesQuery);
  const moving = useQuery(inProgressVideosQuery(projectId));
  const recent = useQuery(recentVideosQuery(projectId));
  const { streams_view: seesStreams } = useViewer().permissions;
  const onAir = useQuery({ ...onAirQuery(projectId), enabled: seesStreams });
  if (![overview, known, moving, recent].every(isAnswered) || (seesStreams && !isAnswered(onAir)))
    return <SkeletonRows rows={4} label={t("loading")} />;
  return (
    <>
      <FirstSteps projectId={projectId} />
      {seesStreams ? <OnAirPanel projectId={projectId} /> : null}
      <AttentionPanel projectId={projectId} />
      <InProgressPanel projectId={projectId} />
      <RecentPanel projectId={projectId} />
    </>
  );
}
