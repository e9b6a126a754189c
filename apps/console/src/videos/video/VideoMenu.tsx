import { canReplaceSource, canRetranscode } from "@kinora/domain/videos/videos.ts";
import { ActionMenu } from "@kinora/ui/kit/ActionMenu.tsx";
import { ActionIcon } from "@mantine/core";
import { IconActivity, IconCopyPlus, IconDots, IconRefresh, IconReplace, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { offered } from "../../shell/menus/actions.ts";
import { useCurlAction } from "../../shell/menus/use-curl-action.tsx";
import { useTranscoding } from "../files/use-transcoding.ts";
import { useDeleteVideo } from "../use-delete-video.ts";

const CopyDetailsDialog = lazyPart(async () => (await import("./CopyDetailsDialog.tsx")).CopyDetailsDialog);
const ReplaceDialog = lazyPart(async () => (await import("./ReplaceDialog.tsx")).ReplaceDialog);

const ICON = { size: 16, stroke: 1.6 };

/** What is done with a video more rarely. */
export function VideoMenu({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["video", "videos", "layout"]);
  const navigate = useNavigate();
  const { permissions } = useViewer();
  const { mutate: transcode } = useTranscoding();
  const deleteVideo = useDeleteVideo();
  const curl = useCurlAction();
  const [open, setOpen] = useState<"replace" | "copy" | null>(null);
  const { id, status } = video;
  const mayTranscode = permissions.video_edit && canRetranscode(status) && video.source.size_bytes !== null;
  const mayReplace = permissions.video_replace && permissions.video_add && canReplaceSource(status);
  const { video_edit: mayEdit, video_delete: mayDelete, analytics_view: seesReports } = permissions;
  if (!mayEdit && !mayDelete && !seesReports && !mayReplace) return null;
  const remove = async () => (await deleteVideo(video)) && navigate({ to: "/video", ignoreBlocker: true });
  return (
    <>
      <ActionMenu
        width={240}
        actions={[
          ...offered(mayTranscode, {
            label: t("videos:retranscode"),
            icon: <IconRefresh {...ICON} />,
            onChoose: () => transcode({ action: "retranscode", id }),
          }),
          ...offered(mayReplace, {
            label: t("replaceFile"),
            icon: <IconReplace {...ICON} />,
            onChoose: () => setOpen("replace"),
          }),
          ...offered(mayEdit, {
            label: t("copyDetailsFrom"),
            icon: <IconCopyPlus {...ICON} />,
            onChoose: () => setOpen("copy"),
          }),
          ...offered(seesReports, {
            label: t("layout:analytics"),
            icon: <IconActivity {...ICON} />,
            onChoose: () =>
              void navigate({ to: "/video/$videoId", params: { videoId: String(id) }, search: { tab: "analytics" } }),
          }),
          curl(`/videos/${id}`),
          ...offered(mayDelete, {
            label: t("videos:danger"),
            icon: <IconTrash {...ICON} />,
            danger: true,
            onChoose: () => void remove(),
          }),
        ]}
      >
        <ActionIcon aria-label={t("more")}>
          <IconDots {...ICON} />
        </ActionIcon>
      </ActionMenu>
      <Suspense fallback={null}>
        {open === "replace" ? <ReplaceDialog video={video} onClose={() => setOpen(null)} /> : null}
        {open === "copy" ? <CopyDetailsDialog video={video} onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </>
  );
}
