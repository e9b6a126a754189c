import { canRetranscode } from "@kinora/domain/videos.ts";
import { ActionIcon, Menu } from "@mantine/core";
import { IconCopyPlus, IconDots, IconRefresh, IconReplace, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import type { VideoDetail } from "../platform/videos.ts";
import { CopyDetailsDialog } from "./CopyDetailsDialog.tsx";
import { ReplaceDialog } from "./ReplaceDialog.tsx";
import { useDeleteVideos } from "./useDeleteVideos.ts";
import { useTranscoding } from "./useTranscoding.ts";

const ICON = { size: 16, stroke: 1.6 };

/** What is done with a video more rarely. */
export function VideoMenu({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["video", "videos"]);
  const navigate = useNavigate();
  const { permissions } = useViewer();
  const { mutate: transcode } = useTranscoding();
  const deleteVideos = useDeleteVideos();
  const [open, setOpen] = useState<"replace" | "copy" | null>(null);
  const { id, status } = video;
  const mayTranscode = permissions.video_edit && canRetranscode(status) && video.source.size_bytes !== null;
  const mayReplace = permissions.video_replace && permissions.video_add && status === "complete";
  if (!permissions.video_edit && !permissions.video_delete && !mayReplace) return null;
  const remove = async () => {
    if (await deleteVideos([id])) await navigate({ to: "/video", ignoreBlocker: true });
  };
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon aria-label={t("more")}>
            <IconDots {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayTranscode ? (
            <Menu.Item leftSection={<IconRefresh {...ICON} />} onClick={() => transcode({ action: "retranscode", id })}>
              {t("videos:retranscode")}
            </Menu.Item>
          ) : null}
          {mayReplace ? (
            <Menu.Item leftSection={<IconReplace {...ICON} />} onClick={() => setOpen("replace")}>
              {t("replaceFile")}
            </Menu.Item>
          ) : null}
          {permissions.video_edit ? (
            <Menu.Item leftSection={<IconCopyPlus {...ICON} />} onClick={() => setOpen("copy")}>
              {t("copyDetailsFrom")}
            </Menu.Item>
          ) : null}
          {permissions.video_delete ? (
            <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => void remove()}>
              {t("videos:danger")}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {open === "replace" ? <ReplaceDialog video={video} onClose={() => setOpen(null)} /> : null}
      {open === "copy" ? <CopyDetailsDialog video={video} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
