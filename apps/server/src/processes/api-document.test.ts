import type { OperationMeta } from "@kinora/contract/access.ts";
import { contract } from "@kinora/contract/contract.ts";
import { isContractProcedure } from "@orpc/contract";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { beforeAll, expect, test } from "vitest";
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
interface Described {
  info: { description: string };
  paths: Record<string, Partial<Record<(typeof METHODS)[number], Operation>> & { parameters?: Parameter[] }>;
  webhooks: Record<string, { post?: Operation & { description?: string; requestBody?: object } }>;
  components: Record<"schemas" | "responses", Record<string, object>> & { parameters: Record<string, Parameter> };
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
  const refusal = { content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } } };
  const { "4XX": refused } = described.components.responses;
  expect(refused).toMatchObject({ ...refusal, headers: { "WWW-Authenticate": {}, "Retry-After": {} } });
  for (const status of [401, 403, 404, 409, 413, 415, 422, 429])
    expect(JSON.stringify(refused)).toContain(`\`${status}\``);
  // What every operation can be answered is said once.
  for (const word of ["`5XX`", "`503`", "`Retry-After`"]) expect(described.info.description).toContain(word);
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
  const posts = Object.values(described.webhooks).map(({ post }) => post);
  expect(posts.length).toBeGreaterThan(25);
  for (const post of posts) expect(post?.responses).toEqual({ "2XX": { $ref: "#/components/responses/Arrived" } });
  expect(described.components.schemas["ProjectMessage"]).toMatchObject({
    required: ["id", "api_version", "created_at", "project_id", "type", "data"],
  });
});

test("the document has half of the bytes for each operation that it had before its schemas had names", () => {
  // Those were 2,300. It grows with the number of operations alone.
  const operations = Object.values(described.paths).flatMap((path) => METHODS.filter((method) => method in path));
  expect(operations.length).toBeGreaterThan(400);
  expect(Buffer.byteLength(text) / operations.length).toBeLessThan(1_150);
});
