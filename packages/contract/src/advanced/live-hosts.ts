import { LIVE_HOST_STATES } from "@kinora/domain/live/hosts.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { message, moment } from "../shapes.ts";

export const liveHost = z.object({
  /** As `live hosts` of the command line names it. */
  name: z.string(),
  /** Where edges and other live hosts reach it. */
  url: z.string(),
  state: z.enum(LIVE_HOST_STATES),
  seen_at: moment,
  /** Livestreams it has on air: with an encoder, a loop or a slate. */
  streams: z.number(),
  /** Those of them with an encoder. */
  published: z.number(),
  /** Full ladders it encodes side by side; null until measured. */
  ladders: z.number().nullable(),
  /** Of these in use; smaller ladders count as fractions. */
  ladders_used: z.number(),
});

export const listLiveHosts = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/live-hosts",
    tags: ["Advanced"],
    summary: "The live hosts that gave a sign in the last seven days, with their capacity and what they have on air.",
  })
  .input(z.object({}))
  .output(z.object({ data: z.array(liveHost) }));

const steering = (action: string, summary: string) =>
  operation(superuser)
    .route({ method: "POST", path: `/advanced/live-hosts/{live_host}/${action}`, tags: ["Advanced"], summary })
    .input(z.object({ live_host: z.string().trim().min(1).max(300) }))
    .output(message);

export const drainLiveHost = steering(
  "drain",
  "Takes a live host out of service: others take its loops and slates, and publishers that reach it; it is in service again when it starts.",
);
export const resumeLiveHost = steering("resume", "Puts a drained live host into service again.");
