import { CLIP_SECONDS, RECORDING_KINDS, RECORDING_STATES, TRIM_MIN_SECONDS } from "@kinora/domain/live/streams.ts";
import { VIDEO_STATUSES } from "@kinora/domain/videos/videos.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, message, moment, numeral, pageQuery, paginationShape } from "../shapes.ts";
import { streamDetail } from "./streams.ts";

export const streamRecording = z.object({
  id: z.number(),
  kind: z.enum(RECORDING_KINDS),
  state: z.enum(RECORDING_STATES),
  /** When it was begun; for a clip, when it was asked for. */
  started_at: moment,
  /** Null while it runs. */
  ended_at: moment.nullable(),
  /** How long it is; null until that is known. */
  seconds: z.number().nullable(),
  /** Of a part that was cut out: where it begins and ends in what it was cut out of, in seconds. */
  trim: z.object({ from_seconds: z.number(), to_seconds: z.number() }).nullable(),
  /** Why it ended early, or why there is no video of it; null when all is well. */
  problem: z.string().nullable(),
  /** Its video; null until it exists and after it was deleted. */
  video: z
    .object({ id: z.number(), title: z.string(), status: z.enum(VIDEO_STATUSES), published: z.boolean() })
    .nullable(),
});

export const listRecordings = operation(holds("streams_view", "stream"))
  .route({
    method: "GET",
    path: "/streams/{id}/recordings",
    tags: ["Live"],
    summary: "The recordings and clips of a livestream, newest first.",
  })
  .input(z.object({ id, ...pageQuery }))
  .output(z.object({ data: z.array(streamRecording), pagination: paginationShape }));

const answer = message.extend({ data: streamDetail });

export const startRecording = operation(holds("streams_control", "stream"))
  .route({
    method: "POST",
    path: "/streams/{id}/recording",
    tags: ["Live"],
    summary:
      "Begins to record what a livestream's encoder sends, from its next key frame on; continues through reconnects and restarts until it is stopped or the session ends.",
  })
  .input(z.object({ id }))
  .output(answer);

export const stopRecording = operation(holds("streams_control", "stream"))
  .route({
    method: "DELETE",
    path: "/streams/{id}/recording",
    tags: ["Live"],
    summary: "Stops the recording that runs; it becomes a video of its own, and another one can be started.",
  })
  .input(z.object({ id }))
  .output(answer);

const clipSeconds = `A clip can have ${CLIP_SECONDS.min} to ${CLIP_SECONDS.max} seconds.`;

export const clipStream = operation(holds("streams_control", "stream"))
  .route({
    method: "POST",
    path: "/streams/{id}/clips",
    tags: ["Live"],
    successStatus: 201,
    summary:
      "Makes a video of the last seconds of the encoder's picture, as viewers saw it or, while they see something else, as it is received; without encoding them first. Answers how many seconds there were.",
  })
  .input(
    z.object({
      id,
      seconds: z
        .number()
        .int()
        .min(CLIP_SECONDS.min, clipSeconds)
        .max(CLIP_SECONDS.max, clipSeconds)
        .default(CLIP_SECONDS.default),
    }),
  )
  .output(message.extend({ data: streamRecording }));

export const getClipReach = operation(holds("streams_view", "stream"))
  .route({
    method: "GET",
    path: "/streams/{id}/clips/reach",
    tags: ["Live"],
    summary: "How many of the last seconds a clip can have at this moment.",
  })
  .input(z.object({ id }))
  .output(z.object({ data: z.object({ seconds: z.number() }) }));

/** A month: nothing that is kept is longer. */
const MOMENT_MAX_SECONDS = 31 * 24 * 3600;
const trimMoment = numeral(
  z
    .number()
    .min(0, "A moment of a recording is 0 seconds or later.")
    .max(MOMENT_MAX_SECONDS, "No recording is as long as that."),
);

const trimRange = z
  .object({ id, recording_id: id, from_seconds: trimMoment, to_seconds: trimMoment })
  .refine((range) => range.to_seconds - range.from_seconds >= TRIM_MIN_SECONDS, {
    path: ["to_seconds"],
    message: `A part ends at least ${TRIM_MIN_SECONDS} second after its beginning.`,
  });

export const planTrim = operation(holds("streams_view", "stream"))
  .route({
    method: "GET",
    path: "/streams/{id}/recordings/{recording_id}/trim",
    tags: ["Live"],
    summary:
      "Where a part of a recording or a clip would begin and end: at the key frame at or before the chosen beginning.",
  })
  .input(trimRange)
  .output(z.object({ data: z.object({ from_seconds: z.number(), to_seconds: z.number() }) }));

export const trimRecording = operation(holds("streams_control", "stream"))
  .route({
    method: "POST",
    path: "/streams/{id}/recordings/{recording_id}/trim",
    tags: ["Live"],
    successStatus: 201,
    summary:
      "Makes a video of a part of a recording or a clip, without encoding it first; it begins at the key frame at or before the chosen beginning.",
  })
  .input(trimRange)
  .output(message.extend({ data: streamRecording }));
