import { beforeAll, expect, test } from "vitest";
import { createHttpServer } from "../../platform/http/http.ts";
import { createApi } from "../../processes/api.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { TUS_CAPABILITIES } from "./protocol.ts";
import { serveUploads } from "./tus.ts";

interface Parameter {
  name: string;
  $ref?: string;
}
interface Described {
  paths: Record<string, Record<string, { parameters?: Parameter[]; responses?: Record<string, object> }>>;
  components: { parameters: Record<string, Parameter> };
}

let described: Described["paths"];
let shared: Described["components"]["parameters"];

const services = await sharedServices();

beforeAll(async () => {
  const api = await createApi(services);
  const { paths, components } = (await api.inject("/openapi.json")).json<Described>();
  described = paths;
  shared = components.parameters;
  await api.close();
});

test("every route of the resumable uploads is described, and no other", async () => {
  const served: string[] = [];
  const app = createHttpServer({ ...services, name: "api", checks: {} });
  app.addHook("onRoute", ({ method, url }) => {
    // The same with a slash at the end is no other route.
    if (url.endsWith("/")) return;
    for (const each of [method].flat()) served.push(`${each.toLowerCase()} ${url.replace(":id", "{id}")}`);
  });
  await serveUploads(app, services, async () => ({ kind: "anonymous" }));
  const known = ["/uploads", "/uploads/{id}"].flatMap((path) =>
    Object.keys(described[path] ?? {})
      .filter((name) => name !== "parameters")
      .map((method) => `${method} ${path}`),
  );
  await app.close();
  expect(known.toSorted()).toEqual(served.toSorted());
});

test("the description keeps the contract's own operations on uploads", () => {
  expect(described["/uploads/{id}/status"]?.["get"]).toBeDefined();
});

test("addresses are described in the order of their names", () => {
  expect(Object.keys(described)).toEqual(Object.keys(described).toSorted());
});

test.each([
  [
    "/uploads",
    "post",
    ["Tus-Resumable", "Upload-Length", "Upload-Metadata", "Upload-Checksum", "Idempotency-Key"],
    "201",
  ],
  ["/uploads/{id}", "head", ["Tus-Resumable"], "200"],
  ["/uploads/{id}", "patch", ["Tus-Resumable", "Upload-Offset", "Upload-Checksum"], "204"],
  ["/uploads/{id}", "delete", ["Tus-Resumable"], "204"],
])("%s %s names the headers it takes", (path, method, headers, success) => {
  const operation = described[path]?.[method];
  expect(operation?.parameters?.map(({ name, $ref }) => shared[$ref?.split("/").at(-1) ?? ""]?.name ?? name)).toEqual(
    headers,
  );
  expect(operation?.responses?.[success]).toBeDefined();
});

test("every header of the answer to OPTIONS is described", () => {
  expect(described["/uploads"]?.["options"]?.responses?.["204"]).toMatchObject({
    headers: Object.fromEntries(Object.keys(TUS_CAPABILITIES).map((name) => [name, expect.anything()])),
  });
});
