import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../platform/problem.ts";
import { Simulator } from "../../shell/restrictions/Simulator.tsx";
import { videoRestrictionQuery, type InstallationVideoDetail } from "./video-queries.ts";
import styles from "./Videos.module.css";

/** What the restrictions of a video say of a request: whether anything is restricted, and by the simulator to whom. */
export function EmbedVerdict({ video }: { video: InstallationVideoDetail }) {
  const { t } = useTranslation(["installationVideos", "layout"]);
  const isKept = video.state !== "trash";
  const found = useQuery({ ...videoRestrictionQuery(video.id), enabled: isKept });
  const before = video.taken_down ? t("verdictTakenDown") : isKept ? null : t("verdictTrash");
  const profile = found.data?.profile ?? null;
  return (
    <>
      <Panel title={t("restrictions")}>
        {before === null ? null : <p className={styles["text"]}>{before}</p>}
        {isKept && found.isError ? (
          <ErrorState
            message={reasonOf(found.error)}
            retryLabel={t("layout:retry")}
            onRetry={() => void found.refetch()}
          />
        ) : null}
        {isKept && found.isPending ? <SkeletonRows label={t("loading")} thumb={false} /> : null}
        {found.data ? (
          <>
            <p className={styles["text"]}>{profile ? t("restrictedBy", { name: profile.name }) : t("unrestricted")}</p>
            <ul className={styles["rules"]}>
              {found.data.rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </>
        ) : null}
      </Panel>
      {profile ? <Simulator projectId={video.project.id} profileId={profile.id} video={video.hash} /> : null}
    </>
  );
}
