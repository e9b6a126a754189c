import { ActionIcon } from "@mantine/core";
import { IconDots, IconDownload, IconLink, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu, offered } from "../layout/ActionMenu.tsx";
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
    <ActionMenu
      width={220}
      actions={[
        ...offered(mp4 !== null, {
          label: t("downloadMp4"),
          icon: <IconDownload {...ICON} />,
          renderRoot: ({ children, ...props }: { children?: ReactNode }) => (
            <a href={`${mp4}?download=1`} {...props}>
              {children}
            </a>
          ),
        }),
        ...offered(publicHls !== null, {
          label: t("copyHls"),
          icon: <IconLink {...ICON} />,
          onChoose: () => void copyText(t("hlsAddressOf", { label }), publicHls ?? ""),
        }),
        ...offered(publicMp4 !== null, {
          label: t("copyMp4"),
          icon: <IconLink {...ICON} />,
          onChoose: () => void copyText(t("mp4AddressOf", { label }), publicMp4 ?? ""),
        }),
        ...offered(maySteer && video.source.size_bytes !== null, {
          label: t("redoRendition"),
          icon: <IconRefresh {...ICON} />,
          onChoose: () => redo.mutate(),
        }),
        ...offered(maySteer && rungs.length > 1, {
          label: t("delete"),
          icon: <IconTrash {...ICON} />,
          danger: true,
          onChoose: () => void ask(),
        }),
      ]}
    >
      <ActionIcon aria-label={t("actionsOf", { label })} loading={remove.isPending || redo.isPending}>
        <IconDots {...ICON} />
      </ActionIcon>
    </ActionMenu>
  );
}
