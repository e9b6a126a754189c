import { composed } from "@kinora/domain/composed.ts";
import { TAG_NAME_MAX, TAGS_AT_ONCE } from "@kinora/domain/videos/tags.ts";
import { z } from "zod";
import { holds, member, operation } from "../access.ts";
import { id, line, message, moment, optionSearch, options, pageQuery, paginationShape } from "../shapes.ts";

export const tag = z.object({
  id: z.number(),
  name: z.string(),
  /** Videos that have it. */
  videos: z.number(),
  /** Livestreams that have it. */
  livestreams: z.number(),
  created_by: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }).nullable(),
  created_at: moment,
});

export const tagName = line("Tag name", TAG_NAME_MAX).regex(/^[^,;]*$/, "Tag name cannot contain commas.");

export const listTags = operation(holds("tags_view", "project", "tags_manage"))
  .route({ method: "GET", path: "/projects/{project_id}/tags", tags: ["Tags"], summary: "The tags of a project." })
  .input(
    z.object({
      project_id: id,
      ...pageQuery,
      search: z.string().overwrite(composed).trim().max(TAG_NAME_MAX).nullish(),
      sort: z.enum(["name", "-videos", "-created_at"]).default("name"),
      unused: z.enum(["true", "false"]).optional(),
    }),
  )
  .output(z.object({ data: z.array(tag), pagination: paginationShape }));

export const listTagOptions = operation(member("project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/tags/options",
    tags: ["Tags"],
    summary: "Tags by the beginning of their name or a part of it, for a field that completes what is typed.",
  })
  .input(z.object({ project_id: id, search: optionSearch }))
  .output(options);

export const createTags = operation(holds("tags_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/tags",
    tags: ["Tags"],
    successStatus: 201,
    summary: "Adds tags to a project; names it has already are left as they are.",
  })
  .input(
    z.object({
      project_id: id,
      names: z
        .array(tagName)
        .min(1, "Tag name can not be empty.")
        .max(TAGS_AT_ONCE, `Add up to ${TAGS_AT_ONCE} tags at once.`),
    }),
  )
  .output(message.extend({ data: z.array(tag), known: z.array(z.string()) }));

export const renameTag = operation(holds("tags_manage", "tag"))
  .route({
    method: "PUT",
    path: "/tags/{id}",
    tags: ["Tags"],
    summary: "Renames a tag on every video and livestream that has it.",
  })
  .input(z.object({ id, name: tagName }))
  .output(message.extend({ tag }));

export const mergeTag = operation(holds("tags_manage", "tag"))
  .route({
    method: "POST",
    path: "/tags/{id}/merge",
    tags: ["Tags"],
    summary: "Gives a tag's videos and livestreams another tag and deletes it.",
  })
  .input(z.object({ id, into_id: id }))
  .output(message);

export const deleteTag = operation(holds("tags_manage", "tag"))
  .route({
    method: "DELETE",
    path: "/tags/{id}",
    tags: ["Tags"],
    summary: "Takes a tag off every video and livestream and deletes it.",
  })
  .input(z.object({ id }))
  .output(message);

export const deleteUnusedTags = operation(holds("tags_manage", "project"))
  .route({
    method: "DELETE",
    path: "/projects/{project_id}/tags/unused",
    tags: ["Tags"],
    summary: "Deletes the tags no video and no livestream has.",
  })
  .input(z.object({ project_id: id }))
  .output(message.extend({ deleted: z.number() }));
