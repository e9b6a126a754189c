import { randomUUID } from "node:crypto";
import type { AnyContractProcedure } from "@orpc/contract";
import { z } from "zod";
import type { Sample, Things } from "./access-samples.ts";
import type { Shape } from "./odd-values.ts";

function inputShape(operation: AnyContractProcedure): Shape {
  const inputSchema: unknown = operation["~orpc"].inputSchema;
  if (!(inputSchema instanceof z.ZodType)) return {};
  return z.toJSONSchema(inputSchema, { io: "input", unrepresentable: "any", target: "draft-2020-12" }) as Shape;
}

/** The input fields an operation declares, including path parameters. */
export const inputOf = (operation: AnyContractProcedure): Record<string, Shape> =>
  inputShape(operation).properties ?? {};

/** The fields of an operation's answer; none for an answer that is no object. */
export function outputOf(operation: AnyContractProcedure): Record<string, Shape> {
  const outputSchema: unknown = operation["~orpc"].outputSchema;
  if (!(outputSchema instanceof z.ZodType)) return {};
  const shape = z.toJSONSchema(outputSchema, { unrepresentable: "any", target: "draft-2020-12" }) as Shape;
  return shape.properties ?? {};
}

/** The names of the parameters in an operation's path, in their order. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));

/** The row that a parameter directly after its collection identifies, as in `/streams/{stream_id}/restreams/{id}`. */
const COLLECTIONS: Record<string, keyof Things> = {
  accounts: "account",
  projects: "project",
  videos: "video",
  transcodes: "transcode",
  workers: "worker",
  "live-hosts": "liveHost",
  uploads: "upload",
  categories: "category",
  tags: "tag",
  streams: "stream",
  users: "member",
  roles: "ownRole",
  owners: "coOwner",
  members: "member",
  people: "member",
  invitations: "invitation",
  "blocked-users": "blocked",
  trash: "trashed",
  bulk: "bulkJob",
  "import-jobs": "importJob",
  captions: "captions",
  "audio-tracks": "audioTrack",
  renditions: "rendition",
  restreams: "restream",
  "guest-links": "guestLink",
  recordings: "recording",
  players: "player",
  restrictions: "restriction",
  schedules: "adSchedule",
  "signing-keys": "signingKey",
  "api-keys": "apiKey",
  "upload-tokens": "uploadToken",
  webhooks: "webhook",
  deliveries: "delivery",
  playlists: "playlist",
  plans: "plan",
  invoices: "invoice",
  runs: "invoiceRun",
  sellers: "seller",
  backups: "backup",
  chores: "chore",
  items: "video",
  domains: "mailDomain",
  "sign-in-domains": "mailDomain",
};

/**
 * Sample calls that match an operation's input schema: the rows in its path, required fields, and
 * the `odd` fields, which override them.
 */
export function sampleCalls(operation: AnyContractProcedure) {
  const { path: template = "", method } = operation["~orpc"].route;
  // Computed once for all calls: it takes a millisecond.
  const { properties = {}, required = [] } = inputShape(operation);
  return (things: Things, odd: Record<string, unknown> = {}): Sample => {
    const value = (name: string) => sampleValue(name, properties[name] ?? {}, things);
    const path: Sample["path"] = {};
    for (const [, collection = "", name = ""] of template.matchAll(/([\w-]+)\/\{(\w+)\}/g)) {
      const thing = COLLECTIONS[collection];
      path[name] = thing ? things[thing] : String(value(name));
    }
    const names = required.filter((name) => !(name in path) && !(name in odd));
    const fields = { ...Object.fromEntries(names.map((name) => [name, value(name)])), ...odd };
    if (Object.keys(fields).length === 0) return { path };
    if (method !== "GET") return { path, body: fields };
    const texts = Object.entries(fields).flatMap(([name, field]): [string, string][] =>
      Array.isArray(field) ? field.map((each) => [`${name}[]`, String(each)]) : [[name, String(field)]],
    );
    return { path, query: new URLSearchParams(texts).toString() };
  };
}

/** A value that matches a schema. @throws Error for an id whose name does not identify the row */
function sampleValue(name: string, shape: Shape, things: Things): unknown {
  if (/(^|_)ids?$/.test(name)) {
    const thing = Object.entries(things).find(([key]) => `${key}_id` === name);
    if (!thing) throw new Error(`Add the row for the field ${name} to access-samples.ts.`);
    return thing[1];
  }
  const { const: only, enum: choices, anyOf = [], items, properties = {}, required = [], type } = shape;
  if (only !== undefined) return only;
  if (choices) return choices[0];
  const [first] = anyOf;
  if (first) return anyOf.some((other) => other.type === "null") ? null : sampleValue(name, first, things);
  if (type === "array") return items ? [sampleValue(name, items, things)] : [];
  if (type === "object")
    return Object.fromEntries(required.map((field) => [field, sampleValue(field, properties[field] ?? {}, things)]));
  if (type === "boolean") return false;
  if (type === "integer" || type === "number") return Math.max(shape.minimum ?? 0, 0);
  return `Sample ${randomUUID()}`.slice(0, shape.maxLength);
}
