import { FAILED_HOURS, QUEUE_STATES } from "@kinora/domain/operations/queue.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { id, message, moment, pageQuery, paginationShape } from "../shapes.ts";

const named = z.object({ id: z.number(), name: z.string() });

export const getTranscodingState = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/transcoding",
    tags: ["Advanced"],
    summary: "The workers with what they do, and how long the queue is.",
  })
  .input(z.object({}))
  .output(
    z.object({
      data: z.object({
        workers: z.array(
          z.object({
            id: z.number(),
            host: z.string(),
            pid: z.number(),
            started_at: moment,
            jobs: z.array(z.object({ task: z.string(), since: moment })),
          }),
        ),
        running: z.number(),
        queued: z.number(),
        /** Of the last 24 hours. */
        failed: z.number(),
        /** Seconds; null while nothing waits. */
        oldest_wait: z.number().nullable(),
        /** Seconds of source encoded in a second, over the last 24 hours; null when nothing was. */
        speed: z.number().nullable(),
      }),
    }),
  );

const queuedTranscode = z.object({
  id: z.number(),
  video: z.object({ id: z.number(), title: z.string() }),
  account: named,
  project: named,
  state: z.enum(QUEUE_STATES),
  /** 0–1. */
  progress: z.number(),
  priority: z.number(),
  attempts: z.number(),
  media_seconds: z.number(),
  queued_at: moment,
  started_at: moment.nullable(),
  finished_at: moment.nullable(),
  failure: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
  /** The last output lines of the failed tool. */
  log: z.array(z.string()),
});

export const listTranscodes = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/transcodes",
    tags: ["Advanced"],
    summary: `The transcodes of all accounts that run, wait, or failed in the last ${FAILED_HOURS / 24} days, in the order they are worked on.`,
  })
  .input(
    z.object({
      ...pageQuery,
      state: z.enum(QUEUE_STATES).optional(),
      account: id.optional(),
      search: z.string().trim().max(200).optional(),
    }),
  )
  .output(z.object({ data: z.array(queuedTranscode), pagination: paginationShape }));

const steering = (action: string, summary: string) =>
  operation(superuser)
    .route({ method: "POST", path: `/advanced/transcodes/{transcode_id}/${action}`, tags: ["Advanced"], summary })
    .input(z.object({ transcode_id: id }))
    .output(message);

export const stopTranscode = steering("cancel", "Stops a transcode; what already plays keeps playing.");
export const repeatTranscode = steering("retry", "Takes up a failed transcode where it stopped.");
export const advanceTranscode = steering("first", "Moves a waiting transcode to the front of the queue.");
