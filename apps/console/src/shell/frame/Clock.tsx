import { formatClock } from "@kinora/ui/moments.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import styles from "./TopBar.module.css";

/** The time of day, ticking every second (spec §2). */
export function Clock() {
  const { t } = useTranslation("layout");
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time className={styles["clock"]} role="timer" aria-live="off" aria-label={t("clock")}>
      {formatClock(now)}
    </time>
  );
}
