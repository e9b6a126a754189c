import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { formatMoment } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { VideoDetail } from "../platform/videos.ts";
import { formatWords } from "./mediaNames.ts";
import styles from "./VideoPage.module.css";

/** What is known about the file; what is not known is left out. */
export function VideoFacts({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("videos");
  const { width, height, source, user, storage } = video;
  const { facts } = source;
  const rows: [string, ReactNode][] = [
    [t("factDuration"), video.duration_seconds === null ? null : formatDuration(video.duration_seconds)],
    [t("factResolution"), width === null || height === null ? null : `${width} × ${height}`],
    [t("factFrameRate"), facts && t("framesPerSecond", { rate: formatNumber(facts.frame_rate) })],
    [t("factCodecs"), facts && formatWords(facts, source.file_name)],
    [t("factBitrate"), facts && t("kilobitsPerSecond", { rate: formatNumber(Math.round(facts.bitrate / 1000)) })],
    [t("factSource"), source.file_name],
    [t("factSourceSize"), source.size_bytes === null ? null : formatBytes(source.size_bytes)],
    [t("factRenditions"), storage.renditions_bytes === 0 ? null : formatBytes(storage.renditions_bytes)],
    [t("factPreset"), video.ladder_preset === null ? null : t(`preset_${video.ladder_preset}`)],
    [t("factStored"), formatBytes(video.size_bytes)],
    [t("factUploader"), user ? `${user.first_name} ${user.last_name}`.trim() || null : null],
    [t("factAdded"), formatMoment(video.created_at)],
    [t("factUpdated"), formatMoment(video.updated_at)],
    [t("factPublished"), video.published_at === null ? null : formatMoment(video.published_at)],
    [
      t("factAddress"),
      video.published ? (
        <a href={video.published_url} target="_blank" rel="noreferrer" className={styles["address"]}>
          {video.published_url.replace(/^https?:\/\//, "")}
        </a>
      ) : null,
    ],
  ];
  return (
    <Panel title={t("facts")}>
      <dl className={styles["facts"]}>
        {rows
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name} className={styles["fact"]}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Panel>
  );
}
