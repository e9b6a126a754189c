import { ON_AIR_LABELS, SWITCH_SOURCES, type SwitchSource } from "@kinora/domain/live/on-air.ts";
import { hasSession } from "@kinora/domain/live/stream-states.ts";
import { Box, Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { usePageKeys } from "../../shell/keys/use-page-keys.ts";
import type { StreamDetail } from "../queries.ts";
import { useStreamActions } from "../stream/use-stream-actions.ts";
import styles from "./OnAir.module.css";

/** The keys that choose a source; T takes it. */
const KEYS: Record<SwitchSource, string> = { live: "1", loop: "2", slate: "3" };

/** Says what viewers see, and lets who may switch it: with a press, or with the keys of a control room. */
export function OnAirControl({ stream }: { stream: StreamDetail }) {
  const { permissions } = useViewer();
  if (!permissions.streams_control)
    return (
      <Box component="span" fw={600} ml="auto">
        {ON_AIR_LABELS[stream.on_air]}
      </Box>
    );
  return <SourceSwitch stream={stream} />;
}

function SourceSwitch({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("stream");
  const actions = useStreamActions(stream.project_id);
  const [cued, setCued] = useState<SwitchSource | null>(null);
  const { on_air: onAir, switched_to: switchedTo } = stream;
  const why: Record<SwitchSource, string | null> = {
    live: switchedTo === "live" && !hasSession(stream.state) ? t("switchNobody") : null,
    loop: stream.can_loop ? null : t("switchNoLoop"),
    slate: hasSession(stream.state) ? null : t("switchNobody"),
  };
  const take = (source: SwitchSource) => {
    setCued(null);
    if (onAir !== source || switchedTo !== source) void actions.switchTo(stream, source);
  };
  const cue = (source: SwitchSource) => {
    if (why[source] === null) setCued(source === onAir ? null : source);
  };
  usePageKeys({
    ...Object.fromEntries(SWITCH_SOURCES.map((source) => [KEYS[source], () => cue(source)])),
    t: () => cued && take(cued),
  });
  return (
    <span className={styles["switch"]}>
      {cued === null ? null : (
        <Button size="compact-sm" onClick={() => take(cued)}>
          {t("take", { source: ON_AIR_LABELS[cued] })}
        </Button>
      )}
      <span role="group" aria-label={t("switch")} className={styles["sources"]}>
        {SWITCH_SOURCES.map((source) => (
          <button
            key={source}
            type="button"
            className={styles["source"]}
            aria-pressed={onAir === source}
            aria-keyshortcuts={KEYS[source]}
            data-cued={cued === source}
            disabled={why[source] !== null}
            title={why[source] ?? t("sourceKey", { source: ON_AIR_LABELS[source], key: KEYS[source] })}
            onClick={() => take(source)}
          >
            {ON_AIR_LABELS[source]}
          </button>
        ))}
      </span>
    </span>
  );
}
