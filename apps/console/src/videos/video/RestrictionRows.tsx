import { useTranslation } from "../../platform/i18n.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { RestrictionPanel } from "../../restrictions/applied/RestrictionPanel.tsx";
import { Denials } from "../../restrictions/records/Denials.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";

/** Who may play a video and why, and who was refused, if anyone was. */
export function RestrictionRows({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("restriction");
  const { permissions } = useViewer();
  return (
    <>
      <RestrictionPanel kind="video" id={video.id} hash={video.hash} />
      {permissions.referrer_restrictions_view || permissions.restrictions_manage ? (
        <Denials projectId={video.project_id} item={{ video: video.id }} title={t("denied")} onlyWithRows />
      ) : null}
    </>
  );
}
