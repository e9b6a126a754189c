import type { RecordingState } from "@kinora/domain/streams.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot, type StatusTone } from "@kinora/ui/StatusDot.tsx";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { bitrateWords } from "./health.ts";
import type { StreamSession } from "./queries.ts";
import { Uptime } from "./Uptime.tsx";
import styles from "./Logs.module.css";

const RECORDING_TONES: Record<RecordingState | "none", StatusTone> = {
  none: "unpublished",
  recording: "live",
  stopping: "processing",
  saving: "processing",
  ready: "published",
  empty: "unpublished",
  failed: "failed",
};

/** Sessions as rows; `named` says of which livestream each was. */
export function SessionTable({ sessions, named }: { sessions: readonly StreamSession[]; named: boolean }) {
  const { t } = useTranslation("streamLog");
  const head = [
    t("columnStart"),
    ...(named ? [t("columnStream")] : []),
    t("columnDuration"),
    t("columnViewers"),
    t("columnWatched"),
    t("columnReceived"),
    t("columnRecording"),
    t("columnEnd"),
  ];
  return (
    <div className={styles["framed"]} role="table" aria-label={t("sessions")}>
      <div role="row" className={styles["head"]} data-kind={named ? "named" : "sessions"}>
        {head.map((label) => (
          <div key={label} role="columnheader">
            {label}
          </div>
        ))}
      </div>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} named={named} />
      ))}
    </div>
  );
}

function SessionRow({ session, named }: { session: StreamSession; named: boolean }) {
  const { t } = useTranslation("streamLog");
  const { started_at: start, ended_at: end, end_reason: reason, stream, recording, reconnects } = session;
  const seconds = end === null ? null : (new Date(end).getTime() - new Date(start).getTime()) / 1000;
  const cell = (label: string) => ({ role: "cell", "data-label": label }) as const;
  const more = [
    ...(session.recordings > 1 ? [t("recordingsOf", { count: session.recordings })] : []),
    ...(session.clips > 0 ? [t("clipsOf", { count: session.clips })] : []),
  ];
  return (
    <div role="row" className={styles["row"]} data-kind={named ? "named" : "sessions"}>
      <div {...cell(t("columnStart"))}>
        <time dateTime={new Date(start).toISOString()} title={formatMoment(start)}>
          {formatAgo(start)}
        </time>
        {session.testing ? <span className={styles["quiet"]}>{t("testing")}</span> : null}
      </div>
      {named ? (
        <div {...cell(t("columnStream"))}>
          <Link
            to="/live/$streamId"
            params={{ streamId: String(stream.id) }}
            className={styles["cut"] ?? ""}
            title={stream.name}
          >
            {stream.name}
          </Link>
        </div>
      ) : null}
      <div {...cell(t("columnDuration"))} className="tabular">
        {seconds === null ? <Uptime since={start} /> : formatDuration(seconds)}
        {reconnects > 0 ? <span className={styles["quiet"]}>{t("reconnects", { count: reconnects })}</span> : null}
      </div>
      <div {...cell(t("columnViewers"))} className="tabular">
        {t("peakOf", { peak: formatNumber(session.peak_viewers) })}
        <span className={styles["quiet"]}>{t("averageOf", { average: formatNumber(session.average_viewers) })}</span>
      </div>
      <div {...cell(t("columnWatched"))} className="tabular">
        {formatDuration(session.watch_seconds)}
        {session.bytes_out === 0 ? null : (
          <span className={styles["quiet"]}>{t("sentOf", { bytes: formatBytes(session.bytes_out) })}</span>
        )}
      </div>
      <div {...cell(t("columnReceived"))} className="tabular">
        {formatBytes(session.bytes_in)}
        {seconds === null || seconds <= 0 || session.bytes_in === 0 ? null : (
          <span className={styles["quiet"]}>
            {t("averageOf", { average: bitrateWords((session.bytes_in * 8) / 1000 / seconds) })}
          </span>
        )}
      </div>
      <div {...cell(t("columnRecording"))}>
        {recording.video === null ? (
          <StatusDot tone={RECORDING_TONES[recording.state]}>{t(`recording_${recording.state}`)}</StatusDot>
        ) : (
          <Link
            to="/video/$videoId"
            params={{ videoId: String(recording.video.id) }}
            className={styles["cut"] ?? ""}
            title={recording.video.title}
          >
            {recording.video.title}
          </Link>
        )}
        {more.length === 0 ? null : <span className={styles["quiet"]}>{more.join(", ")}</span>}
      </div>
      <div {...cell(t("columnEnd"))} title={end === null ? undefined : formatMoment(end)}>
        {end === null ? (
          <StatusDot tone="live">{t("running")}</StatusDot>
        ) : (
          <span className="muted">{reason === null ? "" : t(`end_${reason}`)}</span>
        )}
      </div>
    </div>
  );
}
