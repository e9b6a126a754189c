import { composed } from "@kinora/domain/composed.ts";
import {
  PLAYLIST_DESCRIPTION_MAX,
  PLAYLIST_ITEMS_MAX,
  PLAYLIST_LAYOUTS,
  PLAYLIST_NAME_MAX,
  PLAYLIST_TYPES,
  PLAYLISTS_MAX,
} from "@kinora/domain/playlists/playlists.ts";
import { NO_PODCAST, PODCAST_AUTHOR_MAX, podcastCategoryPath } from "@kinora/domain/playlists/podcast.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { email } from "../people/users.ts";
import {
  id,
  language,
  line,
  message,
  moment,
  named,
  pageQuery,
  paginationShape,
  readVersion,
  version,
} from "../shapes.ts";
import { smartRules } from "./smart-rules.ts";

export const playlist = z.object({
  id: z.number(),
  /** The public id: its embed page, share page and feed have it in their addresses. */
  hash: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.enum(PLAYLIST_TYPES),
  published: z.boolean(),
  /** Videos it has; of a smart playlist those its rules find. Null while they take too long to count. */
  items: z.number().nullable(),
  /** Seconds of all of them. */
  duration_seconds: z.number().nullable(),
  /** Where embed pages show the list of its videos. */
  layout: z.enum(PLAYLIST_LAYOUTS),
  /** Posters of its first videos, up to four. */
  image_urls: z.array(z.string()),
  created_at: moment,
  updated_at: moment,
});

/** What directories of podcasts ask of a feed. */
const podcast = z.object({
  /** By its English name in Apple Podcasts, such as Technology or Documentary. */
  category: z
    .string()
    .refine((name) => podcastCategoryPath(name).length > 0, "Choose a category of Apple Podcasts.")
    .nullable()
    .default(null),
  /** BCP 47, what is spoken. */
  language: language.nullable().default(null),
  /** Whether it is for adults. */
  explicit: z.boolean().default(false),
  author: line("Author", PODCAST_AUTHOR_MAX).nullable().default(null),
  /** Where directories reach the owner; anyone can read it in the feed. */
  email: email.nullable().default(null),
});

export const playlistSettings = z.object({
  name: line("Name", PLAYLIST_NAME_MAX),
  description: z
    .string()
    .overwrite(composed)
    .trim()
    .max(PLAYLIST_DESCRIPTION_MAX, `Description can have up to ${PLAYLIST_DESCRIPTION_MAX} characters.`)
    .default(""),
  /** Whether the next video begins automatically. */
  autoplay_next: z.boolean().default(true),
  /** Whether it begins again after its last video. */
  loop: z.boolean().default(false),
  shuffle: z.boolean().default(false),
  /** Where the list of its videos is shown. */
  layout: z.enum(PLAYLIST_LAYOUTS).default("side"),
  /** Whether it has a public RSS feed. */
  feed: z.boolean().default(false),
  /** What the feed says to directories of podcasts. */
  podcast: podcast.default(NO_PODCAST),
  /** Of a channel: when its first video begins. Left out, it begins when the channel is made. */
  start_at: moment.nullish(),
  /** Of a smart playlist. */
  rules: smartRules.optional(),
});

const readPodcast = z.object({
  category: z.string().nullable(),
  language: z.string().nullable(),
  explicit: z.boolean(),
  author: z.string().nullable(),
  email: z.string().nullable(),
});

export const playlistDetail = playlist.extend({
  project_id: z.number(),
  version,
  ...playlistSettings.omit({ name: true, description: true }).shape,
  podcast: readPodcast,
  rules: smartRules.nullable(),
  /** Names of the categories and tags in its rules; those that were deleted are left out. */
  rule_labels: z.object({ categories: z.array(named), tags: z.array(named) }),
  embed: z.object({ script: z.string(), iframe: z.string(), link: z.string() }),
  /** The public RSS feed; answers only while it is switched on. */
  feed_url: z.string(),
  /** The embed page with a short-lived token, which plays also while the playlist is unpublished. */
  preview_url: z.string(),
});

const answer = message.extend({ data: playlistDetail });

export const listPlaylists = operation(holds("player_view", "project", "playlist_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/playlists",
    tags: ["Playlists"],
    summary: "The playlists of a project.",
  })
  .input(
    z.object({
      project_id: id,
      ...pageQuery,
      /** Text in the name, or the public id. */
      search: z.string().overwrite(composed).trim().max(200).nullish(),
      type: z.enum(PLAYLIST_TYPES).optional(),
      published: z.enum(["true", "false"]).optional(),
      sort: z.enum(["name", "-name", "updated", "-updated"]).default("-updated"),
    }),
  )
  .output(z.object({ data: z.array(playlist), pagination: paginationShape }));

export const createPlaylist = operation(holds("playlist_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/playlists",
    tags: ["Playlists"],
    successStatus: 201,
    summary: `Creates a playlist; a project can have ${PLAYLISTS_MAX}.`,
  })
  .input(
    z.object({
      project_id: id,
      type: z.enum(PLAYLIST_TYPES).default("manual"),
      ...playlistSettings.shape,
      /** Videos it begins with, in their order. */
      video_ids: z.array(id).max(PLAYLIST_ITEMS_MAX).default([]),
    }),
  )
  .output(answer);

export const getPlaylist = operation(holds("player_view", "playlist", "playlist_manage"))
  .route({
    method: "GET",
    path: "/playlists/{id}",
    tags: ["Playlists"],
    summary: "One playlist with its settings and embed codes.",
  })
  .input(z.object({ id }))
  .output(z.object({ data: playlistDetail }));

export const updatePlaylist = operation(holds("playlist_manage", "playlist"))
  .route({ method: "PUT", path: "/playlists/{id}", tags: ["Playlists"], summary: "Changes a playlist's settings." })
  .input(z.object({ id, version: readVersion, ...playlistSettings.shape }))
  .output(answer);

export const publishPlaylist = operation(holds("playlist_manage", "playlist"))
  .route({
    method: "PATCH",
    path: "/playlists/{id}/publish",
    tags: ["Playlists"],
    summary: "Shows or hides a playlist on its public pages; its videos stay as they are.",
  })
  .input(z.object({ id, published: z.boolean() }))
  .output(answer);

export const duplicatePlaylist = operation(holds("playlist_manage", "playlist"))
  .route({
    method: "POST",
    path: "/playlists/{id}/duplicate",
    tags: ["Playlists"],
    successStatus: 201,
    summary: "Makes another playlist with the same settings and videos, unpublished and with a public id of its own.",
  })
  .input(z.object({ id }))
  .output(answer);

export const deletePlaylist = operation(holds("playlist_manage", "playlist"))
  .route({
    method: "DELETE",
    path: "/playlists/{id}",
    tags: ["Playlists"],
    summary: "Deletes a playlist for good; its videos stay in the library.",
  })
  .input(z.object({ id }))
  .output(message);
