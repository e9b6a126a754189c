import { z } from "zod";
import { holds, operation } from "../access.ts";
import { csvFile, id, named } from "../shapes.ts";
import { videoSelection } from "./video-filter.ts";

/** A count that stops at 1,000: `more` says that there are more. */
export const count = z.object({ rows: z.number(), more: z.boolean() });

export const countVideos = operation(holds("video_view", "project", "video_add"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/videos/counts",
    tags: ["Videos"],
    summary: "How many videos each list has.",
  })
  .input(z.object({ project_id: id }))
  .output(
    z.object({
      data: z.object({
        completed: count,
        /** Without those that failed. */
        inprogress: count,
        failed: count,
        trash: count,
        /** Days a deleted video can be restored; 0: it is gone at once. */
        trash_days: z.number(),
      }),
    }),
  );

export const listUploaders = operation(holds("video_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/videos/uploaders",
    tags: ["Videos"],
    summary: "People who may have uploaded to a project, for a filter.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(named) }));

export const exportVideos = operation(holds("video_view", "project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/videos.csv",
    outputStructure: "detailed",
    tags: ["Videos"],
    summary: "The videos a filter shows as CSV, the latest first; moments are in UTC.",
  })
  .input(videoSelection.extend({ project_id: id }))
  .output(csvFile);

export const getDeletionImpact = operation(holds("video_delete", "project"), { reads: true })
  .route({
    method: "POST",
    path: "/projects/{project_id}/videos/impact",
    tags: ["Videos"],
    summary: "What would go with videos if they were deleted.",
  })
  .input(z.object({ project_id: id, ids: z.array(id).min(1).max(1_000) }))
  .output(
    z.object({
      data: z.object({
        videos: z.number(),
        published: z.number(),
        renditions: z.number(),
        storage_bytes: z.number(),
        /** Days they can be taken back; 0: they are gone at once. */
        trash_days: z.number(),
        /** How many of them would wait in the trash; the others are gone at once. */
        to_trash: z.number(),
      }),
    }),
  );
