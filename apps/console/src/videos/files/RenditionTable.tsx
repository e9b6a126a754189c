import { renditionName } from "@kinora/domain/transcoding/picture-codecs.ts";
import { isLowSound, isSurroundSound } from "@kinora/domain/videos/audio-tracks.ts";
import { languageName } from "@kinora/domain/videos/languages.ts";
import { likenessOf } from "@kinora/domain/videos/video-details.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { Hint } from "@kinora/ui/kit/Hint.tsx";
import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import { formatBitrate, formatPixels } from "@kinora/ui/media-units.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Box } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { codecWords } from "./media-names.ts";
import styles from "./Files.module.css";

export type Rendition = VideoDetail["renditions"][number];

const STATES = {
  queued: "layout:status_in_queue",
  processing: "layout:status_processing",
  complete: "layout:status_complete",
  failed: "layout:status_failed",
  cancelled: "layout:status_cancelled",
} as const;

/** Seconds of work: tenths below a minute, a running time above. */
const workTime = (seconds: number) =>
  seconds < 60 ? `${formatNumber(Math.round(seconds * 10) / 10)} s` : formatDuration(seconds);

/** Renditions, finished or not: what each is, how far, how good it became and how long it took. */
export function RenditionTable({
  label,
  renditions,
  menu,
}: {
  /** Names the table for assistive technology. */
  label: string;
  renditions: readonly Rendition[];
  menu?: (rendition: Rendition) => readonly RowAction[];
}) {
  const { t } = useTranslation(["video", "videos"]);
  const columns = [...useMainColumns(), ...useSizeColumns(), useWorkColumn()];
  const nameOf = useRenditionName();
  return (
    <DataTable
      label={label}
      height="tall"
      columns={columns}
      rows={renditions}
      nameOf={nameOf}
      menu={menu}
      actionsWidth={30}
      empty={
        <Box component="p" className="muted" m={0} p={16}>
          {t("videos:noRenditions")}
        </Box>
      }
    />
  );
}

/** Rungs have their label, sounds what their source calls them or their language. */
function useRenditionName() {
  const { t } = useTranslation("video");
  return ({ kind, label, title, language }: Pick<Rendition, "kind" | "label" | "title" | "language">): string => {
    if (kind !== "audio") return renditionName(label);
    const name = title || (language === null ? t("audio") : t("audioIn", { language: languageName(language) }));
    if (isSurroundSound(label)) return t("audioSurround", { name });
    return isLowSound(label) ? t("audioLow", { name }) : name;
  };
}

/** What it is, and how far. */
function useMainColumns(): Column<Rendition>[] {
  const { t } = useTranslation(["video", "videos", "layout"]);
  const nameOf = useRenditionName();
  return [
    {
      id: "label",
      header: t("columnRendition"),
      min: 96,
      grow: 2,
      mobile: "title",
      cell: ({ width, height, ...rendition }) => (
        <span className={styles["two"]}>
          <span dir="auto">{nameOf(rendition)}</span>
          {width === null || height === null ? null : <span className="muted">{formatPixels(width, height)}</span>}
        </span>
      ),
    },
    {
      id: "status",
      header: t("columnStatus"),
      min: 104,
      grow: 1,
      mobile: "meta",
      cell: ({ state, progress }) => (
        <StatusDot state={state} detail={progress === null ? null : `${progress}%`}>
          {t(STATES[state])}
        </StatusDot>
      ),
    },
    {
      id: "codec",
      header: t("columnCodec"),
      min: 112,
      grow: 1,
      priority: 3,
      mobile: "hidden",
      cell: ({ codecs, hdr, frame_rate: rate }) =>
        [
          ...(codecs === null ? [] : [codecWords(codecs)]),
          ...(hdr === null ? [] : [t("hdr", { curve: hdr })]),
          ...(rate === null ? [] : [t("videos:framesPerSecond", { rate: formatNumber(rate) })]),
        ].join(" · "),
    },
  ];
}

/** What it needs of a viewer's connection, and of the storage. */
function useSizeColumns(): Column<Rendition>[] {
  const { t } = useTranslation("video");
  return [
    {
      id: "size",
      header: t("columnSize"),
      min: 72,
      align: "end",
      priority: 5,
      mobile: "meta",
      cell: ({ size_bytes: bytes, bitrate_average: bitrate }, { phone }) => {
        if (bytes === 0) return null;
        if (phone || bitrate === null) return formatBytes(bytes);
        return (
          <span className={styles["two"]}>
            <span>{formatBytes(bytes)}</span>
            <span className="muted">{formatBitrate(bitrate)}</span>
          </span>
        );
      },
    },
  ];
}

/** What encoding gave, and the time it took. */
function useWorkColumn(): Column<Rendition> {
  const { t } = useTranslation("video");
  return {
    id: "quality",
    header: t("columnLikeness"),
    min: 104,
    priority: 4,
    mobile: "meta",
    cell: ({ copied, ssim, encode_seconds: seconds }, { phone }) => (
      <span className={styles["two"]}>
        {copied ? (
          <Badge hint={t("copiedHint")} likeness="excellent" words={t("copied")} />
        ) : ssim === null ? null : (
          <Badge
            hint={t("ssimHint")}
            likeness={likenessOf(ssim)}
            words={t("ssimBadge", { words: t(`likeness_${likenessOf(ssim)}`), ssim: ssim.toFixed(3) })}
          />
        )}
        {phone || seconds === null ? null : (
          <span className="muted" title={t("encodeTimeHint")}>
            {workTime(seconds)}
          </span>
        )}
      </span>
    ),
  };
}

const Badge = ({ hint, likeness, words }: { hint: string; likeness: string; words: string }) => (
  <Hint label={hint}>
    <span className={styles["badge"]} data-likeness={likeness}>
      {words}
    </span>
  </Hint>
);
