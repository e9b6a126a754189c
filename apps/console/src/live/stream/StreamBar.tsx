import { ON_AIR_LABELS } from "@kinora/domain/live/on-air.ts";
import { hasSession } from "@kinora/domain/live/stream-states.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { Store } from "../../platform/store.ts";
import { bitrateWords } from "../health/ingest-words.ts";
import { useIngest } from "../monitor/use-ingest.ts";
import type { StreamDetail } from "../queries.ts";
import { Snapshot } from "../Snapshot.tsx";
import { Uptime } from "../Uptime.tsx";
import type { LiveFigures } from "./use-live-stream.ts";
import styles from "./Stream.module.css";

/** What is on air in one line, on the parts of a livestream's page that are about something else. */
export function StreamBar({ stream, figures }: { stream: StreamDetail; figures: Store<LiveFigures> }) {
  const { t } = useTranslation("stream");
  const { ingest, viewers } = useIngest(stream, figures);
  const onAir = stream.on_air !== "nothing";
  if (!onAir && !hasSession(stream.state)) return null;
  const bitrate = ingest?.bitrate_kbps ?? null;
  return (
    <section className={styles["bar"]} aria-label={t("monitorOnAir")}>
      <Snapshot streamId={stream.id} of="on_air" alt="" active={onAir} size="bar" />
      <strong>{ON_AIR_LABELS[stream.on_air]}</strong>
      <span>
        {formatNumber(viewers)} <span className="muted">{t("viewers", { count: viewers })}</span>
      </span>
      {bitrate === null ? null : <span className={styles["rate"]}>{bitrateWords(bitrate)}</span>}
      {stream.started_at === null ? null : <Uptime since={stream.started_at} />}
    </section>
  );
}
