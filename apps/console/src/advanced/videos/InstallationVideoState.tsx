import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../../platform/i18n.ts";
import { VideoState } from "../../videos/VideoStatus.tsx";
import type { InstallationVideo } from "./video-queries.ts";

/** The state of a video of any account: in the trash, or as its project sees it. */
export function InstallationVideoState({ video }: { video: InstallationVideo }) {
  const { t } = useTranslation("installationVideos");
  if (video.state !== "trash" || video.taken_down) return <VideoState video={video} />;
  return <StatusDot state="gone">{t("trash")}</StatusDot>;
}
