import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { AppliedRestriction } from "../../restrictions/applied/AppliedRestriction.tsx";
import { videoRestrictionQuery, type InstallationVideoDetail } from "./video-queries.ts";

/** What the restrictions of a video say of a request: whether anything is restricted, and by the simulator to whom. */
export function EmbedVerdict({ video }: { video: InstallationVideoDetail }) {
  const { t } = useTranslation("installationVideos");
  const isKept = video.state !== "trash";
  const found = useQuery({ ...videoRestrictionQuery(video.id), enabled: isKept });
  return (
    <AppliedRestriction
      title={t("restrictions")}
      before={video.taken_down ? t("verdictTakenDown") : isKept ? null : t("verdictTrash")}
      found={isKept ? found : null}
      says={(name) => (name === null ? t("unrestricted") : t("restrictedBy", { name }))}
      item={video}
    />
  );
}
