import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { ReasonDialog } from "../ReasonDialog.tsx";
import { PurgeDialog } from "./PurgeDialog.tsx";
import { TakeDownDialog } from "./TakeDownDialog.tsx";
import { installationVideosKey } from "./video-queries.ts";

export interface OpenedVideoDialog {
  what: "takeDown" | "reinstate" | "purge";
  video: { id: number; title: string };
}

interface VideoDialogsProps extends OpenedVideoDialog {
  /** After the video was deleted for good. */
  onPurged?: () => void | Promise<void>;
  onClose: () => void;
}

/** Asks before something is done to a video of any account. */
export function VideoDialogs({ what, video, onPurged, onClose }: VideoDialogsProps) {
  const { t } = useTranslation("installationVideos");
  if (what === "takeDown") return <TakeDownDialog video={video} onClose={onClose} />;
  if (what === "purge")
    return <PurgeDialog video={video} onClose={onClose} {...(onPurged ? { onDone: onPurged } : {})} />;
  return (
    <ReasonDialog
      title={t("reinstateTitle", { title: video.title })}
      text={t("reinstateText")}
      submit={t("reinstate")}
      failure={t("notChanged")}
      changes={[installationVideosKey]}
      call={(reason) => api.advanced.reinstateVideo({ video_id: video.id, reason })}
      onClose={onClose}
    />
  );
}
