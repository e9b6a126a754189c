import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import type { Video } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";

/** Columns that are read apart from the list, so that it waits for no figure. */
const PLAY_COLUMNS: readonly string[] = ["plays", "watched"];

const STALE_MS = 60_000;

export type VideoPlays = ReadonlyMap<number, { plays: number; watched_seconds: number }>;

/** How often the videos of a page were watched; nothing while no column shows it. */
export function useVideoPlays(
  projectId: number,
  videos: readonly Video[] | undefined,
  columns: readonly string[],
): VideoPlays | undefined {
  const { permissions } = useViewer();
  const ids = (videos ?? []).map(({ id }) => id);
  const shown = permissions.analytics_view && columns.some((column) => PLAY_COLUMNS.includes(column));
  const { data } = useQuery({
    queryKey: ["analytics", projectId, "video-plays", ids],
    queryFn: async ({ signal }) => (await api.analytics.getVideoPlays({ project_id: projectId, ids }, { signal })).data,
    enabled: shown && ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
  return data && new Map(data.map(({ id, ...figures }) => [id, figures]));
}
