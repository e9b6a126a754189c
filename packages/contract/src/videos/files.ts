import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message, moment } from "../shapes.ts";
import { videoFilterFields, videoLists, videoSort } from "./video-filter.ts";

export const linkOriginal = operation(holds("video_download", "video"))
  .route({
    method: "GET",
    path: "/videos/{id}/original",
    tags: ["Files"],
    summary: "A link to the uploaded file that works for an hour.",
  })
  .input(z.object({ id }))
  .output(z.object({ url: z.string(), expires_at: moment, file_name: z.string() }));

export const deleteOriginal = operation(holds("video_delete", "video"))
  .route({
    method: "DELETE",
    path: "/videos/{id}/original",
    tags: ["Files"],
    summary: "Deletes the uploaded file; afterwards the video's renditions cannot be re-encoded.",
  })
  .input(z.object({ id }))
  .output(message);

export const copyDetails = operation(holds("video_edit", "video"))
  .route({
    method: "POST",
    path: "/videos/{id}/copy-details",
    tags: ["Videos"],
    summary: "Gives a video the description, category, tags, language and own data of another one of its project.",
  })
  .input(z.object({ id, from_id: id }))
  .output(message);

export const listNeighbours = operation(holds("video_view", "video"))
  .route({
    method: "GET",
    path: "/videos/{id}/neighbours",
    tags: ["Videos"],
    summary: "The videos before and after one in a list of its project, filtered and ordered as the list was.",
  })
  .input(
    z.object({
      id,
      type: videoLists.default("completed"),
      ...videoFilterFields,
      /** Left out: the latest first. */
      sort: videoSort.optional(),
    }),
  )
  .output(z.object({ previous: z.number().nullable(), next: z.number().nullable() }));
