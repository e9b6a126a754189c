import {
  CONVERSION_PROGRESS_EVENT,
  projectChannel,
  transcodingChannel,
  VIDEO_CHANGED_EVENT,
} from "@kinora/domain/realtime.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { conversionProgress } from "./progressEvents.ts";
import { listen, POLL_WITHOUT_PUSH_MS, realtime } from "./realtime.ts";
import { useStore } from "./store.ts";
import { applyProgress, videosKey, type Video } from "./videos.ts";

/** Lists are not read more often than this however many changes are announced. */
const REREAD_AT_MOST_MS = 1000;

/** Whether something may still change by itself. */
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

/** Reads a project's lists anew when one of its videos changed elsewhere. */
export function useProjectChanges(projectId: number | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (projectId === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = new Set<number>();
    const stop = listen(projectChannel(projectId), VIDEO_CHANGED_EVENT, (data) => {
      if (typeof data === "object" && data !== null && "id" in data && typeof data.id === "number")
        changed.add(data.id);
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: videosKey(projectId) });
        void client.invalidateQueries({ queryKey: ["overview", projectId] });
        for (const id of changed) void client.invalidateQueries({ queryKey: ["video", id] });
        changed.clear();
      }, REREAD_AT_MOST_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, projectId]);
}
