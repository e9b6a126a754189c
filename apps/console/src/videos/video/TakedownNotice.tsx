import { formatMoment } from "@kinora/ui/moments.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { Video } from "../../platform/videos.ts";
import styles from "./VideoPage.module.css";

/** Says that the operator took the video down, why, and what viewers read. */
export function TakedownNotice({ takedown }: { takedown: NonNullable<Video["taken_down"]> }) {
  const { t } = useTranslation("videos");
  return (
    <div className={styles["takedown"]} role="note">
      <strong>{t("takenDownTitle", { at: formatMoment(takedown.at) })}</strong>
      <p>{t("takenDownText", { reason: takedown.reason })}</p>
      <p>{t("takenDownViewers", { message: takedown.message })}</p>
    </div>
  );
}
