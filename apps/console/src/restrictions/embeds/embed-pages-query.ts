import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiInput } from "../../platform/api-input.ts";
import { api } from "../../platform/client.ts";

const CALLS = {
  video: api.restrictions.listVideoEmbedPages,
  player: api.restrictions.listPlayerEmbedPages,
  playlist: api.restrictions.listPlaylistEmbedPages,
} as const;

/** What pages embed. */
export interface EmbeddedThing {
  kind: keyof typeof CALLS;
  id: number;
}

/** Which of its pages are listed. */
export interface EmbedPagesView {
  by: "page" | "domain";
  search: string;
  page: number;
}

export type EmbedPage = Awaited<ReturnType<typeof api.restrictions.listVideoEmbedPages>>["data"][number];

/** One page of the web pages, or of their domains, that embed a video, player or playlist. */
export const embedPagesQuery = ({ kind, id }: EmbeddedThing, { search, ...view }: EmbedPagesView) =>
  queryOptions({
    queryKey: ["embed-pages", kind, id, { search, ...view }],
    queryFn: ({ signal }) =>
      CALLS[kind](apiInput("restrictions.listVideoEmbedPages", { id, ...view, ...(search === "" ? {} : { search }) }), {
        signal,
      }),
    placeholderData: keepPreviousData,
  });
