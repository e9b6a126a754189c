import { IconPointFilled } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import { Uptime } from "../Uptime.tsx";
import styles from "./Recording.module.css";

/** Says that a livestream is recorded, and since when where that is known. */
export function RecordingMark({ since = null }: { since?: string | null }) {
  const { t } = useTranslation("live");
  return (
    <span className={styles["mark"]}>
      <IconPointFilled size={14} aria-hidden="true" />
      {t("recording")} {since === null ? null : <Uptime since={since} />}
    </span>
  );
}
