import { formatBytes } from "@kinora/ui/bytes.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button } from "@mantine/core";
import { IconDownload, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { confirm } from "../platform/confirm.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { RenditionFiles } from "./RenditionFiles.tsx";
import { RenditionWork } from "./RenditionWork.tsx";
import { useVideoChange } from "./useVideoChange.ts";
import styles from "./VideoDetail.module.css";
import files from "./VideoFiles.module.css";

/** Everything that is stored of the video: its renditions, its original, and what they take. */
export function FilesTab({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["video", "layout"]);
  const { permissions } = useViewer();
  const { done, failed } = useVideoChange(video.id);
  const { storage, source } = video;
  const hasOriginal = source.size_bytes !== null && storage.original_bytes > 0;

  const download = useMutation({
    mutationFn: () => api.videoDetails.linkOriginal({ id: video.id }),
    // The edge answers as an attachment, so the page stays.
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => failed(error, t("originalNoLink")),
  });
  const remove = useMutation({
    mutationFn: () => api.videoDetails.deleteOriginal({ id: video.id }),
    onSuccess: ({ message }) => done(message),
    onError: (error) => failed(error, t("originalNotDeleted")),
  });
  const askToRemove = async () => {
    const yes = await confirm({
      title: t("originalDelete"),
      text: t("originalDeleteText"),
      yes: t("delete"),
      danger: true,
    });
    if (yes) remove.mutate();
  };
  const rows: [string, number][] = [
    [t("storageOriginal"), storage.original_bytes],
    [t("storageRenditions"), storage.renditions_bytes],
    [t("storageExtra"), storage.extra_bytes],
    [t("storageTotal"), video.size_bytes],
  ];
  return (
    <div className={styles["stack"]}>
      <RenditionWork video={video} />
      <RenditionFiles video={video} />
      <p className={styles["note"]}>{t("addressesHint")}</p>
      <Panel title={t("original")}>
        <div className={styles["form"]}>
          <p className={styles["note"]}>
            {hasOriginal ? `${source.file_name} · ${formatBytes(storage.original_bytes)}` : t("originalGone")}
          </p>
          {hasOriginal ? (
            <div className={styles["inline"]}>
              {permissions.video_download ? (
                <Button
                  variant="default"
                  leftSection={<IconDownload size={16} stroke={1.6} />}
                  loading={download.isPending}
                  onClick={() => download.mutate()}
                >
                  {t("originalDownload")}
                </Button>
              ) : null}
              {permissions.video_delete ? (
                <Button
                  variant="default"
                  c="var(--kinora-failed)"
                  leftSection={<IconTrash size={16} stroke={1.6} />}
                  loading={remove.isPending}
                  onClick={() => void askToRemove()}
                >
                  {t("originalDelete")}
                </Button>
              ) : null}
            </div>
          ) : null}
        </div>
      </Panel>
      <Panel title={t("storage")}>
        <dl className={files["sums"]}>
          {rows.map(([name, bytes]) => (
            <div key={name} className={files["sum"]}>
              <dt>{name}</dt>
              <dd>{formatBytes(bytes)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </div>
  );
}
