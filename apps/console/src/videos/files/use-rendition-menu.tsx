import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import { IconDownload, IconLink, IconRefresh, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { api } from "../../platform/client.ts";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { offered } from "../../shell/menus/actions.ts";
import { videoChanges } from "../video-changes.ts";
import type { Rendition } from "./RenditionTable.tsx";

const ICON = { size: 16, stroke: 1.6 };

/** What can be done with each rendition of a video; nothing with one that is not finished. */
export function useRenditionMenu(video: VideoDetail): (rendition: Rendition) => readonly RowAction[] {
  const { t } = useTranslation(["video", "videos", "layout"]);
  const { permissions } = useViewer();
  const place = (id: number) => ({ video_id: video.id, id });
  const changes = videoChanges(video.id);
  const remove = useAction((id: number) => api.renditions.deleteRendition(place(id)), {
    changes,
    failure: t("renditionNotDeleted"),
  });
  const redo = useAction((id: number) => api.renditions.redoRendition(place(id)), {
    changes,
    failure: t("renditionNotRedone"),
  });
  const words = { item: t("rendition"), action: t("videos:deleteAction") };
  const question = {
    title: t("layout:confirmDeleteTitle", words),
    text: t("layout:confirmPermanently", words),
    yes: t("delete"),
    danger: true,
  };
  const finished = video.renditions.filter((each) => each.kind === "video" && each.state === "complete");
  const mayChange = permissions.video_edit && video.status === "complete";
  return ({ id, label, kind, state, mp4_url: mp4, public_mp4_url: publicMp4, public_hls_url: publicHls }) =>
    state !== "complete"
      ? []
      : [
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
          ...offered(mayChange && kind === "video" && video.source.size_bytes !== null, {
            label: t("redoRendition"),
            icon: <IconRefresh {...ICON} />,
            onChoose: () => redo.mutate(id),
          }),
          ...offered(mayChange && kind === "video" && finished.length > 1, {
            label: t("delete"),
            icon: <IconTrash {...ICON} />,
            danger: true,
            onChoose: () => void remove.mutateAfter(question, id),
          }),
        ];
}
