import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, moment, numeral } from "../shapes.ts";

export const streamActivityEntry = z.object({
  id: z.number(),
  at: moment,
  /** What was done, for programs: `stream.updated`, `stream.key_revealed`, `restream.created`, … */
  type: z.string(),
  /** Who did it; null when the platform did. */
  actor: z.string().nullable(),
  /** What it was about; a change is its old and its new value. Never a key. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
});

export const listStreamActivity = operation(holds("streams_view", "stream"))
  .route({
    method: "GET",
    path: "/streams/{id}/activity",
    tags: ["Live"],
    summary: "What people did to a livestream, newest first; give the last entry's id as `before` to read on.",
  })
  .input(
    z.object({
      id,
      before: id.optional(),
      per_page: numeral(z.number().int().min(1).max(100)).default(50),
    }),
  )
  .output(z.object({ data: z.array(streamActivityEntry), more: z.boolean() }));
