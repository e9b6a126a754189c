import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message, moment } from "../shapes.ts";

export const trashedVideo = z.object({
  id: z.number(),
  hash: z.string(),
  title: z.string(),
  size_bytes: z.number(),
  deleted_at: moment,
  /** From then on it cannot be taken back. */
  purge_at: moment,
});

export const listTrash = operation(holds("video_delete", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/trash",
    tags: ["Videos"],
    summary: "The deleted videos that can still be taken back, newest first, up to 100.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(trashedVideo) }));

export const restoreVideo = operation(holds("video_delete", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/trash/{video_id}/restore",
    tags: ["Videos"],
    summary: "Takes a deleted video back as it was.",
  })
  .input(z.object({ project_id: id, video_id: id }))
  .output(message);

export const purgeVideo = operation(holds("video_delete", "project"))
  .route({
    method: "DELETE",
    path: "/projects/{project_id}/trash/{video_id}",
    tags: ["Videos"],
    summary: "Removes a video in the trash for good.",
  })
  .input(z.object({ project_id: id, video_id: id }))
  .output(message);
