import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { patchVideo } from "../platform/videos.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { titleFromFileName } from "./intake.ts";
import type { UploadItem } from "./queue.ts";
import { uploads } from "./uploads.ts";

/**
 * Brings a title typed in the list to the video. Before the transfer begins it simply travels along; afterwards it
 * needs the permission to edit videos.
 */
export function useSaveTitle(item: UploadItem): { possible: boolean; now: () => void } {
  const { t } = useTranslation("videos");
  const client = useQueryClient();
  const { permissions } = useViewer();
  const saved = useRef(item.title);
  const started = item.uploadUrl !== null || item.state !== "waiting";
  useEffect(() => {
    if (!started) saved.current = item.title;
  }, [started, item.title]);

  const now = async () => {
    const title = item.title.trim();
    if (title === "") {
      uploads.setTitle(item.key, saved.current || titleFromFileName(item.file.name));
      return;
    }
    if (!started || item.videoId === null || title === saved.current) return;
    try {
      const { data } = await api.videos.updateVideo({ id: item.videoId, title });
      saved.current = title;
      patchVideo(client, item.videoId, { title, details_version: data.details_version });
      toastSuccess(t("saved"));
    } catch (error) {
      uploads.setTitle(item.key, saved.current);
      if (problemOf(error).status !== 403) toastError(t("notSaved"));
    }
  };
  const possible = item.state !== "cancelled" && (!started || (permissions.video_edit && item.videoId !== null));
  return { possible, now: () => void now() };
}
