import {
  API_KEY_ADDRESSES_MAX,
  API_KEY_NAME_MAX,
  API_KEY_ORIGINS_MAX,
  API_KEYS_MAX,
  API_REQUEST_DAYS,
  OVERLAP_DAYS_MAX,
} from "@kinora/domain/api-keys/limits.ts";
import { mayHaveOrigins } from "@kinora/domain/api-keys/scopes.ts";
import { API_KEY_STATES } from "@kinora/domain/api-keys/states.ts";
import { API_KEY_SCOPES, PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { parseRange } from "@kinora/domain/restrictions/addresses.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, line, message, moment, named, pageOrigin, person, readVersion, version } from "../shapes.ts";

const TAGS = ["API keys"];

/** An API key without its secret. */
export const apiKey = z.object({
  id: z.number(),
  name: z.string(),
  /** The first characters of the secret. */
  prefix: z.string(),
  /** `full`, `read` or `upload` alone, or permissions one by one. */
  scopes: z.array(z.string()),
  /** Permissions of the scopes that the key does not have, since its maker does not have them now. */
  lacks: z.array(z.enum(PERMISSIONS)),
  /** Addresses and ranges it works from; none: every address. */
  addresses: z.array(z.string()),
  /** Origins of pages whose scripts may use it. */
  origins: z.array(z.string()),
  state: z.enum(API_KEY_STATES),
  expires_at: moment.nullable(),
  /** Until when the secret before the last rotation works; null when it does not. */
  old_secret_until: moment.nullable(),
  last_used_at: moment.nullable(),
  /** The network it was last used from: an address without its last part. */
  last_used_address: z.string().nullable(),
  /** In this hour and the 23 before. */
  requests_24h: z.number(),
  version,
  created_by: person.nullable(),
  created_at: moment,
});

const unique = (texts: string[]) => [...new Set(texts)];
const atMost = (count: number, what: string) => `A key can have up to ${count} ${what}.`;

const address = z
  .string()
  .trim()
  .max(50, "Write an address or a range, such as 192.0.2.0/24 or 2001:db8::/32.")
  .refine((text) => parseRange(text) !== null, "Write an address or a range, such as 192.0.2.0/24 or 2001:db8::/32.");

const settings = {
  name: line("Name", API_KEY_NAME_MAX),
  scopes: z
    .array(z.enum([...API_KEY_SCOPES, ...PERMISSIONS], "Choose full, read, upload or permissions of the list."))
    .min(1, "Choose at least one permission.")
    .max(PERMISSIONS.length + API_KEY_SCOPES.length, "Choose each permission once.")
    .transform(unique),
  addresses: z
    .array(address)
    .max(API_KEY_ADDRESSES_MAX, atMost(API_KEY_ADDRESSES_MAX, "addresses and ranges"))
    .transform(unique)
    .default([]),
  origins: z
    .array(pageOrigin)
    .max(API_KEY_ORIGINS_MAX, atMost(API_KEY_ORIGINS_MAX, "origins"))
    .transform(unique)
    .default([]),
  expires_at: z.iso.datetime({ offset: true, error: "Choose a time, such as 2027-01-31T00:00:00Z." }).nullable(),
};

const originsSuitScopes = (key: { scopes: string[]; origins: string[] }): boolean =>
  key.origins.length === 0 || mayHaveOrigins(key.scopes);
const UNSUITABLE = {
  path: ["origins"],
  message: "Only keys that read or upload may be used on pages: everyone can read a key there.",
};

/** The key with its secret, which is in this answer alone. */
const shownOnce = message.extend({ data: apiKey, secret: z.string() });
const changed = message.extend({ data: apiKey });

export const listApiKeys = operation(holds("api_view", "project", "api_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/api-keys",
    tags: TAGS,
    summary: "The API keys of a project, the newest first.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(apiKey) }));

export const createApiKey = operation(holds("api_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/api-keys",
    tags: TAGS,
    successStatus: 201,
    summary: `Creates an API key that may do no more than its creator; a project can have ${API_KEYS_MAX}. Shows the secret this once.`,
  })
  .input(z.object({ project_id: id, ...settings }).refine(originsSuitScopes, UNSUITABLE))
  .output(shownOnce);

export const updateApiKey = operation(holds("api_manage", "project"))
  .route({
    method: "PUT",
    path: "/projects/{project_id}/api-keys/{id}",
    tags: TAGS,
    summary: "Changes the name, the scopes and the limits of an API key.",
  })
  .input(z.object({ project_id: id, id, version: readVersion, ...settings }).refine(originsSuitScopes, UNSUITABLE))
  .output(changed);

export const rotateApiKey = operation(holds("api_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/api-keys/{id}/rotate",
    tags: TAGS,
    summary: `Gives an API key a new secret, shown this once; the old one works for up to ${OVERLAP_DAYS_MAX} more days.`,
  })
  .input(
    z.object({
      project_id: id,
      id,
      valid_days: z
        .number(`Choose 0 to ${OVERLAP_DAYS_MAX} days.`)
        .int(`Choose 0 to ${OVERLAP_DAYS_MAX} days.`)
        .min(0, `Choose 0 to ${OVERLAP_DAYS_MAX} days.`)
        .max(OVERLAP_DAYS_MAX, `Choose 0 to ${OVERLAP_DAYS_MAX} days.`)
        .default(1),
    }),
  )
  .output(shownOnce);

export const disableApiKey = operation(holds("api_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/api-keys/{id}/disable",
    tags: TAGS,
    summary: "Disables an API key: its next request is refused.",
  })
  .input(z.object({ project_id: id, id }))
  .output(changed);

export const enableApiKey = operation(holds("api_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/api-keys/{id}/enable",
    tags: TAGS,
    summary: "Enables a disabled API key.",
  })
  .input(z.object({ project_id: id, id }))
  .output(changed);

export const deleteApiKey = operation(holds("api_manage", "project"))
  .route({
    method: "DELETE",
    path: "/projects/{project_id}/api-keys/{id}",
    tags: TAGS,
    summary: "Deletes an API key: its next request is refused.",
  })
  .input(z.object({ project_id: id, id }))
  .output(message);

export const listApiRequests = operation(holds("api_view", "project", "api_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/api-requests",
    tags: TAGS,
    summary: `The requests that keys of a project made in ${API_REQUEST_DAYS} days, the newest first; of a key that makes many, a sample.`,
  })
  .input(
    z.object({
      project_id: id,
      /** Of one key. */
      key: id.optional(),
      /** Only those that were answered with 400 and above. */
      failed: z.enum(["true", "false"]).optional(),
      /** Those before this one: the last `id` of the page before. */
      before: id.optional(),
    }),
  )
  .output(
    z.object({
      data: z.array(
        z.object({
          id: z.number(),
          at: moment,
          key: named,
          method: z.string(),
          /** Without the query. */
          path: z.string(),
          status: z.number(),
          milliseconds: z.number(),
          /** How many requests this one represents. */
          represents: z.number(),
        }),
      ),
      /** Whether there are older ones. */
      more: z.boolean(),
    }),
  );
