import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { SettingsArea } from "../shell/forms/SettingsArea.tsx";
import { QueryProblem } from "../shell/frame/QueryProblem.tsx";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { AdsForm } from "./AdsForm.tsx";
import { TestBench } from "./bench/TestBench.tsx";
import { adsQuery } from "./queries.ts";
import { ReportStrip } from "./ReportStrip.tsx";
import { ScheduleActions } from "./ScheduleActions.tsx";
import { ScheduleSelect } from "./ScheduleSelect.tsx";
import styles from "./Ads.module.css";

/** The ads of a project, a bench to test tags on, and what players reported. */
export default function AdsPage() {
  const { t } = useTranslation("ads");
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const { permissions } = useViewer();
  // Null: the default one.
  const [schedule, setSchedule] = useState<number | null>(null);
  const ads = useQuery({ ...adsQuery(projectId ?? 0, schedule), enabled: projectId !== null });
  if (projectId === null) return null;
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          ads.data && permissions.ads_manage ? (
            <ScheduleActions projectId={projectId} ads={ads.data} onChoose={setSchedule} />
          ) : undefined
        }
      />
      {ads.data ? (
        <>
          <ScheduleSelect projectId={projectId} ads={ads.data} onChoose={setSchedule} />
          <div className={styles["page"]}>
            <SettingsArea>
              <AdsForm
                key={`${projectId} ${ads.data.id}`}
                projectId={projectId}
                ads={ads.data}
                readOnly={!permissions.ads_manage}
              />
            </SettingsArea>
            <div className={styles["bench"]}>
              <TestBench key={projectId} projectId={projectId} ads={ads.data} allowed={permissions.ads_manage} />
            </div>
          </div>
          <ReportStrip projectId={projectId} />
        </>
      ) : ads.isError ? (
        <QueryProblem query={ads} />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
    </>
  );
}
