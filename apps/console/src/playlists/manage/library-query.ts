import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { loadCategories, loadTags } from "../../platform/label-options.ts";

/** Videos of a page. */
const SHOWN = 30;

/** What the library beside a playlist is narrowed to, and which page of it is shown. */
export interface Wanted {
  search: string;
  published: "true" | "false" | undefined;
  category: number | undefined;
  tag: number | undefined;
  page: number;
}

export const EVERYTHING: Wanted = { search: "", published: undefined, category: undefined, tag: undefined, page: 1 };

export type LibraryVideo = Awaited<ReturnType<typeof api.videos.listVideos>>["data"][number];

/** A page of the library's videos that match; those in progress join once they are complete. */
export const libraryQuery = (projectId: number, wanted: Wanted) => {
  const { search, published, category, tag, page } = wanted;
  return queryOptions({
    queryKey: ["videos", projectId, "playlist-picker", wanted],
    queryFn: ({ signal }) =>
      api.videos.listVideos(
        {
          id: projectId,
          type: "completed",
          page,
          per_page: SHOWN,
          search: search || null,
          ...(published === undefined ? {} : { published }),
          ...(category === undefined ? {} : { category: [category] }),
          ...(tag === undefined ? {} : { tags: [tag] }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
};

/** The categories or tags that the library can be narrowed to. */
export const labelsQuery = (noun: "categories" | "tags", projectId: number) =>
  queryOptions({
    queryKey: [noun, projectId, "playlist-picker"],
    queryFn: ({ signal }) => (noun === "categories" ? loadCategories : loadTags)(projectId)(null, signal),
    staleTime: 60_000,
  });
