import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message, moment } from "../shapes.ts";

export const schedule = z.object({
  publish_at: moment.nullable(),
  unpublish_at: moment.nullable(),
  publish_when_ready: z.boolean(),
});

const wanted = z.iso.datetime({ offset: true, error: "Write the time as 2030-01-31T18:00:00Z." }).nullable();

export const saveSchedule = operation(holds("video_publish", "video"))
  .route({
    method: "PUT",
    path: "/videos/{id}/schedule",
    tags: ["Videos"],
    summary: "Says when a video is published and unpublished automatically; null for never.",
  })
  .input(z.object({ id, publish_at: wanted, unpublish_at: wanted, publish_when_ready: z.boolean().default(false) }))
  .output(message.extend({ data: schedule }));
