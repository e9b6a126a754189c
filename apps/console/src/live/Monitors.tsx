import { hasSession } from "@kinora/domain/streams.ts";
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import type { Store } from "../platform/store.ts";
import { IngestFacts, OnAirFacts } from "./IngestFacts.tsx";
import { OnAirControl } from "./OnAirControl.tsx";
import type { StreamDetail } from "./queries.ts";
import { RecordingControl } from "./RecordingControl.tsx";
import { SignalLine } from "./SignalLine.tsx";
import { Snapshot } from "./Snapshot.tsx";
import { useIngest } from "./useIngest.ts";
import type { LiveFigures } from "./useLiveStream.ts";
import { useStreamActions } from "./useStreamActions.ts";
import monitors from "./Monitors.module.css";
import recording from "./Recording.module.css";
import styles from "./Stream.module.css";

/** What viewers get, and what is received. With nothing on air there is nothing to watch but the signal. */
export function Monitors({ stream, figures }: { stream: StreamDetail; figures: Store<LiveFigures> }) {
  const { t } = useTranslation("stream");
  const { permissions } = useViewer();
  const { ingest, viewers } = useIngest(stream, figures);
  const isOpen = hasSession(stream.state);
  if (!isOpen && stream.on_air === "nothing") return <Idle stream={stream} />;
  return (
    <div className={monitors["monitors"]}>
      <section className={monitors["monitor"]} aria-labelledby="monitor-on-air">
        <header className={monitors["monitorHead"]}>
          <h2 id="monitor-on-air">{t("monitorOnAir")}</h2>
          <span className="muted">{t("monitorOnAirText")}</span>
          <OnAirControl stream={stream} />
        </header>
        <div className={monitors["screen"]}>
          <iframe
            className={monitors["player"]}
            src={stream.player_url}
            title={t("onAirOf", { name: stream.name })}
            allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
            referrerPolicy="strict-origin-when-cross-origin"
          />
        </div>
        <div className={recording["under"]}>
          {permissions.streams_control ? <RecordingControl stream={stream} /> : null}
          <OnAirFacts stream={stream} viewers={viewers} />
        </div>
      </section>
      <section className={monitors["monitor"]} aria-labelledby="monitor-ingest">
        <header className={monitors["monitorHead"]}>
          <h2 id="monitor-ingest">{t("monitorIngest")}</h2>
          <span className="muted">{t("monitorIngestText")}</span>
        </header>
        <div className={monitors["received"]}>
          {ingest === null ? null : (
            <Snapshot streamId={stream.id} of="ingest" alt={t("ingestOf", { name: stream.name })} active />
          )}
          <p className={monitors["signal"]}>
            <SignalLine stream={stream} ingest={ingest} />
          </p>
          {isOpen ? <IngestFacts stream={stream} ingest={ingest} /> : null}
        </div>
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
    <section className={monitors["idle"]} aria-label={t("monitorIngest")}>
      <p className={monitors["signal"]} role="status">
        <SignalLine stream={stream} ingest={null} />
      </p>
      {disabled ? null : <p className={styles["note"]}>{t("notOnAir")}</p>}
      {stream.can_loop && permissions.streams_control ? <OnAirControl stream={stream} /> : null}
      {disabled && permissions.streams_manage ? (
        <Button variant="default" onClick={() => void actions.setEnabled(stream, true)}>
          {t("enable")}
        </Button>
      ) : null}
    </section>
  );
}
