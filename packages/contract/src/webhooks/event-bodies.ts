import { INVOICE_STATES } from "@kinora/domain/billing/invoice-states.ts";
import { METERS } from "@kinora/domain/billing/meters.ts";
import { REASON_CODES } from "@kinora/domain/restrictions/reasons.ts";
import {
  isAccountEvent,
  nounOf,
  WEBHOOK_API_VERSION,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from "@kinora/domain/webhooks/events.ts";
import { z } from "zod";

const at = z.iso.datetime({ offset: true });
const number = z.number().int();

/** The objects that bodies show, by noun; a later version may add fields. */
const objects = {
  video: z.object({
    id: number,
    hash: z.string(),
    title: z.string(),
    status: z.string(),
    published: z.boolean(),
    playable: z.boolean(),
    duration_seconds: z.number().nullable(),
    category_id: number.nullable(),
    created_at: at,
    deleted_at: at.nullable(),
  }),
  rendition: z.object({
    id: number,
    version: number,
    kind: z.enum(["video", "audio"]),
    label: z.string(),
    width: number.nullable(),
    height: number.nullable(),
    codecs: z.string().nullable(),
    bitrate_average: number.nullable(),
    size_bytes: number,
    duration_seconds: z.number(),
  }),
  stream: z.object({
    id: number,
    hash: z.string(),
    name: z.string(),
    state: z.string(),
    enabled: z.boolean(),
    paused: z.boolean(),
    on_air: z.string(),
    category_id: number.nullable(),
    created_at: at,
    deleted_at: at.nullable(),
  }),
  playlist: z.object({
    id: number,
    hash: z.string(),
    name: z.string(),
    type: z.string(),
    published: z.boolean(),
    created_at: at,
  }),
  player: z.object({
    id: number,
    hash: z.string(),
    title: z.string(),
    is_default: z.boolean(),
    version: number,
    created_at: at,
  }),
  category: z.object({ id: number, name: z.string(), slug: z.string(), active: z.boolean(), created_at: at }),
  tag: z.object({ id: number, name: z.string(), created_at: at }),
  restriction: z.object({ id: number, name: z.string(), is_default: z.boolean(), created_at: at }),
  api_key: z.object({
    id: number,
    name: z.string(),
    prefix: z.string(),
    scopes: z.array(z.string()),
    expires_at: at.nullable(),
    disabled_at: at.nullable(),
    created_at: at,
  }),
  signing_key: z.object({
    id: number,
    kid: z.string(),
    algorithm: z.string(),
    expires_at: at.nullable(),
    revoked_at: at.nullable(),
    created_at: at,
  }),
  webhook: z.object({
    id: number,
    name: z.string(),
    url: z.string(),
    failing_since: at.nullable(),
    disabled_at: at.nullable(),
    disabled_reason: z.string().nullable(),
    created_at: at,
  }),
  project: z.object({ id: number, hash: z.string(), name: z.string(), domain: z.string() }),
  invitation: z.object({ id: number, role_id: number, created_at: at, expires_at: at }),
  user: z.object({ id: number, first_name: z.string(), last_name: z.string() }),
  // Everyone who sees the webhook sees its messages, so that an invoice has no amounts and nobody's address.
  invoice: z.object({
    id: number,
    number: z.string(),
    state: z.enum(INVOICE_STATES),
    issued_on: z.iso.date(),
    due_on: z.iso.date(),
  }),
  account: z.object({ id: number, name: z.string() }),
};
export type ShownNoun = keyof typeof objects;

/**
 * Whose objects a body shows where it is not the object of its noun: recordings and restreams are of a livestream, uploads of a
 * video, usage of the project, a test of a webhook. What is refused to play is one of three.
 */
const SHOWN: Readonly<Record<string, readonly ShownNoun[]>> = {
  recording: ["stream"],
  rendition: ["video", "rendition"],
  restream: ["stream"],
  upload: ["video"],
  playback: ["video", "stream", "playlist"],
  usage: ["project"],
  ping: ["webhook"],
};
const isShown = (noun: string): noun is ShownNoun => Object.hasOwn(objects, noun);

/** The nouns of the objects that a body can show. */
export function shownNouns(type: string): readonly ShownNoun[] {
  // Who is invited may not have a sign-in yet, and is no member.
  if (type === "user.invited") return ["invitation"];
  const noun = nounOf(type);
  const shown = SHOWN[noun] ?? (isShown(noun) ? [noun] : []);
  if (shown.length === 0) throw new Error(`The body of ${type} shows no object.`);
  return shown;
}

/** What the data of a type says besides ids and objects. */
const details: { readonly [Type in WebhookEvent]?: z.ZodRawShape } = {
  "upload.failed": { code: z.string().describe("Why, for programs.") },
  "restream.error": { reason: z.string().describe("As the log of the livestream has it.") },
  "playback.denied": { reason: z.enum(REASON_CODES).describe("The rule that refused.") },
  "usage.threshold": {
    meter: z.literal("storage"),
    bytes: number.describe("What the project stores."),
    threshold_bytes: number.describe("Its soft quota."),
  },
  "invoice.voided": { credit_note_id: number.describe("The credit note, which has a number of its own.") },
  "account.usage_threshold": {
    meter: z.enum(METERS).describe("What is used up."),
    month: z.string().regex(/^\d{4}-\d{2}$/),
    percent: number.describe("50, 80 or 100: the part of what the plan includes."),
  },
};
const SAMPLE_DETAILS: { readonly [Type in WebhookEvent]?: Record<string, unknown> } = {
  "upload.failed": { code: "timeout" },
  "restream.error": { restream_id: 4, reason: "The server cannot be reached: ECONNREFUSED." },
  "playback.denied": { restriction_id: 3, reason: "referrer_not_allowed" },
  "usage.threshold": { meter: "storage", bytes: 80_000_000_000, threshold_bytes: 80_000_000_000 },
  "invoice.voided": { credit_note_id: 22 },
  "account.usage_threshold": { meter: "traffic", month: "2026-11", percent: 80 },
};

/** What the body of a type looks like. */
export function eventBody(type: WebhookEvent) {
  const nouns = shownNouns(type);
  const isOneOf = nouns.length > 1 && nounOf(type) === "playback";
  return z.object({
    id: z.string().describe("The header webhook-id, the same in every attempt."),
    type: z.literal(type),
    api_version: z.literal(WEBHOOK_API_VERSION),
    created_at: at.describe("When it happened."),
    project_id: isAccountEvent(type) ? z.null().describe("It is of the account, and of no single project.") : number,
    data: z.looseObject({
      change: z.string().describe("What happened, where the type is the update of an object."),
      ...details[type],
      ...Object.fromEntries(
        nouns.map((noun) => {
          const object = objects[noun]
            .nullable()
            .describe("As it was when the message was first sent; null when it is gone.");
          return [noun, isOneOf ? object.optional() : object];
        }),
      ),
    }),
  });
}

const SAMPLE_AT = "2026-11-01T10:00:00.000Z";
const SAMPLES: { [Noun in ShownNoun]: z.infer<(typeof objects)[Noun]> } = {
  video: {
    id: 12,
    hash: "a1b2c3d4",
    title: "Over the hills",
    status: "complete",
    published: true,
    playable: true,
    duration_seconds: 93.4,
    category_id: null,
    created_at: SAMPLE_AT,
    deleted_at: null,
  },
  rendition: {
    id: 31,
    version: 1,
    kind: "video",
    label: "720p",
    width: 1280,
    height: 720,
    codecs: "avc1.64001f",
    bitrate_average: 2_800_000,
    size_bytes: 32_700_000,
    duration_seconds: 93.4,
  },
  stream: {
    id: 5,
    hash: "b2c3d4e5",
    name: "Morning show",
    state: "live",
    enabled: true,
    paused: false,
    on_air: "live",
    category_id: null,
    created_at: SAMPLE_AT,
    deleted_at: null,
  },
  playlist: {
    id: 8,
    hash: "c3d4e5f6",
    name: "Best of the week",
    type: "manual",
    published: true,
    created_at: SAMPLE_AT,
  },
  player: { id: 2, hash: "d4e5f6a7", title: "News", is_default: true, version: 3, created_at: SAMPLE_AT },
  category: { id: 4, name: "News", slug: "news", active: true, created_at: SAMPLE_AT },
  tag: { id: 9, name: "interview", created_at: SAMPLE_AT },
  restriction: { id: 3, name: "Own pages", is_default: false, created_at: SAMPLE_AT },
  api_key: {
    id: 7,
    name: "Import script",
    prefix: "vk_live_ab12",
    scopes: ["read"],
    expires_at: null,
    disabled_at: null,
    created_at: SAMPLE_AT,
  },
  signing_key: {
    id: 6,
    kid: "k_7f3a",
    algorithm: "HS256",
    expires_at: null,
    revoked_at: null,
    created_at: SAMPLE_AT,
  },
  webhook: {
    id: 1,
    name: "Newsroom",
    url: "https://example.com/webhooks",
    failing_since: null,
    disabled_at: null,
    disabled_reason: null,
    created_at: SAMPLE_AT,
  },
  project: { id: 3, hash: "e5f6a7b8", name: "News", domain: "example.com" },
  invitation: { id: 17, role_id: 5, created_at: SAMPLE_AT, expires_at: "2026-11-08T10:00:00.000Z" },
  user: { id: 11, first_name: "Ada", last_name: "Lovelace" },
  invoice: { id: 21, number: "K-2026-00021", state: "open", issued_on: "2026-11-01", due_on: "2026-11-15" },
  account: { id: 2, name: "Harbour Films" },
};
/** What the invoice of an example is after its event. */
const SAMPLE_STATES: { readonly [Type in WebhookEvent]?: (typeof INVOICE_STATES)[number] } = {
  "invoice.paid": "paid",
  "invoice.overdue": "overdue",
  "invoice.voided": "void",
};

const sampleOf = (noun: ShownNoun, type: WebhookEvent) =>
  noun === "invoice" ? { ...SAMPLES.invoice, state: SAMPLE_STATES[type] ?? "open" } : SAMPLES[noun];

/** An example of a body. */
export function sampleBody(type: WebhookEvent) {
  const [first, ...others] = shownNouns(type);
  const shown = [first, ...(nounOf(type) === "playback" ? [] : others)].filter((noun) => noun !== undefined);
  return {
    id: "msg_5b1f6a0c8d3e4f12a7b6c5d4e3f2a1b0",
    type,
    api_version: WEBHOOK_API_VERSION,
    created_at: SAMPLE_AT,
    project_id: isAccountEvent(type) ? null : 3,
    data: {
      change: type.slice(type.indexOf(".") + 1),
      ...(isAccountEvent(type) ? { account_id: SAMPLES.account.id } : {}),
      ...Object.fromEntries(shown.map((noun) => [`${noun}_id`, SAMPLES[noun].id])),
      ...SAMPLE_DETAILS[type],
      ...Object.fromEntries(shown.map((noun) => [noun, sampleOf(noun, type)])),
    },
  };
}

const headers = [
  ["webhook-id", "The message's id, the same in every attempt."],
  ["webhook-timestamp", "When this attempt began, in seconds since 1970."],
  ["webhook-signature", "Signatures as Standard Webhooks writes them, separated by blanks: `v1,` and Base64."],
] as const;

/** The `webhooks` of the OpenAPI document (OpenAPI 3.1, "OpenAPI Object"): each type with its schema and an example. */
export const webhookDocument = (): Record<string, object> =>
  Object.fromEntries(
    WEBHOOK_EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          tags: ["Webhooks"],
          operationId: `webhook.${type}`,
          summary: WEBHOOK_EVENTS[type],
          security: [],
          parameters: headers.map(([name, description]) => ({
            name,
            in: "header",
            required: true,
            description,
            schema: { type: "string" },
          })),
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: z.toJSONSchema(eventBody(type), { target: "draft-2020-12" }),
                example: sampleBody(type),
              },
            },
          },
          responses: { "2XX": { description: "The message arrived. Every other answer makes Kinora send it again." } },
        },
      },
    ]),
  );
