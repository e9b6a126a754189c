import { hasSession } from "@kinora/domain/live/stream-states.ts";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import type { Store } from "../../platform/store.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import type { StreamDetail } from "../queries.ts";
import { RecordingControl } from "../recordings/RecordingControl.tsx";
import { Snapshot } from "../Snapshot.tsx";
import type { LiveFigures } from "../stream/use-live-stream.ts";
import { useStreamActions } from "../stream/use-stream-actions.ts";
import { IngestStats, OnAirStats } from "./MonitorStats.tsx";
import { OnAirControl } from "./OnAirControl.tsx";
import { OnAirPlayer } from "./OnAirPlayer.tsx";
import { SignalLine } from "./SignalLine.tsx";
import { useIngest } from "./use-ingest.ts";
import styles from "./Monitors.module.css";

/** What viewers see beside what is received. On phones one of them is an inset on the other. */
export function Monitors({ stream, figures }: { stream: StreamDetail; figures: Store<LiveFigures> }) {
  const { t } = useTranslation("stream");
  const { permissions } = useViewer();
  const { ingest, viewers } = useIngest(stream, figures);
  const [swapped, setSwapped] = useState(false);
  const onAir = stream.on_air !== "nothing";
  if (!hasSession(stream.state) && !onAir) return <Idle stream={stream} />;
  return (
    <div className={styles["monitors"]} data-swapped={swapped}>
      <section className={styles["monitor"]} data-tally={onAir} aria-labelledby="monitor-on-air">
        <header className={styles["head"]}>
          <h2 id="monitor-on-air" className="heading">
            {t("monitorOnAir")}
          </h2>
          <span className={styles["text"]}>{t("monitorOnAirText")}</span>
          <OnAirControl stream={stream} />
        </header>
        <div className={styles["screen"]} data-of="air">
          <OnAirPlayer key={stream.id} stream={stream} />
        </div>
        <OnAirStats stream={stream} viewers={viewers} figures={figures} />
        {permissions.streams_control ? <RecordingControl stream={stream} /> : null}
      </section>
      <section className={styles["monitor"]} aria-labelledby="monitor-ingest">
        <header className={styles["head"]} data-of="ingest">
          <h2 id="monitor-ingest" className="heading">
            {t("monitorIngest")}
          </h2>
          <span className={styles["text"]}>{t("monitorIngestText")}</span>
          <span className={styles["signal"]}>
            <SignalLine stream={stream} ingest={ingest} />
          </span>
        </header>
        <div className={styles["screen"]} data-of="ingest">
          <Snapshot
            streamId={stream.id}
            of="ingest"
            alt={t("ingestOf", { name: stream.name })}
            active={ingest !== null}
          />
        </div>
        <button
          type="button"
          className={styles["swap"]}
          aria-label={t("swap")}
          aria-pressed={swapped}
          onClick={() => setSwapped(!swapped)}
        />
        {ingest === null ? null : <IngestStats stream={stream} ingest={ingest} />}
      </section>
    </div>
  );
}

function Idle({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation("stream");
  const { permissions } = useViewer();
  const actions = useStreamActions(stream.project_id);
  const disabled = stream.state === "disabled";
  return (
    <section className={styles["idle"]} aria-label={t("monitorIngest")}>
      <p role="status">
        <SignalLine stream={stream} ingest={null} />
      </p>
      {disabled ? null : <span className="muted">{t("notOnAir")}</span>}
      {stream.can_loop && permissions.streams_control ? <OnAirControl stream={stream} /> : null}
      {disabled && permissions.streams_manage ? (
        <Button variant="default" onClick={() => void actions.setEnabled(stream, true)}>
          {t("enable")}
        </Button>
      ) : null}
    </section>
  );
}
