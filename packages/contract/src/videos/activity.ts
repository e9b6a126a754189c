import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, moment, numeral } from "../shapes.ts";

export const activityEntry = z.object({
  /** Stands for its place in the list; give the last one as `before` to read on. */
  cursor: z.string(),
  at: moment,
  source: z.enum(["audit", "event", "upload", "transcode"]),
  /** What happened, for programs: `video.published`, `upload.complete`, `transcode.running`, … */
  type: z.string(),
  /** Who did it; null when the platform did. */
  actor: z.string().nullable(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
});

export const listActivity = operation(holds("video_view", "video"))
  .route({
    method: "GET",
    path: "/videos/{id}/activity",
    tags: ["Videos"],
    summary:
      "All that happened to a video, newest first: people's changes, its uploads and every step of its transcodes.",
  })
  .input(
    z.object({
      id,
      before: z
        .string()
        .regex(/^\d{1,16}\.[a-z0-9.:-]{1,80}$/)
        .optional(),
      per_page: numeral(z.number().int().min(1).max(100)).default(50),
    }),
  )
  .output(z.object({ data: z.array(activityEntry), more: z.boolean() }));
