import { WEBHOOK_EVENT_TYPES } from "@kinora/domain/webhooks/events.ts";
import { DELIVERY_STATES, RESENT_MAX } from "@kinora/domain/webhooks/limits.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { dayOrMoment, id, message, moment, pageQuery, paginationShape } from "../shapes.ts";

const TAGS = ["Webhooks"];

/** A message to a webhook, with the last answer. */
export const delivery = z.object({
  id: z.number(),
  /** The header webhook-id, the same in every attempt and for every webhook. */
  message_id: z.string(),
  type: z.string(),
  /** What the event is about, as `video:12`. */
  object: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  /** HTTP status of the last attempt; null without an answer. */
  status: z.number().nullable(),
  duration_ms: z.number().nullable(),
  attempted_at: moment.nullable(),
  /** When it is sent next; null when it is not. */
  next_at: moment.nullable(),
  created_at: moment,
});

/** One request with its answer. */
const attempt = z.object({
  id: z.number(),
  at: moment,
  duration_ms: z.number(),
  succeeded: z.boolean(),
  status: z.number().nullable(),
  /** Why there is no answer, in words for people. */
  error: z.string().nullable(),
  url: z.string(),
  request_headers: z.record(z.string(), z.string()),
  response_headers: z.record(z.string(), z.string()),
  /** The first 64 kB. */
  response_body: z.string(),
});

const span = { from: dayOrMoment, to: dayOrMoment };

export const listDeliveries = operation(holds("webhooks_view", "project", "webhooks_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/webhooks/{id}/deliveries",
    tags: TAGS,
    summary: "What a webhook was sent in the last 30 days, newest first.",
  })
  .input(
    z.object({
      project_id: id,
      id,
      ...pageQuery,
      state: z.array(z.enum(DELIVERY_STATES)).max(DELIVERY_STATES.length).optional(),
      type: z.array(z.enum(WEBHOOK_EVENT_TYPES)).max(WEBHOOK_EVENT_TYPES.length).optional(),
      /** An object as `video:12`. */
      object: z.string().trim().max(100).nullish(),
      ...span,
    }),
  )
  .output(z.object({ data: z.array(delivery), pagination: paginationShape.extend({ more: z.boolean() }) }));

export const getDelivery = operation(holds("webhooks_view", "project", "webhooks_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/webhooks/{id}/deliveries/{delivery_id}",
    tags: TAGS,
    summary: "A message to a webhook with its attempts, the last one first.",
  })
  .input(z.object({ project_id: id, id, delivery_id: id }))
  .output(
    z.object({
      data: delivery.extend({
        /** JSON; null before the first attempt. */
        body: z.string().nullable(),
        attempts_made: z.array(attempt),
      }),
    }),
  );

export const resendDelivery = operation(holds("webhooks_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/webhooks/{id}/deliveries/{delivery_id}/resend",
    tags: TAGS,
    summary: "Sends a message again with the same id.",
  })
  .input(z.object({ project_id: id, id, delivery_id: id }))
  .output(message);

export const resendFailed = operation(holds("webhooks_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/webhooks/{id}/resend-failed",
    tags: TAGS,
    summary: `Sends again what failed in a range, the oldest ${RESENT_MAX} at most.`,
  })
  .input(z.object({ project_id: id, id, ...span }))
  .output(message.extend({ count: z.number() }));
