import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconDownload, IconLink, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { copyText } from "../platform/clipboard.ts";
import { confirm } from "../platform/confirm.ts";
import type { VideoDetail } from "../platform/videos.ts";
import type { Rendition } from "./RenditionRow.tsx";
import { useVideoChange } from "./useVideoChange.ts";

const ICON = { size: 16, stroke: 1.6 };

/** What can be done with one finished rendition. */
export function RenditionMenu({ video, rendition }: { video: VideoDetail; rendition: Rendition }) {
  const { t } = useTranslation(["video", "videos", "layout"]);
  const { permissions } = useViewer();
  const { done, failed } = useVideoChange(video.id);
  const { id, label, kind, mp4_url: mp4, public_mp4_url: publicMp4, public_hls_url: publicHls } = rendition;
  const place = { video_id: video.id, id };
  const remove = useMutation({
    mutationFn: () => api.renditions.deleteRendition(place),
    onSuccess: ({ message }) => done(message),
    onError: (error) => failed(error, t("renditionNotDeleted")),
  });
  const redo = useMutation({
    mutationFn: () => api.renditions.redoRendition(place),
    onSuccess: ({ message }) => done(message),
    onError: (error) => failed(error, t("renditionNotRedone")),
  });
  const ask = async () => {
    const words = { item: t("rendition"), action: t("videos:deleteAction") };
    const yes = await confirm({
      title: t("layout:confirmDeleteTitle", words),
      text: t("layout:confirmPermanently", words),
      yes: t("delete"),
      danger: true,
    });
    if (yes) remove.mutate();
  };
  const rungs = video.renditions.filter((each) => each.kind === "video" && each.state === "complete");
  const maySteer = permissions.video_edit && video.status === "complete" && kind === "video";
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={t("actionsOf", { label })} loading={remove.isPending || redo.isPending}>
          <IconDots {...ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mp4 === null ? null : (
          <Menu.Item component="a" href={`${mp4}?download=1`} leftSection={<IconDownload {...ICON} />}>
            {t("downloadMp4")}
          </Menu.Item>
        )}
        {publicHls === null ? null : (
          <Menu.Item
            leftSection={<IconLink {...ICON} />}
            onClick={() => void copyText(t("hlsAddressOf", { label }), publicHls)}
          >
            {t("copyHls")}
          </Menu.Item>
        )}
        {publicMp4 === null ? null : (
          <Menu.Item
            leftSection={<IconLink {...ICON} />}
            onClick={() => void copyText(t("mp4AddressOf", { label }), publicMp4)}
          >
            {t("copyMp4")}
          </Menu.Item>
        )}
        {maySteer && video.source.size_bytes !== null ? (
          <Menu.Item leftSection={<IconRefresh {...ICON} />} onClick={() => redo.mutate()}>
            {t("redoRendition")}
          </Menu.Item>
        ) : null}
        {maySteer && rungs.length > 1 ? (
          <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => void ask()}>
            {t("delete")}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
