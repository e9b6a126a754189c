import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatMoment } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { bitrateWords } from "../health/ingest-words.ts";
import type { StreamSession } from "../queries.ts";
import { Uptime } from "../Uptime.tsx";
import { useStreamColumn } from "./log-columns.tsx";
import { TwoLines } from "./TwoLines.tsx";

/** How long a session took, in seconds; null while it is open. */
const secondsOf = ({ started_at: start, ended_at: end }: StreamSession): number | null =>
  end === null ? null : (Date.parse(end) - Date.parse(start)) / 1000;

/** The columns of sessions. @param named whether those of several livestreams are in it. */
export function useSessionColumns(named: boolean): Column<StreamSession>[] {
  const { t } = useTranslation("streamLog");
  const stream = useStreamColumn<StreamSession>();
  const facts = useSessionFacts();
  const amounts = useSessionAmounts();
  return [
    {
      id: "start",
      header: t("columnStart"),
      min: named ? 92 : 108,
      mobile: named ? "meta" : "title",
      cell: ({ started_at: start, testing }, { phone }) => (
        <TwoLines more={testing ? t("testing") : null} phone={phone}>
          <Moment at={start} as={named ? "time" : "ago"} />
        </TwoLines>
      ),
    },
    ...(named ? [{ ...stream, mobile: "title" } as const] : []),
    ...facts,
    ...amounts,
    {
      id: "recording",
      header: t("columnRecording"),
      min: 130,
      grow: 2,
      priority: 3,
      mobile: "hidden",
      optional: true,
      cell: (session, { phone }) => <SessionRecording session={session} phone={phone} />,
    },
    {
      id: "end",
      header: t("columnEnd"),
      min: 120,
      grow: 1,
      mobile: "meta",
      cell: ({ ended_at: end, end_reason: reason }) =>
        end === null ? (
          <StatusDot state="live">{t("running")}</StatusDot>
        ) : (
          <span className="muted" title={formatMoment(end)}>
            {reason === null ? "" : t(`end_${reason}`)}
          </span>
        ),
    },
  ];
}

function useSessionFacts(): Column<StreamSession>[] {
  const { t } = useTranslation("streamLog");
  return [
    {
      id: "duration",
      header: t("columnDuration"),
      min: 92,
      mobile: "meta",
      cell: (session, { phone }) => {
        const seconds = secondsOf(session);
        const { reconnects, started_at: start } = session;
        return (
          <TwoLines more={reconnects > 0 ? t("reconnects", { count: reconnects }) : null} phone={phone}>
            {seconds === null ? <Uptime since={start} /> : formatDuration(seconds)}
          </TwoLines>
        );
      },
    },
    {
      id: "viewers",
      header: t("columnViewers"),
      min: 76,
      priority: 4,
      mobile: "meta",
      optional: true,
      cell: ({ peak_viewers: peak, average_viewers: mean }, { phone }) => (
        <TwoLines more={t("averageOf", { average: formatNumber(mean) })} phone={phone}>
          {t("peakOf", { peak: formatNumber(peak) })}
        </TwoLines>
      ),
    },
  ];
}

/** How much was watched and received. */
function useSessionAmounts(): Column<StreamSession>[] {
  const { t } = useTranslation("streamLog");
  const average = (session: StreamSession) => {
    const seconds = secondsOf(session);
    if (seconds === null || seconds <= 0 || session.bytes_in === 0) return null;
    return t("averageOf", { average: bitrateWords((session.bytes_in * 8) / 1000 / seconds) });
  };
  return [
    {
      id: "watched",
      header: t("columnWatched"),
      min: 96,
      priority: 2,
      mobile: "hidden",
      optional: true,
      cell: ({ watch_seconds: seconds, bytes_out: bytes }, { phone }) => (
        <TwoLines more={bytes === 0 ? null : t("sentOf", { bytes: formatBytes(bytes) })} phone={phone}>
          {formatDuration(seconds)}
        </TwoLines>
      ),
    },
    {
      id: "received",
      header: t("columnReceived"),
      min: 104,
      priority: 1,
      mobile: "hidden",
      optional: true,
      cell: (session, { phone }) => (
        <TwoLines more={average(session)} phone={phone}>
          {formatBytes(session.bytes_in)}
        </TwoLines>
      ),
    },
  ];
}

/** The video a session was recorded as, or how its recording stands, and how many more there are. */
function SessionRecording({ session, phone }: { session: StreamSession; phone: boolean }) {
  const { t } = useTranslation("streamLog");
  const { state, video } = session.recording;
  const more = [
    ...(session.recordings > 1 ? [t("recordingsOf", { count: session.recordings })] : []),
    ...(session.clips > 0 ? [t("clipsOf", { count: session.clips })] : []),
  ];
  return (
    <TwoLines more={more.join(", ") || null} phone={phone}>
      {video !== null ? (
        <Link to="/video/$videoId" params={{ videoId: String(video.id) }} title={video.title} dir="auto">
          {video.title}
        </Link>
      ) : state === "none" ? (
        <span className="muted">{t("recording_none")}</span>
      ) : (
        <StatusDot state={state}>{t(`recording_${state}`)}</StatusDot>
      )}
    </TwoLines>
  );
}
