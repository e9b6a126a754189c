import type { ConversionProgress } from "@kinora/domain/transcoding/progress.ts";
import { UNDER_WAY_STATUSES } from "@kinora/domain/videos/videos.ts";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "./client.ts";
import { dataQuery } from "./queries.ts";

type ListAnswer = Awaited<ReturnType<typeof api.videos.listVideos>>;
export type Video = ListAnswer["data"][number];
export type VideoPage = ListAnswer;
export type VideoDetail = Awaited<ReturnType<typeof api.videos.getVideo>>["data"];

/** Every list of a project's videos hangs below this key. */
export const videosKey = (projectId: number) => ["videos", projectId] as const;

/** Videos that are not finished, oldest first, with who uploaded them (spec §7). */
export const inProgressVideosQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...videosKey(projectId), "inprogress"],
    queryFn: ({ signal }) =>
      api.videos.listVideos(
        // What failed may be much, and would stand before what began later.
        { id: projectId, type: "inprogress", sort_order: "asc", with: ["user"], status: [...UNDER_WAY_STATUSES] },
        { signal },
      ),
  });

/** The 20 videos added last (spec §7). */
export const recentVideosQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...videosKey(projectId), "recent"],
    queryFn: ({ signal }) => api.videos.listVideos({ id: projectId, type: "recent", per_page: 20 }, { signal }),
  });

/** One video with its renditions and embed codes. */
export const videoQuery = (videoId: number) => dataQuery(["video", videoId], api.videos.getVideo, { id: videoId });

/** Changes a video wherever it is shown, until the server says otherwise. */
export function patchVideo(client: QueryClient, videoId: number, change: Partial<VideoDetail>): void {
  client.setQueriesData<VideoPage>({ queryKey: ["videos"] }, (list) =>
    // Beside the lists there are answers of another shape, such as how many each list holds.
    Array.isArray(list?.data) && list.data.some(({ id }) => id === videoId)
      ? { ...list, data: list.data.map((video) => (video.id === videoId ? { ...video, ...change } : video)) }
      : list,
  );
  client.setQueryData<VideoDetail>(["video", videoId], (video) => (video ? { ...video, ...change } : video));
}

/** Reads the videos that wait again: each moves up when another one leaves the queue, which is announced for that one alone. */
export function refreshWaiting(client: QueryClient): void {
  void client.invalidateQueries({
    queryKey: ["video"],
    predicate: ({ queryKey }) => client.getQueryData<VideoDetail>(queryKey)?.status === "in_queue",
  });
}

/** Shows a pushed progress; a finished one is read again, which takes it out of the in-progress list (spec §4). */
export function applyProgress(client: QueryClient, { id, progress, eta }: ConversionProgress): void {
  if (progress >= 100) {
    void client.invalidateQueries({ queryKey: ["videos"] });
    void client.invalidateQueries({ queryKey: ["video", id] });
    return;
  }
  patchVideo(client, id, { status: "processing", progress, eta, queue_position: null });
}
