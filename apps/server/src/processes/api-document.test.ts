import type { OperationMeta } from "@kinora/contract/access.ts";
import { contract } from "@kinora/contract/contract.ts";
import { sampleBody } from "@kinora/contract/webhooks/event-bodies.ts";
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from "@kinora/domain/webhooks/events.ts";
import { isContractProcedure } from "@orpc/contract";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { REFUSALS } from "../platform/refusal.ts";
import { sharedServices } from "../testing/fixtures.ts";
import { createApi } from "./api.ts";

interface Parameter {
  $ref?: string;
  in?: string;
  name?: string;
}
interface Operation {
  parameters?: Parameter[];
  responses: Record<string, { $ref?: string }>;
  security?: unknown[];
}
interface Message extends Operation {
  operationId: string;
  summary: string;
  description?: string;
  requestBody: { $ref?: string };
}
interface Described {
  info: { description: string };
  paths: Record<string, Partial<Record<(typeof METHODS)[number], Operation>> & { parameters?: Parameter[] }>;
  webhooks: Record<string, { post: Message }>;
  components: Record<"schemas" | "responses" | "requestBodies", Record<string, object>> & {
    parameters: Record<string, Parameter>;
  };
}
const METHODS = ["get", "put", "post", "patch", "delete", "head", "options"] as const;

const services = await sharedServices();
let text: string;
let described: Described;

beforeAll(async () => {
  const api = await createApi(services);
  const answer = await api.inject("/openapi.json");
  text = answer.body;
  described = answer.json();
  await api.close();
});

/** Every part of the document, with the path to it. */
function* partsOf(value: unknown, path = "#"): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [name, part] of Object.entries(value)) yield* partsOf(part, `${path}/${name}`);
}

/** What a reference of the document means; anything else is its own meaning. */
function meant<T extends { $ref?: string }>(part: T): object {
  const [, , kind, name] = part.$ref?.split("/") ?? [];
  if (kind === undefined || name === undefined) return part;
  return described.components[kind as keyof Described["components"]][name] ?? {};
}

/** A schema of the document as a reader of JSON Schema checks with it. */
function readSchema(schema: object): z.ZodType {
  const whole = JSON.stringify({ ...schema, $defs: described.components.schemas });
  return z.fromJSONSchema(
    JSON.parse(whole.replaceAll("#/components/schemas/", "#/$defs/")) as z.core.JSONSchema.BaseSchema,
  );
}

const JSON_BODY = z.object({ content: z.object({ "application/json": z.object({ schema: z.looseObject({}) }) }) });
const schemaOfBody = (body: { $ref?: string }) => JSON_BODY.parse(meant(body)).content["application/json"].schema;

test("the document is valid by Redocly's recommended rules", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    rules: {
      // A test's installation is on this machine, the product has no public licence, and rooms say by their names what they are.
      "no-server-example.com": "off",
      "info-license": "off",
      "tag-description": "off",
    },
  });
  const problems = await lintFromString({ source: text, absoluteRef: "/openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  const broken = text.replace('"openapi":"3.1', '"openapi":3,"x":"');
  await expect(lintFromString({ source: broken, absoluteRef: "/openapi.json", config })).rejects.toThrow("OpenAPI");
});

test("what repeats has a name: entities of the contract that of their export, events that of their object", () => {
  expect(Object.keys(described.components.schemas)).toEqual(
    expect.arrayContaining([
      ...["Video", "VideoDetail", "Stream", "StreamDetail", "Playlist", "Player", "Category", "Tag", "Person"],
      ...["Restream", "Webhook", "Rendition", "Message", "Refusal", "VideoOfEvent", "SigningKeyOfEvent"],
    ]),
  );
  const schemas = [...partsOf(described.paths)].filter(([, part]) => part["type"] === "object" && "properties" in part);
  const repeated = Map.groupBy(schemas, ([, part]) => JSON.stringify(part));
  const long = [...repeated].filter(([json, places]) => places.length > 2 && json.length > 150);
  expect(long.map(([, places]) => places.map(([path]) => path))).toEqual([]);
});

test("no schema has markers of the generator, or a pattern that is none to a strict reader", () => {
  const parts = [...partsOf(described)];
  expect(parts.length).toBeGreaterThan(5_000);
  const marked = parts.filter(([, part]) => Object.keys(part).some((name) => /^(?:x-|\$schema$|~)/.test(name)));
  expect(marked.map(([path]) => path)).toEqual([]);
  for (const [, { pattern }] of parts) if (typeof pattern === "string") expect(new RegExp(pattern, "u")).toBeDefined();
});

test("every operation has its refusals, and each status lists the operations that have it", () => {
  const missing: string[] = [];
  for (const operation of Object.values(contract).flatMap((room): unknown[] => Object.values(room))) {
    if (!isContractProcedure(operation)) throw new Error("A room has something else than operations.");
    const { route } = operation["~orpc"];
    const { access } = operation["~orpc"].meta as Partial<OperationMeta>;
    const found = described.paths[route.path ?? ""]?.[(route.method ?? "").toLowerCase() as (typeof METHODS)[number]];
    if (found?.responses["4XX"]?.$ref !== "#/components/responses/4XX")
      missing.push(`${route.method} ${route.path} 4XX`);
    if (access?.who === "anyone" && found?.security?.length !== 0) missing.push(`${route.path} security`);
  }
  expect(missing).toEqual([]);
});

test("every status of a refusal is described, and its body is a refusal's", () => {
  const { "4XX": refused } = described.components.responses;
  expect(refused).toMatchObject({
    headers: { "WWW-Authenticate": {}, "Retry-After": {} },
    content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
  });
  const lines = String((refused as { description: string }).description).split("\n");
  const isListed = (status: number) =>
    lines.filter((line) => line.startsWith("- ") && line.includes(`\`${status}\``)).length;
  const statuses = [...new Set<number>(Object.values(REFUSALS))];
  const answered = [...statuses, 400, 408].filter((status) => status < 500);
  expect(answered.filter((status) => isListed(status) !== 1)).toEqual([]);
  // What every operation can be answered is said once, at the head of the document.
  const failed = statuses.filter((status) => status >= 500);
  for (const status of failed) expect(described.info.description).toContain(`\`${status}\``);
  for (const word of ["`5XX`", "`Retry-After`"]) expect(described.info.description).toContain(word);
  const body = { message: "Too many requests.", code: "rate_limited", request_id: "r-1" };
  const schema = readSchema({ $ref: "#/components/schemas/Refusal" });
  expect(schema.safeParse({ ...body, errors: { name: ["It is too long."] } }).error).toBeUndefined();
  for (const field of Object.keys(body)) expect(schema.safeParse({ ...body, [field]: undefined }).success).toBe(false);
});

test("what is in an address is said once for all operations of its path, and every name in it is said", () => {
  const nameOf = ({ $ref, name }: Parameter) =>
    described.components.parameters[$ref?.split("/").at(-1) ?? ""]?.name ?? name;
  for (const [path, item] of Object.entries(described.paths)) {
    const shared = (item.parameters ?? []).map(nameOf);
    const operations = METHODS.flatMap((method) => item[method] ?? []);
    const inAddress = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    if (operations.length > 1) expect(new Set(shared), path).toEqual(new Set(inAddress));
    for (const { parameters = [] } of operations) {
      const own = parameters.map(nameOf);
      expect(
        inAddress.filter((name) => !shared.includes(name) && !own.includes(name)),
        path,
      ).toEqual([]);
      expect(
        own.filter((name) => shared.includes(name)),
        path,
      ).toEqual([]);
    }
  }
});

test("every message of a webhook refers to what all have, and its answer is said once", () => {
  for (const { post } of Object.values(described.webhooks))
    expect(post.responses).toEqual({ "2XX": { $ref: "#/components/responses/Arrived" } });
  expect(described.components.schemas["ProjectMessage"]).toMatchObject({
    required: ["id", "api_version", "created_at", "project_id", "type", "data"],
  });
});

/** The types of events that a webhook of the document describes, by what its body's schema takes. */
function typesOf({ requestBody }: Message): readonly string[] {
  const schema = readSchema(schemaOfBody(requestBody));
  return WEBHOOK_EVENT_TYPES.filter((type) => schema.safeParse(sampleBody(type)).success);
}

test("every type of the catalogue is described by one webhook, whose schema takes its example and no other type's", () => {
  const byType = Object.entries(described.webhooks).flatMap(([name, { post }]) =>
    typesOf(post).map((type) => [type, name] as const),
  );
  expect(byType.map(([type]) => type).toSorted()).toEqual(WEBHOOK_EVENT_TYPES.toSorted());
  expect(new Set(byType.map(([, name]) => name))).toEqual(new Set(Object.keys(described.webhooks)));
  const named = new Map<string, string>(byType);
  for (const type of WEBHOOK_EVENT_TYPES) {
    const { post } = described.webhooks[named.get(type) ?? ""] ?? {};
    expect(`${post?.summary}\n${post?.description}`, type).toContain(WEBHOOK_EVENTS[type]);
  }
});

test("every example in the document is what its schema takes", () => {
  const failed: string[] = [];
  let count = 0;
  for (const [path, { examples, ...schema }] of partsOf(described)) {
    if (!Array.isArray(examples) || path.endsWith("/properties")) continue;
    const read = readSchema(schema);
    for (const example of examples as unknown[]) {
      count += 1;
      const { error } = read.safeParse(example);
      if (error) failed.push(`${path}: ${JSON.stringify(example)}: ${error.message}`);
    }
  }
  expect(failed).toEqual([]);
  expect(count).toBeGreaterThan(50);
});

test("the document has half of the bytes for each operation that it had before its schemas had names", () => {
  // Those were 2,300. It grows with the number of operations alone.
  const operations = Object.values(described.paths).flatMap((path) => METHODS.filter((method) => method in path));
  expect(operations.length).toBeGreaterThan(400);
  expect(Buffer.byteLength(text) / operations.length).toBeLessThan(1_150);
});
