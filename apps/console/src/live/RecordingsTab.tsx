import { useTranslation } from "react-i18next";
import type { StreamDetail } from "./queries.ts";
import { RecordingsPanel } from "./RecordingsPanel.tsx";
import { SessionsPanel } from "./SessionsPanel.tsx";
import styles from "./Recording.module.css";

/** What is kept of a livestream, and when it ran. */
export function RecordingsTab({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("recordings");
  return (
    <div className={styles["kept"]}>
      <section>
        <h2>{t("title")}</h2>
        <RecordingsPanel stream={stream} />
      </section>
      <section>
        <h2>{t("sessions")}</h2>
        <SessionsPanel projectId={stream.project_id} view={{ stream: stream.id }} />
      </section>
    </div>
  );
}
