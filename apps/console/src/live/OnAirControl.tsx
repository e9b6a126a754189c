import { ON_AIR_LABELS, SWITCH_SOURCES, type SwitchSource } from "@kinora/domain/onAir.ts";
import { hasSession } from "@kinora/domain/streams.ts";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import type { StreamDetail } from "./queries.ts";
import { useStreamActions } from "./useStreamActions.ts";
import styles from "./OnAir.module.css";

/** Says what viewers see, and lets who may switch it. */
export function OnAirControl({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("stream");
  const { permissions } = useViewer();
  const actions = useStreamActions(stream.project_id);
  const { on_air: onAir } = stream;
  if (!permissions.streams_control) return <span className={styles["now"]}>{ON_AIR_LABELS[onAir]}</span>;
  const why: Record<SwitchSource, string | null> = {
    live: stream.switched_to === "live" && !hasSession(stream.state) ? t("switchNobody") : null,
    loop: stream.can_loop ? null : t("switchNoLoop"),
    slate: hasSession(stream.state) ? null : t("switchNobody"),
  };
  return (
    <span role="group" aria-label={t("switch")} className={styles["switch"]}>
      {SWITCH_SOURCES.map((source) => (
        <button
          key={source}
          type="button"
          className={styles["source"]}
          aria-pressed={onAir === source}
          disabled={why[source] !== null}
          title={why[source] ?? undefined}
          onClick={() => {
            if (onAir !== source || stream.switched_to !== source) void actions.switchTo(stream, source);
          }}
        >
          {ON_AIR_LABELS[source]}
        </button>
      ))}
    </span>
  );
}
