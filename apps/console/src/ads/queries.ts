import type { AdSettings } from "@kinora/domain/ads/ad-settings.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { dataQuery } from "../platform/queries.ts";

export type ProjectAds = Awaited<ReturnType<typeof api.ads.getAds>>["data"];
export type AdTagTest = Awaited<ReturnType<typeof api.ads.testAdTag>>["data"];
export type AdReport = Awaited<ReturnType<typeof api.ads.getAdReport>>["data"];

/** A schedule to be made: an empty one, or a copy. */
export interface NewSchedule {
  name: string;
  settings: AdSettings;
}

/** All that is read of a project's schedules. */
export const adsKey = (projectId: number) => ["ads", projectId] as const;

/** A schedule of a project; null: the default one. */
export const adsQuery = (projectId: number, id: number | null) =>
  queryOptions({
    queryKey: [...adsKey(projectId), id ?? "default"],
    queryFn: async ({ signal }) =>
      (id === null
        ? await api.ads.getAds({ project_id: projectId }, { signal })
        : await api.ads.getAdSchedule({ project_id: projectId, id }, { signal })
      ).data,
  });

/** The schedules of a project, the default first. */
export const schedulesQuery = (projectId: number) =>
  dataQuery([...adsKey(projectId), "schedules"], api.ads.listAdSchedules, { project_id: projectId });

/** The newest video that plays, with the address of its embed page; null when there is none. */
export const previewVideoQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["ad-preview", projectId],
    async queryFn({ signal }) {
      const list = await api.videos.listVideos({ id: projectId, type: "completed", per_page: 1 }, { signal });
      const [newest] = list.data;
      if (!newest) return null;
      const { data } = await api.videos.getVideo({ id: newest.id }, { signal });
      return { title: data.title, address: data.preview_url };
    },
    // The address carries a token of its own: another one would load the frame again.
    staleTime: Infinity,
  });

/** What players reported of a project's ads in the last days; read again every 30 s. */
export const adReportQuery = (projectId: number, days: 1 | 7 | 28 | 90) =>
  dataQuery(
    ["ad-report", projectId, days],
    api.ads.getAdReport,
    { project_id: projectId, days },
    { refetchInterval: 30_000 },
  );
