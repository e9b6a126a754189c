import { isChecking } from "@kinora/domain/videos/source-check.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { dataQuery, pageQuery } from "../../platform/queries.ts";

type VideosInput = Parameters<typeof api.advanced.listInstallationVideos>[0];

export type InstallationVideo = Awaited<ReturnType<typeof api.advanced.listInstallationVideos>>["data"][number];

/** How often a check of an original that is under way is read. */
const CHECK_EVERY_MS = 1_000;

/** Of the list and of every video in it. */
export const installationVideosKey = ["advanced", "videos"] as const;

export const installationVideosQuery = (input: VideosInput) =>
  pageQuery([...installationVideosKey, "list", input], api.advanced.listInstallationVideos, input);

export const installationVideoQuery = (id: number) =>
  queryOptions({
    queryKey: [...installationVideosKey, id],
    queryFn: async ({ signal }) => (await api.advanced.getInstallationVideo({ video_id: id }, { signal })).data,
    refetchInterval: ({ state: { data } }) =>
      data?.source_check && isChecking(data.source_check.state) ? CHECK_EVERY_MS : false,
  });

export type InstallationVideoDetail = Awaited<ReturnType<typeof api.advanced.getInstallationVideo>>["data"];

export type EmbedPageSeen = Awaited<ReturnType<typeof api.advanced.seeEmbedPage>>["data"];
type EmbedPageInput = Parameters<typeof api.advanced.seeEmbedPage>[0];

export const embedPageQuery = (input: EmbedPageInput) =>
  queryOptions({
    queryKey: [...installationVideosKey, input.video_id, "embed", input],
    queryFn: async ({ signal }) => (await api.advanced.seeEmbedPage(input, { signal })).data,
    placeholderData: keepPreviousData,
  });

export const videoRestrictionQuery = (id: number) =>
  dataQuery([...installationVideosKey, id, "restriction"], api.restrictions.getVideoRestriction, { id });
