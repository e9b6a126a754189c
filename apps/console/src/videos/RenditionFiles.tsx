import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot, type StatusTone } from "@kinora/ui/StatusDot.tsx";
import { ActionIcon } from "@mantine/core";
import { IconDownload, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { confirm } from "../platform/confirm.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { useVideoChange } from "./useVideoChange.ts";
import styles from "./VideoDetail.module.css";

type Rendition = VideoDetail["renditions"][number];

const TONES: Record<Rendition["state"], StatusTone> = {
  queued: "unpublished",
  processing: "processing",
  complete: "published",
  failed: "failed",
};
const STATES = {
  queued: "layout:status_in_queue",
  processing: "layout:status_processing",
  complete: "layout:status_complete",
  failed: "layout:status_failed",
} as const;

/** The versions a video is stored in, with what each is and what can be done with it. */
export function RenditionFiles({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["video", "videos", "layout"]);
  const { permissions } = useViewer();
  const { done, failed } = useVideoChange(video.id);
  const remove = useMutation({
    mutationFn: (id: number) => api.renditions.deleteRendition({ video_id: video.id, id }),
    onSuccess: ({ message }) => done(message),
    onError: (error) => failed(error, t("renditionNotDeleted")),
  });
  const ask = async ({ id }: Rendition) => {
    const words = { item: t("rendition"), action: t("videos:deleteAction") };
    const yes = await confirm({
      title: t("layout:confirmDeleteTitle", words),
      text: t("layout:confirmPermanently", words),
      yes: t("delete"),
      danger: true,
    });
    if (yes) remove.mutate(id);
  };
  const complete = video.renditions.filter(({ kind, state }) => kind === "video" && state === "complete");
  const mayDelete = permissions.video_edit && video.status === "complete" && complete.length > 1;
  if (video.renditions.length === 0) return <p className={styles["empty"]}>{t("videos:noRenditions")}</p>;
  const name = ({ kind, label }: Rendition) =>
    kind === "audio" ? t("videos:audio") : kind === "source" ? t("videos:source") : label;
  return (
    <div className={styles["tableWrap"]} tabIndex={0} role="region" aria-label={t("renditions")}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th>{t("columnRendition")}</th>
            <th>{t("columnStatus")}</th>
            <th>{t("columnPixels")}</th>
            <th>{t("columnCodec")}</th>
            <th className={styles["end"]}>{t("columnRate")}</th>
            <th className={styles["end"]}>{t("columnBitrate")}</th>
            <th className={styles["end"]}>{t("columnSize")}</th>
            <th className={styles["end"]}>{t("columnActions")}</th>
          </tr>
        </thead>
        <tbody>
          {video.renditions.map((rendition) => (
            <tr key={rendition.id}>
              <td>{name(rendition)}</td>
              <td>
                <StatusDot tone={TONES[rendition.state]}>{t(STATES[rendition.state])}</StatusDot>
              </td>
              <td>
                {rendition.width === null || rendition.height === null
                  ? ""
                  : `${rendition.width} × ${rendition.height}`}
              </td>
              <td className="mono">{rendition.codecs}</td>
              <td className={styles["end"]}>
                {rendition.frame_rate === null ? "" : formatNumber(rendition.frame_rate)}
              </td>
              <td className={styles["end"]}>
                {rendition.bitrate_average === null
                  ? ""
                  : `${formatNumber(Math.round(rendition.bitrate_average / 1000))} kbit/s`}
              </td>
              <td className={styles["end"]}>{formatBytes(rendition.size_bytes)}</td>
              <td className={styles["end"]}>
                {rendition.mp4_url === null ? null : (
                  <ActionIcon
                    component="a"
                    href={`${rendition.mp4_url}?download=1`}
                    aria-label={t("downloadOf", { label: rendition.label })}
                  >
                    <IconDownload size={16} stroke={1.6} />
                  </ActionIcon>
                )}
                {mayDelete && rendition.kind === "video" && rendition.state === "complete" ? (
                  <ActionIcon
                    aria-label={t("deleteOf", { label: rendition.label })}
                    disabled={remove.isPending}
                    onClick={() => void ask(rendition)}
                  >
                    <IconTrash size={16} stroke={1.6} />
                  </ActionIcon>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
