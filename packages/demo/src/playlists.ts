import type { SeededVideo } from "./library.ts";
import type { SeededProject } from "./people.ts";

const LONGEST = 8;

/** Adds a published playlist of published videos, and a smart one of what is new; returns their ids. */
export async function addPlaylists(
  { projectId, visitor: { api } }: SeededProject,
  videos: readonly SeededVideo[],
): Promise<{ id: number; name: string }[]> {
  const published = videos.filter(({ state, restricted }) => state === "published" && !restricted);
  const { data: films } = await api.playlists.createPlaylist({
    project_id: projectId,
    name: "Seen from the harbor",
    description: "Our films of this season, in the order of the festival.",
    feed: true,
    video_ids: published.slice(-LONGEST).map(({ id }) => id),
  });
  const { data: latest } = await api.playlists.createPlaylist({
    project_id: projectId,
    name: "Latest talks",
    type: "smart",
    rules: { title_contains: "Harbor talk", published_days: 30 },
  });
  const playlists = [films, latest].map(({ id, name }) => ({ id, name }));
  for (const { id } of playlists) await api.playlists.publishPlaylist({ id, published: true });
  return playlists;
}
