import { ALL_EVENTS, chosenEvents, SUBSCRIBED_EVENTS } from "@kinora/domain/webhooks/events.ts";
import {
  DISABLED_REASONS,
  OLD_SECRET_HOURS,
  urlProblem,
  WEBHOOK_NAME_MAX,
  WEBHOOK_STATES,
  WEBHOOK_SUBJECTS_MAX,
  WEBHOOK_URL_MAX,
  WEBHOOKS_MAX,
} from "@kinora/domain/webhooks/limits.ts";
import { headerNameProblem, headerValueProblem, OWN_HEADERS_MAX } from "@kinora/domain/webhooks/own-headers.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, line, message, moment, named, person, readVersion, version } from "../shapes.ts";

const TAGS = ["Webhooks"];

/** A webhook without its secret. */
export const webhook = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  /** Types of events; `*` for all of the project. Those of the account are beside it, and only its owners may add them. */
  events: z.array(z.string()),
  /** Only events of videos and livestreams in them; empty for all. Other events are not filtered. */
  categories: z.array(named),
  /** Only events of these livestreams; empty for all. Other events are not filtered. */
  streams: z.array(named),
  /** Headers that it sends besides Kinora's; their values are not shown. */
  header_names: z.array(z.string()),
  /** Whether it sends to its inbox on this installation. */
  inbox: z.boolean(),
  state: z.enum(WEBHOOK_STATES),
  failing_since: moment.nullable(),
  disabled_reason: z.enum(DISABLED_REASONS).nullable(),
  /** Until when the secret before the last rotation signs as well; null when it does not. */
  old_secret_until: moment.nullable(),
  /** Attempts of the last 24 hours. */
  attempts_24h: z.number(),
  /** Those of them that succeeded. */
  succeeded_24h: z.number(),
  /** Attempts by the half hour, the oldest of 48 first. */
  half_hours: z.array(z.object({ succeeded: z.number(), failed: z.number() })),
  last_attempt: z
    .object({ at: moment, status: z.number().nullable(), duration_ms: z.number(), succeeded: z.boolean() })
    .nullable(),
  version,
  created_by: person.nullable(),
  created_at: moment,
});

const url = z
  .string("Write the address.")
  .trim()
  .max(WEBHOOK_URL_MAX, `An address can have up to ${WEBHOOK_URL_MAX} characters.`)
  .superRefine((text, issues) => {
    const problem = urlProblem(text);
    if (problem !== null) issues.addIssue({ code: "custom", message: problem });
  });

const events = z
  .array(z.enum([ALL_EVENTS, ...SUBSCRIBED_EVENTS], "Choose types of the list."))
  .min(1, "Choose at least one type of events.")
  .max(SUBSCRIBED_EVENTS.length + 1, "Choose each type once.")
  .transform((types) => chosenEvents(types));

/** The name of a webhook's own header. */
export const headerName = z
  .string("Write the name of the header.")
  .trim()
  .superRefine((text, issues) => {
    const problem = headerNameProblem(text);
    if (problem !== null) issues.addIssue({ code: "custom", message: problem });
  });

const header = z.object({
  name: headerName,
  /** Without it the header keeps its value. */
  value: z
    .string()
    .superRefine((text, issues) => {
      const problem = headerValueProblem(text);
      if (problem !== null) issues.addIssue({ code: "custom", message: problem });
    })
    .nullish(),
});

const FEWER = `Choose up to ${WEBHOOK_SUBJECTS_MAX}.`;
/** What may be left out: then it stays, and a new webhook has none. */
const optionalFields = {
  category_ids: z.array(id).max(WEBHOOK_SUBJECTS_MAX, FEWER).optional(),
  stream_ids: z.array(id).max(WEBHOOK_SUBJECTS_MAX, FEWER).optional(),
  headers: z
    .array(header)
    .max(OWN_HEADERS_MAX, `A webhook can have up to ${OWN_HEADERS_MAX} headers.`)
    .refine(
      (headers) => new Set(headers.map((each) => each.name.toLowerCase())).size === headers.length,
      "Name each header once.",
    )
    .optional(),
};

/** What people set of a webhook. */
export const webhookFields = { name: line("Name", WEBHOOK_NAME_MAX), events, url };
const { name } = webhookFields;

/** The webhook with its secret, which is in this answer alone. */
const shownOnce = message.extend({ data: webhook, secret: z.string() });
const changed = message.extend({ data: webhook });

export const listWebhooks = operation(holds("webhooks_view", "project", "webhooks_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/webhooks",
    tags: TAGS,
    summary: "The webhooks of a project, the newest first.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(webhook) }));

export const getWebhook = operation(holds("webhooks_view", "project", "webhooks_manage"))
  .route({ method: "GET", path: "/projects/{project_id}/webhooks/{id}", tags: TAGS, summary: "A webhook." })
  .input(z.object({ project_id: id, id }))
  .output(z.object({ data: webhook }));

export const createWebhook = operation(holds("webhooks_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/webhooks",
    tags: TAGS,
    successStatus: 201,
    summary: `Creates a webhook; a project can have ${WEBHOOKS_MAX}. Only owners of the account choose events of the account. Shows its secret this once. Without an address it sends to an inbox on this installation.`,
  })
  .input(z.object({ project_id: id, name, events, url: url.nullish(), ...optionalFields }))
  .output(shownOnce);

export const updateWebhook = operation(holds("webhooks_manage", "project"))
  .route({
    method: "PUT",
    path: "/projects/{project_id}/webhooks/{id}",
    tags: TAGS,
    summary:
      "Changes the name, the address, the events, the filters and the headers of a webhook. What is left out stays.",
  })
  .input(z.object({ project_id: id, id, version: readVersion, name, events, url: url.nullish(), ...optionalFields }))
  .output(changed);

export const rotateWebhookSecret = operation(holds("webhooks_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/webhooks/{id}/rotate",
    tags: TAGS,
    summary: `Gives a webhook a new secret, shown this once. Messages are signed with the old one as well for ${OLD_SECRET_HOURS} more hours.`,
  })
  .input(z.object({ project_id: id, id }))
  .output(shownOnce);

export const disableWebhook = operation(holds("webhooks_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/webhooks/{id}/disable",
    tags: TAGS,
    summary: "Pauses a webhook: events from now on are not sent to it, and its deliveries wait.",
  })
  .input(z.object({ project_id: id, id }))
  .output(changed);

export const enableWebhook = operation(holds("webhooks_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/webhooks/{id}/enable",
    tags: TAGS,
    summary: "Enables a paused or disabled webhook; its deliveries that wait are sent.",
  })
  .input(z.object({ project_id: id, id }))
  .output(changed);

export const deleteWebhook = operation(holds("webhooks_manage", "project"))
  .route({
    method: "DELETE",
    path: "/projects/{project_id}/webhooks/{id}",
    tags: TAGS,
    summary: "Deletes a webhook with its deliveries.",
  })
  .input(z.object({ project_id: id, id }))
  .output(message);

export const testWebhook = operation(holds("webhooks_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/webhooks/{id}/test",
    tags: TAGS,
    summary: "Sends a message of the type ping.",
  })
  .input(z.object({ project_id: id, id }))
  .output(message.extend({ delivery_id: z.number() }));
