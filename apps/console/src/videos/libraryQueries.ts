import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, apiHost } from "../platform/client.ts";
import { videosKey } from "../platform/videos.ts";
import { rememberLabels } from "./labelNames.ts";
import { placeOf, selectionOf, selectionQuery, type LibraryView } from "./libraryView.ts";

export type BulkJob = Awaited<ReturnType<typeof api.bulk.getBulkJob>>["data"];
export type Selection = ReturnType<typeof selectionOf>;

/** The newest videos are a list of this length (spec §9). */
const RECENT_ROWS = 20;

/** A list of the library as its address says; the old page stays while the next one loads. */
export const libraryQuery = (projectId: number, view: LibraryView, facts: boolean) =>
  queryOptions({
    queryKey: [...videosKey(projectId), "library", placeOf(view), facts],
    async queryFn({ signal }) {
      const answer = await api.videos.listVideos(
        {
          id: projectId,
          ...selectionOf(view),
          page: view.type === "recent" ? 1 : view.page,
          per_page: view.type === "recent" ? RECENT_ROWS : view.per_page,
          with: facts ? ["user", "facts"] : ["user"],
          ...(view.sort === null ? {} : { sort: view.sort }),
          // What is on its way begins with what began first (spec §7).
          ...(view.type === "inprogress" ? { sort_order: "asc" as const } : {}),
        },
        { signal },
      );
      rememberLabels(
        "category",
        answer.data.flatMap(({ category }) => category ?? []),
      );
      rememberLabels(
        "tag",
        answer.data.flatMap(({ tags }) => tags),
      );
      return answer;
    },
    placeholderData: keepPreviousData,
  });

/** How many videos stand in each list. */
export const countsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...videosKey(projectId), "counts"],
    queryFn: async ({ signal }) => (await api.library.countVideos({ project_id: projectId }, { signal })).data,
  });

/** How many videos a view's filter shows, where its pages count less far. */
export const matchingQuery = (projectId: number, selection: Selection) =>
  queryOptions({
    queryKey: [...videosKey(projectId), "matching", selection],
    queryFn: async ({ signal }) =>
      (await api.library.countMatching({ project_id: projectId, ...selection }, { signal })).data,
  });

/** The people a list can be narrowed to. */
export const uploadersQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["uploaders", projectId],
    queryFn: async ({ signal }) => (await api.library.listUploaders({ project_id: projectId }, { signal })).data,
    staleTime: 60_000,
  });

/** How the person likes the lists of the console. */
export const preferencesQuery = queryOptions({
  queryKey: ["preferences"],
  queryFn: async ({ signal }) => (await api.preferences.getPreferences({}, { signal })).data,
  staleTime: 300_000,
});

/** How far a bulk action is. */
export const bulkJobQuery = (projectId: number, jobId: number) =>
  queryOptions({
    queryKey: ["bulk", projectId, jobId],
    queryFn: async ({ signal }) =>
      (await api.bulk.getBulkJob({ project_id: projectId, job_id: jobId }, { signal })).data,
  });

/** Where a view's list can be downloaded as CSV. */
export const exportAddress = (projectId: number, view: LibraryView): string =>
  `${apiHost()}/projects/${projectId}/videos.csv?${selectionQuery(selectionOf(view))}`;
