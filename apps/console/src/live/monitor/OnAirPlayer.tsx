import { useEffect, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import type { StreamDetail } from "../queries.ts";
import styles from "./Monitors.module.css";

/** A preview's pass is valid for 12 hours (`playback-links.ts`). */
const RENEWED_MS = 11 * 3_600_000;

/**
 * What viewers see, in the player that they have. Its pass keeps the member from being counted as a viewer; each answer of
 * the server has another one, but the player is loaded again only before its own expires.
 */
export function OnAirPlayer({ stream: { name, preview_url: newest } }: { stream: StreamDetail }) {
  const { t } = useTranslation("stream");
  const [shown, setShown] = useState(() => ({ address: newest, until: Date.now() + RENEWED_MS }));
  useEffect(() => {
    const renew = () => setShown({ address: newest, until: Date.now() + RENEWED_MS });
    const timer = setTimeout(renew, shown.until - Date.now());
    return () => clearTimeout(timer);
  }, [newest, shown]);
  return (
    <iframe
      className={styles["player"]}
      src={`${shown.address}&autoplay=1&muted=1`}
      title={t("onAirOf", { name })}
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
