import { ITEM_PROBLEMS, PLAYLIST_ITEMS_MAX, PLAYLIST_SORTS } from "@kinora/domain/playlists/playlists.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message, moment } from "../shapes.ts";
import { smartRules } from "./smart-rules.ts";

export const playlistItem = z.object({
  video_id: z.number(),
  hash: z.string(),
  title: z.string(),
  duration_seconds: z.number().nullable(),
  image_url: z.string().nullable(),
  created_at: moment,
  /** In a place people chose; the others of a smart playlist come by its rules. */
  pinned: z.boolean(),
  /** Why viewers do not get it; null when they do. */
  problem: z.enum(ITEM_PROBLEMS).nullable(),
});

const items = z.object({
  data: z.array(playlistItem),
  /** Of a smart playlist: videos the rules match, up to 1,000; null for other playlists. */
  matches: z.number().nullable(),
  /** The rules match more than 1,000. */
  more: z.boolean(),
});

const videoIds = z
  .array(id)
  .min(1, "Choose at least one video.")
  .max(PLAYLIST_ITEMS_MAX, `Choose up to ${PLAYLIST_ITEMS_MAX} videos.`);

export const listPlaylistItems = operation(holds("player_view", "playlist", "playlist_manage"))
  .route({
    method: "GET",
    path: "/playlists/{id}/items",
    tags: ["Playlists"],
    summary: `The videos of a playlist in their order, up to ${PLAYLIST_ITEMS_MAX}.`,
  })
  .input(z.object({ id }))
  .output(items);

export const addPlaylistItems = operation(holds("playlist_manage", "playlist"))
  .route({
    method: "POST",
    path: "/playlists/{id}/items",
    tags: ["Playlists"],
    summary: "Adds videos to a playlist, or pins them to a smart one; those it has stay where they are.",
  })
  .input(
    z.object({
      id,
      video_ids: videoIds,
      /** Where the first one goes, from 0; left out, at the end. */
      position: z.number().int().min(0).max(PLAYLIST_ITEMS_MAX).optional(),
    }),
  )
  .output(
    message.extend({
      /** How many it did not have yet. */
      added: z.number(),
    }),
  );

export const movePlaylistItem = operation(holds("playlist_manage", "playlist"))
  .route({
    method: "PATCH",
    path: "/playlists/{id}/items/{video_id}",
    tags: ["Playlists"],
    summary: "Puts a video of a playlist at another place, from 0.",
  })
  .input(z.object({ id, video_id: id, position: z.number().int().min(0).max(PLAYLIST_ITEMS_MAX) }))
  .output(message);

export const removePlaylistItem = operation(holds("playlist_manage", "playlist"))
  .route({
    method: "DELETE",
    path: "/playlists/{id}/items/{video_id}",
    tags: ["Playlists"],
    summary: "Removes a video from a playlist; it stays in the library.",
  })
  .input(z.object({ id, video_id: id }))
  .output(message);

export const sortPlaylistItems = operation(holds("playlist_manage", "playlist"))
  .route({
    method: "POST",
    path: "/playlists/{id}/sort",
    tags: ["Playlists"],
    summary: "Puts the videos of a playlist into another order once; `reverse` turns the order they have around.",
  })
  .input(z.object({ id, by: z.enum(PLAYLIST_SORTS) }))
  .output(message);

export const previewRules = operation(holds("player_view", "project", "playlist_manage"), { reads: true })
  .route({
    method: "POST",
    path: "/projects/{project_id}/playlists/preview",
    tags: ["Playlists"],
    summary: "What rules find now: how many videos they match, and those a smart playlist would have.",
  })
  .input(
    z.object({
      project_id: id,
      rules: smartRules,
      /** Videos that come first whatever the rules say. */
      pinned_ids: z.array(id).max(PLAYLIST_ITEMS_MAX).default([]),
    }),
  )
  .output(items);

export const listVideoPlaylists = operation(holds("player_view", "video", "playlist_manage"))
  .route({
    method: "GET",
    path: "/videos/{id}/playlists",
    tags: ["Playlists"],
    summary: "The playlists that people put a video into; those that have it by their rules are not among them.",
  })
  .input(z.object({ id }))
  .output(z.object({ data: z.array(z.object({ id: z.number(), name: z.string(), type: z.string() })) }));

export const addToPlaylists = operation(holds("playlist_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/playlists/add",
    tags: ["Playlists"],
    summary: "Adds videos at the end of several playlists; those that have them already keep them where they are.",
  })
  .input(
    z.object({
      project_id: id,
      playlist_ids: z.array(id).min(1, "Choose at least one playlist.").max(50, "Choose up to 50 playlists."),
      video_ids: videoIds,
    }),
  )
  .output(message.extend({ added: z.number() }));
