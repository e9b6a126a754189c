import { STREAM_LABEL_ACTIONS, STREAMS_AT_ONCE } from "@kinora/domain/live/streams.ts";
import { VIDEO_TAGS_MAX } from "@kinora/domain/videos/tags.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message } from "../shapes.ts";

export const labelStreams = operation(holds("streams_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/streams/labels",
    tags: ["Live"],
    summary: "Gives many livestreams a category, or adds or removes tags; answers for each whether it was done.",
  })
  .input(
    z
      .object({
        project_id: id,
        ids: z
          .array(id)
          .min(1, "Choose at least one livestream.")
          .max(STREAMS_AT_ONCE, `Choose up to ${STREAMS_AT_ONCE} livestreams at once.`),
        action: z.enum(STREAM_LABEL_ACTIONS),
        /** For `set_category`; null for none. */
        category_id: id.nullish(),
        /** For `add_tags` and `remove_tags`. */
        tag_ids: z.array(id).max(VIDEO_TAGS_MAX, `Choose up to ${VIDEO_TAGS_MAX} tags.`).optional(),
      })
      .refine(({ action, category_id: category }) => action !== "set_category" || category !== undefined, {
        error: "Choose a category, or none.",
        path: ["category_id"],
      })
      .refine(({ action, tag_ids: tags }) => action === "set_category" || (tags !== undefined && tags.length > 0), {
        error: "Choose at least one tag.",
        path: ["tag_ids"],
      }),
  )
  .output(
    message.extend({
      /** In the order in which they were named, each once. */
      data: z.array(
        z.object({
          id: z.number(),
          /** Empty where there is no such livestream in the project. */
          name: z.string(),
          /** Why it could not be done; null when it was. */
          problem: z.string().nullable(),
        }),
      ),
    }),
  );
