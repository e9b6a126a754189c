import { Panel } from "@kinora/ui/Panel.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { OnAirCards } from "../live/list/OnAirCards.tsx";
import { useTranslation } from "../platform/i18n.ts";
import { onAirQuery } from "./on-air-query.ts";
import styles from "./Dashboard.module.css";

/** The livestreams that people can watch now; hidden while there are none. */
export function OnAirPanel({ projectId }: { projectId: number }) {
  const { t } = useTranslation("dashboard");
  const streams = useQuery(onAirQuery(projectId)).data ?? [];
  if (streams.length === 0) return null;
  return (
    <Panel
      title={t("onAir")}
      action={
        <Link to="/live" className={styles["all"] ?? ""}>
          {t("allStreams")}
        </Link>
      }
    >
      <OnAirCards streams={streams} />
    </Panel>
  );
}
