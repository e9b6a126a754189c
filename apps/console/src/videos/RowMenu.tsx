import { canReplaceSource, canRetranscode } from "@kinora/domain/videos.ts";
import { Menu } from "@mantine/core";
import {
  IconCopy,
  IconCopyPlus,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconExternalLink,
  IconLayoutSidebarRight,
  IconRefresh,
  IconReplace,
  IconTrash,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { MenuParts } from "../layout/MenuLater.tsx";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { copyText } from "../platform/clipboard.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError } from "../platform/toasts.ts";
import type { Video } from "../platform/videos.ts";
import { EmbedItems } from "./EmbedMenuItems.tsx";
import type { LibrarySearch } from "./libraryView.ts";
import { useTranscoding } from "./useTranscoding.ts";
import type { RowTask } from "./VideoRow.tsx";

export interface RowSubject {
  video: Video;
  place: LibrarySearch;
  onPeek: (id: number) => void;
  onPublish: (id: number, published: boolean) => void;
  onDelete: (video: Pick<Video, "id" | "title">) => void;
  onTask: (task: RowTask, id: number) => void;
}

const icon = { size: 16, stroke: 1.6 } as const;

/** What can be done with one video of a list; what the person may not do is not there. */
export function RowMenu({ subject, target, opened, onChange }: MenuParts & { subject: RowSubject }) {
  const { t } = useTranslation(["videos", "library"]);
  const { video, place } = subject;
  const { id, hash, published } = video;
  const { permissions } = useViewer();
  const complete = video.status === "complete";
  const link = { to: "/video/$videoId", params: { videoId: String(id) }, search: place } as const;
  return (
    <Menu position="bottom-end" width={220} opened={opened} onChange={onChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLayoutSidebarRight {...icon} />} onClick={() => subject.onPeek(id)}>
          {t("library:peek")}
        </Menu.Item>
        <Menu.Item leftSection={<IconExternalLink {...icon} />} renderRoot={(props) => <Link {...link} {...props} />}>
          {permissions.video_edit ? t("library:edit") : t("open")}
        </Menu.Item>
        {permissions.video_publish ? (
          <Menu.Item
            leftSection={published ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
            onClick={() => subject.onPublish(id, !published)}
          >
            {published ? t("unpublish") : t("publish")}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void copyText(t("videoId"), hash)}>
          {t("copyId")}
        </Menu.Item>
        <EmbedItems video={video} />
        <Menu.Divider />
        {permissions.video_download && complete ? <DownloadItem id={id} /> : null}
        {permissions.video_replace && permissions.video_add && canReplaceSource(video.status) ? (
          <Menu.Item leftSection={<IconReplace {...icon} />} onClick={() => subject.onTask("replace", id)}>
            {t("library:replaceFile")}
          </Menu.Item>
        ) : null}
        {permissions.video_edit ? (
          <Menu.Item leftSection={<IconCopyPlus {...icon} />} onClick={() => subject.onTask("copy", id)}>
            {t("library:copyDetails")}
          </Menu.Item>
        ) : null}
        {permissions.video_edit && canRetranscode(video.status) ? <RetranscodeItem id={id} /> : null}
        {permissions.video_delete ? (
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => subject.onDelete(video)}>
            {t("delete")}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The uploaded file, by a pass that is made when somebody wants it. */
function DownloadItem({ id }: { id: number }) {
  const { t } = useTranslation(["library", "layout"]);
  const download = async () => {
    try {
      const { url } = await api.videoDetails.linkOriginal({ id });
      window.location.assign(url);
    } catch (error) {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("layout:error"));
    }
  };
  return (
    <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => void download()}>
      {t("downloadOriginal")}
    </Menu.Item>
  );
}

function RetranscodeItem({ id }: { id: number }) {
  const { t } = useTranslation("videos");
  const { mutate } = useTranscoding();
  return (
    <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={() => mutate({ action: "retranscode", id })}>
      {t("retranscode")}
    </Menu.Item>
  );
}
