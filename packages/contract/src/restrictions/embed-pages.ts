import { composed } from "@kinora/domain/composed.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, moment, named, pageQuery, paginationShape } from "../shapes.ts";

const item = z.object({ kind: z.enum(["video", "stream"]), id: z.number(), title: z.string() });

/** A page that embeds something, or a domain with its pages. */
const embedPage = z.object({
  host: z.string(),
  /** Of a domain, the page seen last. */
  path: z.string(),
  /** Pages of the domain; 1 for a page. */
  pages: z.number(),
  /** How often a player was loaded there, and how often it played. */
  loads: z.number(),
  plays: z.number(),
  first_seen_at: moment,
  last_seen_at: moment,
  /** Whether today's restrictions let the page embed what was loaded there last. */
  allowed: z.boolean(),
  /** The restriction profile that decides this; null without one. */
  profile: named.nullable(),
  /** What a player or playlist loaded there last; null until a video was, and for a video itself. */
  item: item.nullable(),
});

const input = z.object({
  id,
  ...pageQuery,
  /** One row for each page, or one for each domain. */
  by: z.enum(["page", "domain"]).default("page"),
  /** Text in the domain or path. */
  search: z.string().overwrite(composed).trim().max(200).nullish(),
});
const output = z.object({ data: z.array(embedPage), pagination: paginationShape });
const tags = ["Embeds"];

export const listVideoEmbedPages = operation(holds("video_view", "video", "restrictions_manage"))
  .route({
    method: "GET",
    path: "/videos/{id}/embed-pages",
    tags,
    summary: "The pages that embed a video, alone or in a playlist, the last seen first.",
  })
  .input(input)
  .output(output);

export const listPlayerEmbedPages = operation(holds("player_view", "player", "player_manage"))
  .route({
    method: "GET",
    path: "/players/{id}/embed-pages",
    tags,
    summary: "The pages that embed something with a player, the last seen first.",
  })
  .input(input)
  .output(output);

export const listPlaylistEmbedPages = operation(holds("player_view", "playlist", "playlist_manage"))
  .route({
    method: "GET",
    path: "/playlists/{id}/embed-pages",
    tags,
    summary: "The pages that embed a playlist, the last seen first.",
  })
  .input(input)
  .output(output);
