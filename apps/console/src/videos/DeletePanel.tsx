import { Panel } from "@kinora/ui/Panel.tsx";
import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { useDeleteVideo } from "./useDeleteVideo.ts";
import styles from "./VideoPage.module.css";

/** Last on the page on purpose: it ends what the video is there for. */
export function DeletePanel({ video }: { video: VideoDetail }) {
  const { t } = useTranslation("videos");
  const navigate = useNavigate();
  const { permissions } = useViewer();
  const deleteVideo = useDeleteVideo();
  if (!permissions.video_delete) return null;
  const remove = async () => {
    if (await deleteVideo(video)) await navigate({ to: "/video", ignoreBlocker: true });
  };
  return (
    <Panel>
      <div className={styles["line"]}>
        <p className={styles["note"]}>{t("dangerText")}</p>
        <Button
          variant="default"
          c="var(--kinora-failed)"
          leftSection={<IconTrash size={16} stroke={1.6} />}
          onClick={() => void remove()}
        >
          {t("danger")}
        </Button>
      </div>
    </Panel>
  );
}
