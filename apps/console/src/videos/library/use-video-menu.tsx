import { canReplaceSource, canRetranscode } from "@kinora/domain/videos/videos.ts";
import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import {
  IconCopy,
  IconCopyPlus,
  IconDownload,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconLayoutSidebarRight,
  IconRefresh,
  IconReplace,
  IconTrash,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { Video } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { offered } from "../../shell/menus/actions.ts";
import { useCurlAction } from "../../shell/menus/use-curl-action.tsx";
import { useEmbedActions } from "../embed/use-embed-actions.tsx";
import { useOriginalDownload } from "../files/use-original-download.ts";
import { useTranscoding } from "../files/use-transcoding.ts";
import { useDeleteVideo } from "../use-delete-video.ts";
import { usePublish } from "../use-publish.ts";
import type { LibraryAddress } from "./library-view.ts";

const icon = { size: 16, stroke: 1.6 } as const;

/** What begins in a row's menu and continues in a dialog. */
export type RowTask = "replace" | "copy";

interface MenuOptions {
  place: LibraryAddress;
  onPeek: (id: number) => void;
  onTask: (task: RowTask, id: number) => void;
}

/** What can be done with each video of a list; what the person may not do is not there. */
export function useVideoMenu({ place, onPeek, onTask }: MenuOptions): (video: Video) => readonly RowAction[] {
  const { t } = useTranslation(["videos", "library"]);
  const { permissions } = useViewer();
  const { mutate: publish } = usePublish();
  const work = useWorkActions(onTask);
  const codesOf = useEmbedActions();
  const curl = useCurlAction();
  return (video) => {
    const { id, hash, published } = video;
    const link = { to: "/video/$videoId", params: { videoId: String(id) }, search: place } as const;
    return [
      { label: t("library:peek"), icon: <IconLayoutSidebarRight {...icon} />, onChoose: () => onPeek(id) },
      {
        label: permissions.video_edit ? t("library:edit") : t("open"),
        icon: <IconExternalLink {...icon} />,
        renderRoot: (props) => <Link {...link} {...props} />,
      },
      ...offered(permissions.video_publish, {
        label: published ? t("unpublish") : t("publish"),
        icon: published ? <IconEyeOff {...icon} /> : <IconEye {...icon} />,
        onChoose: () => publish({ id, published: !published }),
      }),
      {
        label: t("copyId"),
        icon: <IconCopy {...icon} />,
        begins: true,
        onChoose: () => void copyText(t("videoId"), hash),
      },
      ...codesOf(video),
      curl(`/videos/${id}`),
      ...work(video).map((action, index) => (index === 0 ? { ...action, begins: true } : action)),
    ];
  };
}

/** What changes a video's file and words, or deletes it. */
function useWorkActions(onTask: MenuOptions["onTask"]): (video: Video) => readonly RowAction[] {
  const { t } = useTranslation(["videos", "library"]);
  const { permissions } = useViewer();
  const { mutate: transcode } = useTranscoding();
  const { mutate: download } = useOriginalDownload();
  const deleteVideo = useDeleteVideo();
  return (video) => {
    const { id, status } = video;
    return [
      ...offered(permissions.video_download && status === "complete", {
        label: t("library:downloadOriginal"),
        icon: <IconDownload {...icon} />,
        onChoose: () => download(id),
      }),
      ...offered(permissions.video_replace && permissions.video_add && canReplaceSource(status), {
        label: t("library:replaceFile"),
        icon: <IconReplace {...icon} />,
        onChoose: () => onTask("replace", id),
      }),
      ...offered(permissions.video_edit, {
        label: t("library:copyDetails"),
        icon: <IconCopyPlus {...icon} />,
        onChoose: () => onTask("copy", id),
      }),
      ...offered(permissions.video_edit && canRetranscode(status), {
        label: t("retranscode"),
        icon: <IconRefresh {...icon} />,
        onChoose: () => transcode({ action: "retranscode", id }),
      }),
      ...offered(permissions.video_delete, {
        label: t("delete"),
        icon: <IconTrash {...icon} />,
        danger: true,
        onChoose: () => void deleteVideo(video),
      }),
    ];
  };
}
