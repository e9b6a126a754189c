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

const CHANGE = z.string().describe("What happened, where the type is the update of an object.");

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
      change: CHANGE,
      ...(isAccountEvent(type) ? { account_id: idOf(SAMPLE_OBJECTS.account.id) } : {}),
      ...details[type],
      ...Object.fromEntries(nouns.map((noun) => [`${noun}_id`, idOf(SAMPLE_OBJECTS[noun].id)])),
      ...Object.fromEntries(
        nouns.map((noun) => {
          const title = `${noun.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())}OfEvent`;
          const object = eventObjects[noun].meta({ title, examples: [SAMPLE_OBJECTS[noun]] }).nullable();
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

/** What the data of all types has, which is said once for all of them. */
const sharedData = z
  .looseObject({ change: CHANGE })
  .describe("Objects are as they were when the message was first sent, and null when they are gone.");

/** A schema as a part of the document. */
function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const {
    $schema: _dialect,
    additionalProperties: _open,
    ...json
  } = z.toJSONSchema(schema, { target: "draft-2020-12" });
  return json;
}

/** The data of a type, without what all have. */
function ownData(type: WebhookEvent) {
  const { change: _change, ...own } = eventBody(type).shape.data.shape;
  return z.looseObject(own);
}

/** The schema of bodies whose data is alike: what all have, then what their types and their data are. */
function bodySchema(types: readonly [WebhookEvent, ...WebhookEvent[]]) {
  const [type] = types;
  const { type: _type, data: _data, ...shared } = eventBody(type).shape;
  const title = isAccountEvent(type) ? "AccountMessage" : "ProjectMessage";
  const all = z.looseObject({ ...shared, type: z.string(), data: sharedData }).meta({ title });
  const own = z
    .looseObject({ type: types.length > 1 ? z.enum(types) : z.literal(type), data: ownData(type) })
    .partial();
  return { allOf: [jsonSchemaOf(all), jsonSchemaOf(own)] };
}

/** Types whose data is alike, by a name: most types of a noun by that, and every other type alone. */
function likeTypes(): Map<string, [WebhookEvent, ...WebhookEvent[]]> {
  const groups = Map.groupBy(WEBHOOK_EVENT_TYPES, (type) => {
    const place = isAccountEvent(type) ? "account" : "project";
    return `${place} ${nounOf(type)} ${JSON.stringify(jsonSchemaOf(ownData(type)))}`;
  });
  const named = new Map<string, [WebhookEvent, ...WebhookEvent[]]>();
  for (const [first, ...others] of [...groups.values()].toSorted((one, other) => other.length - one.length)) {
    if (first === undefined) continue;
    if (others.length > 0 && !named.has(nounOf(first))) named.set(nounOf(first), [first, ...others]);
    else for (const type of [first, ...others]) named.set(type, [type]);
  }
  return named;
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

/** What happens when messages of some types are sent. */
function said(name: string, types: readonly WebhookEvent[]): { summary: string; description?: string } {
  const [type] = types;
  if (type !== undefined && types.length === 1) return { summary: WEBHOOK_EVENTS[type] };
  const each = types.map((one) => `- \`${one}\`: ${WEBHOOK_EVENTS[one]}`);
  return { summary: `Events of the kind \`${name}\`.`, description: each.join("\n") };
}

/**
 * The `webhooks` of the OpenAPI document (OpenAPI 3.1, "OpenAPI Object"): one for all types of a noun whose data is alike, with
 * their schema, which has examples at its fields.
 */
export const webhookDocument = (): Record<string, object> =>
  Object.fromEntries(
    [...likeTypes()].map(([name, types]) => [
      name,
      {
        post: {
          tags: ["Webhooks"],
          operationId: `webhook.${name}`,
          ...said(name, types),
          security: [],
          parameters: headers.map(([header, description]) => ({
            name: header,
            in: "header",
            required: true,
            description,
            schema: { type: "string" },
          })),
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: bodySchema(types),
              },
            },
          },
          responses: { "2XX": { $ref: "#/components/responses/Arrived" } },
        },
      },
    ]),
  );
