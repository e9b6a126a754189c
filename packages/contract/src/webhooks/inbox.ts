import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, moment } from "../shapes.ts";

export const listInbox = operation(holds("webhooks_view", "project", "webhooks_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/webhooks/{id}/inbox",
    tags: ["Webhooks"],
    summary: "The last 100 messages that the inbox of a webhook received, the newest first.",
  })
  .input(z.object({ project_id: id, id }))
  .output(
    z.object({
      data: z.array(
        z.object({
          id: z.number(),
          received_at: moment,
          headers: z.record(z.string(), z.string()),
          body: z.string(),
          /** Why the signature is not right; null when it is. */
          problem: z.string().nullable(),
        }),
      ),
    }),
  );
