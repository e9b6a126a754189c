import { CONVERSION_PROGRESS_EVENT, transcodingChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { conversionProgress } from "./progress-events.ts";
import { listen, POLL_WITHOUT_PUSH_MS, realtime } from "./realtime.ts";
import { useStore } from "./store.ts";
import { useAnnounced } from "./use-announced.ts";
import { applyProgress, refreshWaiting, videosKey, type Video } from "./videos.ts";

/** Whether something may still change automatically. */
export const isMoving = ({ status }: Pick<Video, "status">): boolean =>
  status === "uploading" || status === "receiving" || status === "in_queue" || status === "processing";

/** How often to read while pushes do not arrive; false while they do, or when nothing moves. */
export function usePollInterval(moving: boolean): number | false {
  const connected = useStore(realtime, (value) => value.connected);
  return moving && !connected ? POLL_WITHOUT_PUSH_MS : false;
}

/** Follows the conversion of each of these videos on its own channel (spec §4). */
export function useLiveProgress(videoIds: readonly number[]): void {
  const client = useQueryClient();
  const key = videoIds.join(",");
  useEffect(() => {
    const stops = key
      .split(",")
      .filter((id) => id !== "")
      .map((id) =>
        listen(transcodingChannel(Number(id)), CONVERSION_PROGRESS_EVENT, (data) => {
          const progress = conversionProgress(data);
          if (progress) applyProgress(client, progress);
        }),
      );
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, key]);
}

/** Reads a project's lists again when one of its videos changed elsewhere. */
export function useProjectChanges(projectId: number | null): void {
  const client = useQueryClient();
  useAnnounced(projectId, VIDEO_CHANGED_EVENT, (id, changed) => {
    void client.invalidateQueries({ queryKey: videosKey(id) });
    void client.invalidateQueries({ queryKey: ["overview", id] });
    refreshWaiting(client);
    for (const videoId of changed) void client.invalidateQueries({ queryKey: ["video", videoId] });
  });
}
