import { composed } from "@kinora/domain/composed.ts";
import { FAILED_HOURS, PRIORITIES, QUEUE_STATES } from "@kinora/domain/operations/queue.ts";
import { ENCODER_EFFORTS } from "@kinora/domain/transcoding/encoder-effort.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { id, message, moment, named, numeral, pageQuery, paginationShape } from "../shapes.ts";
import { worker } from "./workers.ts";

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
        workers: z.array(worker),
        /** Names that are drained while no worker bears them. */
        drained: z.array(z.object({ name: z.string(), since: moment })),
        /** Null unless superusers pause the queue. */
        paused_since: moment.nullable(),
        /** Whether accounts take turns. */
        fair: z.boolean(),
        /** Of encoders, for transcodes that begin. */
        effort: z.enum(ENCODER_EFFORTS),
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

export const queuedTranscode = z.object({
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
  /** A job of it runs, and its tools have put nothing out for a minute. */
  stuck: z.boolean(),
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
      stuck: z.enum(["true", "false"]).optional(),
      /** Queued more than so many hours ago. */
      older_than_hours: numeral(z.number().int().min(1).max(10_000)).optional(),
      search: z.string().overwrite(composed).trim().max(200).optional(),
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
export const killTranscodeTools = steering(
  "kill",
  "Ends the media tools that a transcode runs now. Its jobs fail as with any tool that ends so: they are tried again, three times in all.",
);

export const prioritiseTranscode = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/transcodes/{transcode_id}/priority",
    tags: ["Advanced"],
    summary: "Gives a transcode another place in the queue; jobs that run are not interrupted.",
  })
  .input(z.object({ transcode_id: id, priority: z.literal(PRIORITIES) }))
  .output(message);

export const listTranscodeJobs = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/transcodes/{transcode_id}/jobs",
    tags: ["Advanced"],
    summary: "The jobs of a transcode that run now, with the commands of their media tools and the last lines of each.",
  })
  .input(z.object({ transcode_id: id }))
  .output(
    z.object({
      data: z.array(
        z.object({
          id: z.string(),
          task: z.string(),
          since: moment,
          worker: z.string(),
          stuck: z.boolean(),
          tools: z.array(
            z.object({ binary: z.string(), command: z.string(), since: moment, log: z.array(z.string()) }),
          ),
        }),
      ),
    }),
  );

const failureKind = { code: z.string(), reason: z.string() };

export const listTranscodeFailures = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/transcoding/failures",
    tags: ["Advanced"],
    summary: `What failed in the last ${FAILED_HOURS / 24} days, by kind: the most frequent first.`,
  })
  .input(z.object({}))
  .output(
    z.object({
      data: z.array(
        z.object({
          ...failureKind,
          retryable: z.boolean(),
          transcodes: z.number(),
          accounts: z.number(),
          latest_at: moment,
        }),
      ),
    }),
  );

export const retryTranscodeFailures = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/transcoding/failures/retry",
    tags: ["Advanced"],
    summary: "Takes up the failed transcodes of one kind, a hundred at most in one call.",
  })
  .input(z.object({ code: z.string().max(100), reason: z.string().max(1_000) }))
  .output(z.object({ message: z.string(), retried: z.number(), left: z.number() }));
