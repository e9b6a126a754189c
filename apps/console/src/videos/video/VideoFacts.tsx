import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { IconCopyButton } from "@kinora/ui/IconCopyButton.tsx";
import { personName } from "@kinora/ui/kit/people.ts";
import { formatBitrate, formatPixels } from "@kinora/ui/media-units.ts";
import { formatMoment } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { formatWords } from "../files/media-names.ts";
import styles from "./VideoPage.module.css";

/** How many facts are shown before someone asks for all. */
const FIRST = 6;

/** What is known about the video; what is not known is left out. */
export function VideoFacts({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("videos");
  const [all, setAll] = useState(false);
  const facts = useFacts(video).filter(([, value]) => value !== null);
  return (
    <Panel title={t("facts")}>
      <dl className={styles["facts"]}>
        {(all ? facts : facts.slice(0, FIRST)).map(([name, value]) => (
          <div key={name} className={styles["fact"]}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {facts.length > FIRST ? (
        <Button variant="subtle" size="compact-sm" mt={8} ml={-8} onClick={() => setAll(!all)}>
          {t(all ? "showFewer" : "showAll")}
        </Button>
      ) : null}
    </Panel>
  );
}

function useFacts(video: VideoDetail): (readonly [name: string, value: ReactNode])[] {
  const { t } = useTranslation("videos");
  const { width, height, source, user, storage } = video;
  const { facts } = source;
  return [
    [t("factDuration"), video.duration_seconds === null ? null : formatDuration(video.duration_seconds)],
    [t("factResolution"), width === null || height === null || video.sound_only ? null : formatPixels(width, height)],
    [t("factStored"), formatBytes(video.size_bytes)],
    [t("factAdded"), formatMoment(video.created_at)],
    [t("factUploader"), user ? personName(user) : null],
    [
      t("factAddress"),
      video.published ? <Copied key="url" label={t("factAddress")} text={video.published_url} isLink /> : null,
    ],
    [t("videoId"), <Copied key="id" label={t("videoId")} text={video.hash} />],
    [t("factFrameRate"), facts?.frame_rate ? t("framesPerSecond", { rate: formatNumber(facts.frame_rate) }) : null],
    [t("factCodecs"), facts && formatWords(facts, source.file_name)],
    [t("factBitrate"), facts && formatBitrate(facts.bitrate)],
    [t("factSource"), source.file_name],
    [t("factSourceSize"), source.size_bytes === null ? null : formatBytes(source.size_bytes)],
    [t("factRenditions"), storage.renditions_bytes === 0 ? null : formatBytes(storage.renditions_bytes)],
    [t("factPreset"), video.ladder_preset === null ? null : t(`preset_${video.ladder_preset}`)],
    [t("factUpdated"), formatMoment(video.updated_at)],
    [t("factPublished"), video.published_at === null ? null : formatMoment(video.published_at)],
  ];
}

/** A long text in one line, which a button copies. */
const Copied = ({ label, text, isLink = false }: { label: string; text: string; isLink?: boolean }) => {
  const { t } = useTranslation("layout");
  return (
    <span className={styles["copied"]}>
      {isLink ? (
        <a href={text} target="_blank" rel="noreferrer">
          {text.replace(/^https?:\/\//, "")}
        </a>
      ) : (
        <span className="mono">{text}</span>
      )}
      <IconCopyButton label={t("copyOf", { what: label })} onCopy={() => copyText(label, text)} />
    </span>
  );
};
