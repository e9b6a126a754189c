import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot, type StatusTone } from "@kinora/ui/StatusDot.tsx";
import { ActionIcon } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { VideoDetail } from "../platform/videos.ts";
import styles from "./VideoPage.module.css";

type Rendition = VideoDetail["renditions"][number];

const TONES: Record<Rendition["state"], StatusTone> = {
  queued: "unpublished",
  processing: "processing",
  complete: "published",
  failed: "failed",
};
const STATE_TEXTS = {
  queued: "status_in_queue",
  processing: "status_processing",
  complete: "status_complete",
  failed: "status_failed",
} as const;

/** The versions a video is stored in, each with its size and, once it is there, a download. */
export function RenditionTable({ renditions }: { renditions: readonly Rendition[] }) {
  const { t } = useTranslation(["videos", "layout"]);
  if (renditions.length === 0) return <p className={styles["empty"]}>{t("noRenditions")}</p>;
  return (
    <div className={styles["tableWrap"]}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th>{t("columnResolutions")}</th>
            <th>{t("columnStatus")}</th>
            <th>{t("columnSizePixels")}</th>
            <th className={styles["end"]}>{t("columnBitrate")}</th>
            <th className={styles["end"]}>{t("columnSize")}</th>
            <th>
              <span className={styles["hidden"]}>{t("download")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {renditions.map((rendition) => (
            <tr key={rendition.id}>
              <td>
                {rendition.kind === "audio"
                  ? t("audio")
                  : rendition.kind === "source"
                    ? `${t("source")} ${rendition.label}`
                    : rendition.label}
              </td>
              <td>
                <StatusDot tone={TONES[rendition.state]}>{t(`layout:${STATE_TEXTS[rendition.state]}`)}</StatusDot>
              </td>
              <td>
                {rendition.width !== null && rendition.height !== null
                  ? `${rendition.width} × ${rendition.height}`
                  : "–"}
              </td>
              <td className={styles["end"]}>
                {rendition.bitrate_average === null
                  ? "–"
                  : `${formatNumber(Math.round(rendition.bitrate_average / 10_000) / 100)} Mb/s`}
              </td>
              <td className={styles["end"]}>{rendition.size_bytes > 0 ? formatBytes(rendition.size_bytes) : "–"}</td>
              <td className={styles["end"]}>
                {rendition.mp4_url === null ? null : (
                  <ActionIcon
                    component="a"
                    href={rendition.mp4_url}
                    download
                    aria-label={t("downloadOf", { label: rendition.label })}
                    title={t("download")}
                  >
                    <IconDownload size={16} stroke={1.6} />
                  </ActionIcon>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
