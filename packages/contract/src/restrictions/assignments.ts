import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message, named } from "../shapes.ts";

const TAGS = ["Restrictions"];

/** The profile that applies to a thing. */
const effective = z.object({
  /** Null: nothing is restricted. */
  profile: named.nullable(),
  /** Where it comes from; null without one. */
  from: z.enum(["own", "category", "project"]).nullable(),
  /** What it restricts, each a short sentence. */
  rules: z.array(z.string()),
});
const assigned = message.extend({ data: effective });
const choice = id.nullable();

export const getVideoRestriction = operation(holds("video_view", "video", "restrictions_manage"))
  .route({
    method: "GET",
    path: "/videos/{id}/restriction",
    tags: TAGS,
    summary: "The restriction profile that applies to a video, and where it comes from.",
  })
  .input(z.object({ id }))
  .output(z.object({ data: effective }));

export const assignVideoRestriction = operation(holds("restrictions_manage", "video"))
  .route({
    method: "PUT",
    path: "/videos/{id}/restriction",
    tags: TAGS,
    summary: "Gives a video a restriction profile of its own, or none.",
  })
  .input(z.object({ id, profile_id: choice }))
  .output(assigned);

export const getStreamRestriction = operation(holds("streams_view", "stream", "restrictions_manage"))
  .route({
    method: "GET",
    path: "/streams/{id}/restriction",
    tags: TAGS,
    summary: "The restriction profile that applies to a livestream, and where it comes from.",
  })
  .input(z.object({ id }))
  .output(z.object({ data: effective }));

export const assignStreamRestriction = operation(holds("restrictions_manage", "stream"))
  .route({
    method: "PUT",
    path: "/streams/{id}/restriction",
    tags: TAGS,
    summary: "Gives a livestream a restriction profile of its own, or none.",
  })
  .input(z.object({ id, profile_id: choice }))
  .output(assigned);

export const getPlaylistRestriction = operation(holds("player_view", "playlist", "playlist_manage"))
  .route({
    method: "GET",
    path: "/playlists/{id}/restriction",
    tags: TAGS,
    summary: "The restriction profile that applies to a playlist's page, and where it comes from.",
  })
  .input(z.object({ id }))
  .output(z.object({ data: effective }));

export const assignPlaylistRestriction = operation(holds("restrictions_manage", "playlist"))
  .route({
    method: "PUT",
    path: "/playlists/{id}/restriction",
    tags: TAGS,
    summary: "Gives a playlist's page a restriction profile of its own, or none; its videos keep theirs.",
  })
  .input(z.object({ id, profile_id: choice }))
  .output(assigned);

export const assignCategoryRestriction = operation(holds("restrictions_manage", "category"))
  .route({
    method: "PUT",
    path: "/categories/{id}/restriction",
    tags: TAGS,
    summary: "Gives the videos and livestreams of a category a restriction profile, or none.",
  })
  .input(z.object({ id, profile_id: choice }))
  .output(message);

export const listRestrictedCategories = operation(holds("referrer_restrictions_view", "project", "restrictions_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/restricted-categories",
    tags: TAGS,
    summary: "The categories of a project, each with its restriction profile.",
  })
  .input(z.object({ project_id: id }))
  .output(
    z.object({ data: z.array(z.object({ id: z.number(), name: z.string(), profile_id: z.number().nullable() })) }),
  );
