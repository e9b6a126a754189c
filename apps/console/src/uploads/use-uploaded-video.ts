import { useQuery } from "@tanstack/react-query";
import { isMoving, useLiveProgress, usePollInterval } from "../platform/use-live-videos.ts";
import { videoQuery, type VideoDetail } from "../platform/videos.ts";
import type { UploadItem } from "./queue.ts";

/** The video of a file that is sent or on its way, followed until it is complete. */
export function useUploadedVideo(item: UploadItem): VideoDetail | null {
  const enabled = ["uploading", "paused", "sent"].includes(item.state) && item.videoId !== null;
  const query = videoQuery(item.videoId ?? 0);
  const video = useQuery({ ...query, enabled }).data ?? null;
  const moving = enabled && (video === null || isMoving(video));
  useLiveProgress(moving && item.videoId !== null ? [item.videoId] : []);
  useQuery({ ...query, enabled, refetchInterval: usePollInterval(moving) });
  return enabled ? video : null;
}
