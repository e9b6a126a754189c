import { NO_PODCAST } from "@kinora/domain/playlists/podcast.ts";
import { NEW_SMART_RULES } from "@kinora/domain/playlists/smart-rules.ts";
import type { Playlist, PlaylistDetail, PlaylistItem } from "../playlists/queries.ts";

/** A playlist of two videos as the API lists it, for tests. */
export const aPlaylist = (change: Partial<Playlist> = {}): Playlist => ({
  id: 7,
  hash: "evening7",
  name: "Evening",
  description: "",
  type: "manual",
  published: true,
  items: 2,
  duration_seconds: 180,
  layout: "side",
  image_urls: [],
  created_at: "2026-09-01T10:00:00.000Z",
  updated_at: "2026-09-21T10:00:00.000Z",
  ...change,
});

/** The same on its own page. */
export const aPlaylistDetail = (change: Partial<PlaylistDetail> = {}): PlaylistDetail => ({
  ...aPlaylist(),
  project_id: 1,
  version: 1,
  autoplay_next: true,
  loop: false,
  shuffle: false,
  feed: false,
  podcast: NO_PODCAST,
  start_at: null,
  rules: change.type === "smart" ? { ...NEW_SMART_RULES } : null,
  rule_labels: { categories: [], tags: [] },
  embed: { script: "<script></script>", iframe: "<iframe></iframe>", link: "http://localhost:4003/v/evening7" },
  feed_url: "http://localhost:4003/feed/evening7.xml",
  preview_url: "about:blank",
  ...change,
});

/** A video of a playlist. */
export const anItem = (id: number, title: string, change: Partial<PlaylistItem> = {}): PlaylistItem => ({
  video_id: id,
  hash: `v${id}`,
  title,
  duration_seconds: 60,
  image_url: null,
  created_at: "2026-09-01T10:00:00.000Z",
  pinned: true,
  problem: null,
  ...change,
});
