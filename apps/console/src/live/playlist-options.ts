import { api } from "../platform/client.ts";

const OFFERED = 20;

/** The playlists of a project whose name has a text, or the latest ones. */
export const loadPlaylists = (projectId: number) => async (search: string | null, signal: AbortSignal) =>
  (await api.playlists.listPlaylists({ project_id: projectId, search, per_page: OFFERED }, { signal })).data;
