import { HEALTH_SPAN_NAMES } from "@kinora/domain/live/health-spans.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id } from "../shapes.ts";

const known = z.number().nullable();

/** A sample of a livestream; null: not known then. */
export const healthSample = z.object({
  /** How long ago, in milliseconds. */
  ago_ms: z.number().int().min(0),
  bitrate_kbps: known,
  frame_rate: known,
  keyframe_seconds: known,
  /** Mean of the sound, in decibels below the loudest there is. */
  audio_level_db: known,
  /** Media seconds encoded in a second. */
  encode_speed: known,
  /** Labels of the rungs the host had no time to encode, lowest first. */
  left_out: z.array(z.string()),
  delay_seconds: known,
  segment_seconds: known,
  viewers: z.number(),
  latency_seconds: known,
  rebuffer_percent: known,
});

/** Clocks of hosts and browsers differ: looks say how long ago they were. */
export type HealthSample = z.infer<typeof healthSample>;

export const getStreamHistory = operation(holds("streams_view", "stream"))
  .route({
    method: "GET",
    path: "/streams/{id}/history",
    tags: ["Live"],
    summary:
      "How the session that is on did until now: a look for each second of five minutes, ten of an hour, or two minutes of a day.",
  })
  .input(z.object({ id, span: z.enum(HEALTH_SPAN_NAMES).default("minutes") }))
  .output(z.object({ data: z.array(healthSample) }));
