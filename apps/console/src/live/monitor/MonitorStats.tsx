import { StatStrip, type Stat } from "@kinora/ui/kit/StatStrip.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useStore, type Store } from "../../platform/store.ts";
import { bitrateWords, codecWords, levelWords } from "../health/ingest-words.ts";
import type { Ingest, StreamDetail } from "../queries.ts";
import type { LiveFigures } from "../stream/use-live-stream.ts";
import { Uptime } from "../Uptime.tsx";

/** What is received, and which tracks of it viewers do not get; what is not known yet is left out. */
export function IngestStats({ stream, ingest }: { stream: StreamDetail; ingest: Ingest }) {
  const { t } = useTranslation("stream");
  const { bitrate_kbps: bitrate, keyframe_seconds: keyframes, video_codec: video } = ingest;
  const stats: (Stat | null)[] = [
    bitrate === null ? null : { label: t("factBitrate"), value: bitrateWords(bitrate) },
    video === null ? null : { label: t("factVideo"), value: codecWords(video) },
    video === null ? null : { label: t("factAudio"), ...audioOf(ingest, t("noSound")) },
    keyframes === null
      ? null
      : {
          label: t("factKeyframes"),
          value: t("everySeconds", { seconds: formatNumber(Number(keyframes.toFixed(1))) }),
        },
    stream.testing
      ? { label: t("factEncoder"), value: t("testPicture") }
      : ingest.encoder === null
        ? null
        : { label: t("factEncoder"), value: ingest.encoder },
  ];
  return (
    <>
      <StatStrip label={t("ingestFacts")} stats={stats.filter((stat) => stat !== null)} wraps />
      {ingest.left_out_tracks.map((sentence) => (
        <p key={sentence} className="note">
          {sentence}
        </p>
      ))}
    </>
  );
}

const audioOf = ({ audio_codec: codec, audio_level_db: level }: Ingest, none: string): Omit<Stat, "label"> => ({
  value: codec === null ? none : codecWords(codec),
  ...(codec === null || level === null ? {} : { detail: levelWords(level) }),
});

/** Who is watching, since when there is something to watch, and how far behind they are. */
export function OnAirStats({
  stream,
  viewers,
  figures,
}: {
  stream: StreamDetail;
  viewers: number;
  figures: Store<LiveFigures>;
}) {
  const { t } = useTranslation("stream");
  const latency = useStore(figures, (value) => value.stats?.latency_seconds ?? null);
  const { started_at: start, restreams } = stream;
  const stats: (Stat | null)[] = [
    { label: t("factViewers"), value: formatNumber(viewers) },
    start === null ? null : { label: t("factUptime"), value: <Uptime since={start} /> },
    latency === null
      ? null
      : { label: t("factLatency"), value: t("unitSeconds", { value: formatNumber(Number(latency.toFixed(1))) }) },
    restreams.total === 0 ? null : { label: t("factRestreams"), value: `${restreams.connected}/${restreams.total}` },
  ];
  return <StatStrip label={t("onAirFacts")} stats={stats.filter((stat) => stat !== null)} />;
}
