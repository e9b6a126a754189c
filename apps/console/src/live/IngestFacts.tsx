import { formatNumber } from "@kinora/ui/numbers.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { bitrateWords, codecWords, levelWords } from "./health.ts";
import type { Ingest, StreamDetail } from "./queries.ts";
import { Uptime } from "./Uptime.tsx";
import styles from "./Stream.module.css";

/** What is received, fact by fact; what is not known yet is left out. */
export function IngestFacts({ stream, ingest }: { stream: StreamDetail; ingest: Ingest | null }) {
  const { t } = useTranslation("stream");
  const picture =
    ingest === null
      ? ""
      : [
          ingest.width !== null && ingest.height !== null
            ? t("pixels", { width: ingest.width, height: ingest.height })
            : null,
          ingest.frame_rate === null ? null : t("perSecond", { rate: formatNumber(ingest.frame_rate) }),
          ingest.video_codec === null ? null : codecWords(ingest.video_codec),
        ]
          .filter((part) => part !== null)
          .join(", ");
  const bitrate = ingest?.bitrate_kbps ?? null;
  const keyframes = ingest?.keyframe_seconds ?? null;
  const facts: Fact[] = [
    [t("factPicture"), picture],
    [
      t("factSound"),
      ingest === null || picture === ""
        ? ""
        : ingest.audio_codec === null
          ? t("noSound")
          : ingest.audio_level_db === null
            ? codecWords(ingest.audio_codec)
            : t("soundAt", { codec: codecWords(ingest.audio_codec), level: levelWords(ingest.audio_level_db) }),
    ],
    [t("factBitrate"), bitrate === null ? "" : bitrateWords(bitrate)],
    [
      t("factKeyframes"),
      keyframes === null ? "" : t("everySeconds", { seconds: formatNumber(Number(keyframes.toFixed(1))) }),
    ],
    [t("factEncoder"), stream.testing ? t("testPicture") : (ingest?.encoder ?? "")],
  ];
  return <FactList facts={facts} />;
}

/** Who watches, and since when there is something to watch. */
export function OnAirFacts({ stream, viewers }: { stream: StreamDetail; viewers: number }) {
  const { t } = useTranslation("stream");
  const { started_at: start } = stream;
  return (
    <FactList
      facts={[
        [t("factViewers"), formatNumber(viewers)],
        [t("factUptime"), start === null ? "" : <Uptime since={start} />],
      ]}
    />
  );
}

type Fact = [name: string, value: ReactNode];

function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles["factList"]}>
      {facts
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
