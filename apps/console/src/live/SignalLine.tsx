import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "react-i18next";
import { receivedWords } from "./health.ts";
import type { Ingest, StreamDetail } from "./queries.ts";
import styles from "./Stream.module.css";

/** Whether something arrives, in words: `Waiting for signal…`, then `Receiving 1080p30 4.2 Mb/s`. */
export function SignalLine({ stream, ingest }: { stream: StreamDetail; ingest: Ingest | null }) {
  const { t } = useTranslation("stream");
  const { state, reconnect_seconds: seconds } = stream;
  if (state === "disabled") return <StatusDot tone="unpublished">{t("disabledText")}</StatusDot>;
  if (state === "not_active") {
    return (
      <span className={styles["waiting"]}>
        <span className={styles["pulse"]} aria-hidden="true" />
        {stream.testing ? t("testRunning") : t("waiting")}
      </span>
    );
  }
  if (state === "ended") return <StatusDot tone="processing">{t("lost", { seconds })}</StatusDot>;
  const what = ingest === null ? null : receivedWords(ingest);
  if (state === "processing" && what === null) return <StatusDot tone="processing">{t("connecting")}</StatusDot>;
  return (
    <StatusDot tone={state === "processing" ? "processing" : "published"}>
      {what === null ? t("receivingAny") : t("receiving", { what })}
    </StatusDot>
  );
}
