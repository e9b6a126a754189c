import { AD_BREAK_SECONDS } from "@kinora/domain/live/streams.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message } from "../shapes.ts";
import { streamDetail } from "./streams.ts";

const answer = message.extend({ data: streamDetail });

export const pauseStream = operation(holds("streams_control", "stream"))
  .route({
    method: "PATCH",
    path: "/streams/{id}/pause",
    tags: ["Live"],
    summary: "Pauses or unpauses streaming: viewers see the slate while ingest and recording go on.",
  })
  .input(z.object({ id, paused: z.boolean() }))
  .output(answer);

export const endStream = operation(holds("streams_control", "stream"))
  .route({ method: "POST", path: "/streams/{id}/end", tags: ["Live"], summary: "Ends the session that is open." })
  .input(z.object({ id }))
  .output(message);

export const cueStreamAds = operation(holds("streams_control", "stream"))
  .route({
    method: "POST",
    path: "/streams/{id}/ad-break",
    tags: ["Live"],
    summary:
      "Starts an ad break of so many seconds: the playlists name it, and each player with ads on cue plays one break of its schedule within seconds, then returns to live.",
  })
  .input(
    z.object({
      id,
      seconds: z.number().int().min(AD_BREAK_SECONDS.min).max(AD_BREAK_SECONDS.max).default(AD_BREAK_SECONDS.default),
    }),
  )
  .output(answer);

export const startTestStream = operation(holds("streams_control", "stream"))
  .route({
    method: "POST",
    path: "/streams/{id}/test",
    tags: ["Live"],
    summary: "Publishes a moving test picture with a tone to the livestream, for up to 10 minutes.",
  })
  .input(z.object({ id }))
  .output(answer);

export const stopTestStream = operation(holds("streams_control", "stream"))
  .route({ method: "DELETE", path: "/streams/{id}/test", tags: ["Live"], summary: "Stops the test picture." })
  .input(z.object({ id }))
  .output(answer);
