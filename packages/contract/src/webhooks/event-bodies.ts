import type { INVOICE_STATES } from "@kinora/domain/billing/invoice-states.ts";
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
import { eventObjects, SAMPLE_AT, SAMPLE_OBJECTS, type ShownNoun } from "./event-objects.ts";

const at = z.iso.datetime({ offset: true });
const number = z.number().int();
/** An id of an object that a body shows. */
const idOf = (id: number) => number.meta({ examples: [id] }).optional();

/**
 * Whose objects a body shows where it is not the object of its noun: recordings and restreams are of a livestream, uploads of a
 * video, usage of the project, a test of a webhook. What is refused to play is one of three.
 */
const SHOWN: Readonly<Record<string, readonly ShownNoun[]>> = {
  recording: ["stream"],
  captions: ["video"],
  audio_track: ["video"],
  rendition: ["video", "rendition"],
  restream: ["stream"],
  upload: ["video"],
  playback: ["video", "stream", "playlist"],
  usage: ["project"],
  ping: ["webhook"],
};
const isShown = (noun: string): noun is ShownNoun => Object.hasOwn(eventObjects, noun);

const SAMPLE_ID = "msg_5b1f6a0c8d3e4f12a7b6c5d4e3f2a1b0";

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
  "captions.ready": { captions_id: idOf(5).nullable().describe("The captions; null when nothing was said.") },
  "captions.failed": { code: z.string().describe("Why, for programs.") },
  "audio_track.ready": { audio_track_id: idOf(6) },
  "audio_track.failed": { audio_track_id: idOf(6), code: z.string().describe("Why, for programs.") },
  "restream.error": { restream_id: idOf(4), reason: z.string().describe("As the log of the livestream has it.") },
  "playback.denied": { restriction_id: idOf(3), reason: z.enum(REASON_CODES).describe("The rule that refused.") },
  "usage.threshold": {
    meter: z.literal("storage"),
    bytes: number.describe("What the project stores."),
    threshold_bytes: number.describe("Its soft quota."),
  },
  "invoice.credited": { credit_note_id: number.describe("The credit note, which has a number of its own.") },
  "invoice.voided": { credit_note_id: number.describe("The credit note, which has a number of its own.") },
  "account.usage_threshold": {
    meter: z.enum(METERS).describe("What is used up."),
    month: z.string().regex(/^\d{4}-\d{2}$/),
    percent: number.describe("50, 80 or 100: the part of what the plan includes."),
  },
};
const SAMPLE_DETAILS: { readonly [Type in WebhookEvent]?: Record<string, unknown> } = {
  "upload.failed": { code: "timeout" },
  "captions.ready": { captions_id: 5 },
  "captions.failed": { code: "speech_unavailable" },
  "audio_track.ready": { audio_track_id: 6 },
  "audio_track.failed": { audio_track_id: 6, code: "corrupt_file" },
  "restream.error": { restream_id: 4, reason: "The server cannot be reached: ECONNREFUSED." },
  "playback.denied": { restriction_id: 3, reason: "referrer_not_allowed" },
  "usage.threshold": { meter: "storage", bytes: 80_000_000_000, threshold_bytes: 80_000_000_000 },
  "invoice.credited": { credit_note_id: 22 },
  "invoice.voided": { credit_note_id: 22 },
  "account.usage_threshold": { meter: "traffic", month: "2026-11", percent: 80 },
};

/** What the body of a type looks like. */
export function eventBody(type: WebhookEvent) {
  const nouns = shownNouns(type);
  const isOneOf = nouns.length > 1 && nounOf(type) === "playback";
  return z.object({
    id: z.string().meta({ description: "The header webhook-id, the same in every attempt.", examples: [SAMPLE_ID] }),
    type: z.literal(type),
    api_version: z.literal(WEBHOOK_API_VERSION),
    created_at: at.meta({ description: "When it happened.", examples: [SAMPLE_AT] }),
    project_id: isAccountEvent(type)
      ? z.null().describe("It is of the account, and of no single project.")
      : number.meta({ examples: [3] }),
    data: z.looseObject({
      change: z.string().describe("What happened, where the type is the update of an object."),
      ...(isAccountEvent(type) ? { account_id: idOf(SAMPLE_OBJECTS.account.id) } : {}),
      ...details[type],
      ...Object.fromEntries(nouns.map((noun) => [`${noun}_id`, idOf(SAMPLE_OBJECTS[noun].id)])),
      ...Object.fromEntries(
        nouns.map((noun) => {
          const title = `${noun.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())}OfEvent`;
          const object = eventObjects[noun]
            .meta({ title, examples: [SAMPLE_OBJECTS[noun]] })
            .nullable()
            .describe("As it was when the message was first sent; null when it is gone.");
          return [noun, isOneOf ? object.optional() : object];
        }),
      ),
    }),
  });
}

/** What the invoice of an example is after its event. */
const SAMPLE_STATES: { readonly [Type in WebhookEvent]?: (typeof INVOICE_STATES)[number] } = {
  "invoice.paid": "paid",
  "invoice.overdue": "overdue",
  "invoice.voided": "void",
};

const sampleOf = (noun: ShownNoun, type: WebhookEvent) =>
  noun === "invoice" ? { ...SAMPLE_OBJECTS.invoice, state: SAMPLE_STATES[type] ?? "open" } : SAMPLE_OBJECTS[noun];

/** An example of a body. */
export function sampleBody(type: WebhookEvent) {
  const [first, ...others] = shownNouns(type);
  const shown = [first, ...(nounOf(type) === "playback" ? [] : others)].filter((noun) => noun !== undefined);
  return {
    id: SAMPLE_ID,
    type,
    api_version: WEBHOOK_API_VERSION,
    created_at: SAMPLE_AT,
    project_id: isAccountEvent(type) ? null : 3,
    data: {
      change: type.slice(type.indexOf(".") + 1),
      ...(isAccountEvent(type) ? { account_id: SAMPLE_OBJECTS.account.id } : {}),
      ...Object.fromEntries(shown.map((noun) => [`${noun}_id`, SAMPLE_OBJECTS[noun].id])),
      ...SAMPLE_DETAILS[type],
      ...Object.fromEntries(shown.map((noun) => [noun, sampleOf(noun, type)])),
    },
  };
}

/** The schema of a body: what all have, then what its type and its data are. */
function bodySchema(type: WebhookEvent) {
  const { type: own, data, ...shared } = eventBody(type).shape;
  const title = isAccountEvent(type) ? "AccountMessage" : "ProjectMessage";
  const all = z.looseObject({ ...shared, type: z.string(), data: z.looseObject({}) }).meta({ title });
  const parts = [all, z.looseObject({ type: own, data }).partial()];
  return {
    allOf: parts.map((part) => {
      const {
        $schema: _dialect,
        additionalProperties: _open,
        ...schema
      } = z.toJSONSchema(part, {
        target: "draft-2020-12",
      });
      return schema;
    }),
  };
}

const headers = [
  ["webhook-id", "The message's id, the same in every attempt."],
  ["webhook-timestamp", "When this attempt began, in seconds since 1970."],
  ["webhook-signature", "Signatures as Standard Webhooks writes them, separated by blanks: `v1,` and Base64."],
] as const;

/** The answers that the webhooks of the document refer to. */
export const WEBHOOK_RESPONSES: Readonly<Record<string, object>> = {
  Arrived: { description: "The message arrived. Every other answer makes Kinora send it again." },
};

/** The `webhooks` of the OpenAPI document (OpenAPI 3.1, "OpenAPI Object"): each type with its schema, which has examples at its fields. */
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
                schema: bodySchema(type),
              },
            },
          },
          responses: { "2XX": { $ref: "#/components/responses/Arrived" } },
        },
      },
    ]),
  );
