import type { SmartRules } from "@kinora/domain/playlists/smart-rules.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { dataQuery, pageQuery } from "../platform/queries.ts";

type PlaylistsInput = Omit<Parameters<typeof api.playlists.listPlaylists>[0], "project_id">;

export type Playlist = Awaited<ReturnType<typeof api.playlists.listPlaylists>>["data"][number];
export type PlaylistDetail = Awaited<ReturnType<typeof api.playlists.getPlaylist>>["data"];
export type PlaylistItem = Awaited<ReturnType<typeof api.playlists.listPlaylistItems>>["data"][number];
export type PlaylistItems = Awaited<ReturnType<typeof api.playlists.listPlaylistItems>>;

const PLAYS_STALE_MS = 60_000;

export const playlistsKey = (projectId: number) => ["playlists", projectId] as const;
export const playlistKey = (id: number) => ["playlist", id] as const;
export const playlistItemsKey = (id: number) => ["playlist-items", id] as const;

/** Playlists of a project; the old page stays while the next one loads. */
export const playlistsQuery = (projectId: number, input: PlaylistsInput) =>
  pageQuery([...playlistsKey(projectId), input], api.playlists.listPlaylists, { project_id: projectId, ...input });

/** One playlist with its settings and embed codes. */
export const playlistQuery = (id: number) => dataQuery(playlistKey(id), api.playlists.getPlaylist, { id });

/** The videos of a playlist in their order. */
export const playlistItemsQuery = (id: number) =>
  queryOptions({
    queryKey: playlistItemsKey(id),
    queryFn: ({ signal }) => api.playlists.listPlaylistItems({ id }, { signal }),
  });

/** How often viewers played videos within playlists, by their ids. Read apart from the list, so that it waits for no figure. */
export const playlistPlaysQuery = (projectId: number, ids: readonly number[]) =>
  queryOptions({
    queryKey: ["analytics", projectId, "playlist-plays", ids],
    async queryFn({ signal }) {
      const { data } = await api.analytics.getPlaylistPlays({ project_id: projectId, ids: [...ids] }, { signal });
      return new Map(data.map(({ id, plays }) => [id, plays]));
    },
    placeholderData: keepPreviousData,
    staleTime: PLAYS_STALE_MS,
  });

/** What rules find now; what was found before stays while they change. */
export const rulesQuery = (projectId: number, rules: SmartRules, pinnedIds: readonly number[]) =>
  queryOptions({
    queryKey: ["playlist-rules", projectId, rules, pinnedIds],
    queryFn: ({ signal }) =>
      api.playlists.previewRules({ project_id: projectId, rules, pinned_ids: [...pinnedIds] }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
