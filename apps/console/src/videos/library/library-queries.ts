import { queryOf } from "@kinora/ui/kit/list-view.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, apiHost } from "../../platform/client.ts";
import { dataQuery } from "../../platform/queries.ts";
import { videosKey } from "../../platform/videos.ts";
import { rememberLabels } from "../label-names.ts";
import { libraryView, placeOf, selectionOf, type LibraryAddress } from "./library-view.ts";

export type BulkJob = Awaited<ReturnType<typeof api.bulk.getBulkJob>>["data"];
export type Selection = ReturnType<typeof selectionOf>;

/** The newest videos are a list of this length (spec §9). */
const RECENT_ROWS = 20;

/** A list of the library as its address says; the old page stays while the next one loads. */
export const libraryQuery = (projectId: number, address: LibraryAddress, facts: boolean) =>
  queryOptions({
    queryKey: [...videosKey(projectId), "library", placeOf(address), facts],
    async queryFn({ signal }) {
      const answer = await api.videos.listVideos(
        {
          id: projectId,
          ...selectionOf(address),
          ...(address.type === "recent" ? { page: 1, per_page: RECENT_ROWS } : libraryView.pageOf(address)),
          with: facts ? ["user", "facts"] : ["user"],
          ...(address.sort === undefined ? {} : { sort: address.sort }),
          // What is on its way begins with what began first (spec §7).
          ...(address.type === "inprogress" ? { sort_order: "asc" as const } : {}),
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
  dataQuery([...videosKey(projectId), "counts"], api.library.countVideos, { project_id: projectId });

/** The people a list can be narrowed to. */
export const uploadersQuery = (projectId: number) =>
  dataQuery(["uploaders", projectId], api.library.listUploaders, { project_id: projectId }, { staleTime: 60_000 });

/** How far a bulk action is. */
export const bulkJobQuery = (projectId: number, jobId: number) =>
  dataQuery(["bulk", projectId, jobId], api.bulk.getBulkJob, { project_id: projectId, job_id: jobId });

/** Where a list can be downloaded as CSV. */
export const exportAddress = (projectId: number, address: LibraryAddress): string =>
  `${apiHost()}/projects/${projectId}/videos.csv?${queryOf(selectionOf(address))}`;
