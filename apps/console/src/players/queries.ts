import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { dataQuery } from "../platform/queries.ts";

export type Player = Awaited<ReturnType<typeof api.players.listPlayers>>["data"][number];
export type PlayerDetail = Awaited<ReturnType<typeof api.players.getPlayer>>["data"];

export const playersKey = (projectId: number) => ["players", projectId] as const;
export const playerKey = (id: number) => ["player", id] as const;

const PLAYS_STALE_MS = 60_000;

/** The players of a project, the default one first. */
export const playersQuery = (projectId: number) =>
  dataQuery(playersKey(projectId), api.players.listPlayers, { project_id: projectId });

/** The plays of a project's players, by their ids. Read apart from the list, so that it waits for no figure. */
export const playerPlaysQuery = (projectId: number) =>
  queryOptions({
    queryKey: ["analytics", projectId, "player-plays"],
    async queryFn({ signal }) {
      const { data } = await api.analytics.getPlayerPlays({ project_id: projectId }, { signal });
      return new Map(data.map(({ id, plays }) => [id, plays]));
    },
    staleTime: PLAYS_STALE_MS,
  });

/** One player with its draft and versions. */
export const playerQuery = (id: number) => dataQuery(playerKey(id), api.players.getPlayer, { id });

/** A video or livestream that a preview can show. */
export interface PreviewItem {
  /** `video-12` or `stream-3`. */
  key: string;
  title: string;
  /** Its size in pixels; null while it is not known, and for livestreams. */
  picture: { width: number; height: number } | null;
}

/** The newest videos that play, and livestreams; whatever the person may not see is left out. */
export const previewItemsQuery = (projectId: number, may: { videos: boolean; streams: boolean }) =>
  queryOptions({
    queryKey: ["preview-items", projectId, may],
    async queryFn({ signal }) {
      const [videos, streams] = await Promise.all([
        may.videos ? api.videos.listVideos({ id: projectId, type: "completed", per_page: 50 }, { signal }) : null,
        may.streams ? api.streams.listStreams({ project_id: projectId, per_page: 50 }, { signal }) : null,
      ]);
      return {
        videos: (videos?.data ?? []).map(({ id, title, width, height }) => ({
          key: `video-${id}`,
          title,
          picture: width && height ? { width, height } : null,
        })),
        streams: (streams?.data ?? []).map(({ id, name }) => ({ key: `stream-${id}`, title: name, picture: null })),
        poster: videos?.data.find(({ image_urls: urls }) => Object.keys(urls).length > 0)?.image_urls ?? null,
      };
    },
  });

/** The address of the embed page that a preview frames, without a player. */
export const previewAddressQuery = (key: string) =>
  queryOptions({
    queryKey: ["preview-address", key],
    async queryFn({ signal }) {
      const id = Number(key.slice(key.indexOf("-") + 1));
      const read = key.startsWith("stream-") ? api.streams.getStream : api.videos.getVideo;
      return (await read({ id }, { signal })).data.preview_url;
    },
    // The address carries a token of its own: another one would start the preview over.
    staleTime: Infinity,
  });
