import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../../platform/i18n.ts";
import { receivedWords } from "../health/ingest-words.ts";
import type { Ingest, StreamDetail } from "../queries.ts";
import styles from "../stream/Stream.module.css";

/** Whether an encoder's signal arrives, in words: `Waiting for signal…`, then `Receiving 1080p30 4.2 Mbps`. */
export function SignalLine({ stream, ingest }: { stream: StreamDetail; ingest: Ingest | null }) {
  const { t } = useTranslation("stream");
  const { state, reconnect_seconds: seconds } = stream;
  if (state === "disabled") return <StatusDot state="disabled">{t("disabledText")}</StatusDot>;
  // A loop is on air without an encoder.
  if (state === "not_active" || state === "loop") {
    return (
      <span className={styles["waiting"]}>
        <span className={styles["pulse"]} aria-hidden="true" />
        {stream.testing ? t("testRunning") : t("waiting")}
      </span>
    );
  }
  if (state === "ended") return <StatusDot state="ended">{t("lost", { seconds })}</StatusDot>;
  const what = ingest === null ? null : receivedWords(ingest);
  if (state === "processing" && what === null) return <StatusDot state="connecting">{t("connecting")}</StatusDot>;
  return (
    <StatusDot state={state === "processing" ? "connecting" : "healthy"}>
      {what === null ? t("receivingAny") : t("receiving", { what })}
    </StatusDot>
  );
}
