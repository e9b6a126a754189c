import { useTranslation } from "../../platform/i18n.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { Denials } from "../../shell/restrictions/Denials.tsx";
import { RestrictionPanel } from "../../shell/restrictions/RestrictionPanel.tsx";
import styles from "./VideoPage.module.css";

/** Who may play a video and why, and who was refused. */
export function RestrictionsTab({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("restriction");
  const { permissions } = useViewer();
  return (
    <div className={styles["groups"]}>
      <RestrictionPanel kind="video" id={video.id} hash={video.hash} />
      {permissions.referrer_restrictions_view || permissions.restrictions_manage ? (
        <Denials projectId={video.project_id} item={{ video: video.id }} title={t("denied")} />
      ) : null}
    </div>
  );
}
