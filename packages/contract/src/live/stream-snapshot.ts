import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, moment } from "../shapes.ts";

export const getStreamSnapshot = operation(holds("streams_view", "stream"))
  .route({
    method: "GET",
    path: "/streams/{id}/snapshot",
    tags: ["Live"],
    summary: "What viewers get at this moment, or what the encoder sends, as a small picture.",
  })
  .input(z.object({ id, of: z.enum(["on_air", "ingest"]).default("on_air") }))
  .output(
    z.object({
      data: z.object({
        /** JPEG as a `data:` address, 480 pixels on its longer side; null while there is nothing to see. */
        picture: z.string().nullable(),
        taken_at: moment.nullable(),
      }),
    }),
  );
