import { writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { LOGIN_HEADER } from "@kinora/contract/people/login.ts";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import type { FastifyInstance } from "fastify";
import { beforeAll, expect, test } from "vitest";
import type { Services } from "../context.ts";
import { createLoginApp } from "../login/app.ts";
import { anEdge } from "../playback/testing.ts";
import { sharedServices } from "../testing/fixtures.ts";
import { createApi } from "./api.ts";
import { createConsoleServer } from "./console.ts";

const services = await sharedServices();
const folder = testFolder("methods");

beforeAll(async () => {
  for (const name of ["index.html", "home.html"]) await writeFile(join(folder, name), "<!doctype html>");
});

const APPS: Record<"console" | "login" | "api" | "edge", (services: Services) => Promise<FastifyInstance>> = {
  console: (given) => createConsoleServer(given, folder),
  login: createLoginApp,
  api: createApi,
  edge: async (given) => (await anEdge(given)).app,
};
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

test.each(Object.entries(APPS))("%s says at each address which methods it has", async (role, make) => {
  const app = await make(services);
  const { login } = services.config.urls;
  const headers = role === "login" ? { [LOGIN_HEADER]: "1", origin: new URL(login).origin } : {};
  const all = app.answered.all();
  expect(all.length).toBeGreaterThan(3);
  for (const { pattern, methods } of all) {
    // With a slash at its end it is an upload without an id, which is missing.
    if (pattern === "/uploads/") continue;
    const url = pattern.replaceAll(/:\w+/g, "1").replaceAll("*", "x");
    // What has an answer to OPTIONS of its own says more.
    const options = await app.inject({ method: "OPTIONS", url });
    expect([pattern, options.statusCode]).toEqual([pattern, methods.includes("OPTIONS") ? expect.any(Number) : 204]);
    if (!methods.includes("OPTIONS")) expect([pattern, options.headers.allow]).toEqual([pattern, allowOf(app, url)]);
    for (const method of METHODS.filter((one) => !allowOf(app, url).split(", ").includes(one))) {
      // Requests of tus without its version are refused before their method is looked at.
      const answer = await app.inject({ method, url, headers: { ...headers, "tus-resumable": "1.0.0" } });
      expect([pattern, method, answer.statusCode]).toEqual([pattern, method, 405]);
      expect([pattern, method, answer.headers.allow]).toEqual([pattern, method, allowOf(app, url)]);
    }
  }
  await app.close();
});

const allowOf = (app: FastifyInstance, url: string) => app.answered.methodsAt(url).join(", ");

test("an address that cannot be read is refused like any other request", async () => {
  const app = await createApi(services);
  const { statusCode, headers, json } = await app.inject({ url: "/videos/%E0%A4%A" });
  expect([statusCode, headers["x-content-type-options"], json()]).toEqual([
    400,
    "nosniff",
    {
      message: "This address has an escape that cannot be read.",
      code: "bad_request",
      request_id: headers["x-request-id"],
    },
  ]);
  await app.close();
});

test("the edge answers HEAD and OPTIONS of media, and refuses what is sent to them", async () => {
  const { app } = await anEdge(services);
  const { port } = app.server.address() as AddressInfo;
  for (const path of ["/hls/abcdefghij/master.m3u8", "/hls/abcdefghij/live.m3u8"]) {
    const of = (method: string) => fetch(`http://127.0.0.1:${port}${path}`, { method });
    const [get, head, options, post] = [await of("GET"), await of("HEAD"), await of("OPTIONS"), await of("POST")];
    expect([path, head.status]).toEqual([path, get.status]);
    expect([path, options.status]).toEqual([path, 204]);
    expect([path, post.status, post.headers.get("allow")]).toEqual([path, 405, "GET, HEAD, OPTIONS"]);
  }
  await app.close();
});

test("a page's preflight request is answered as before, and one without Origin as a question for methods", async () => {
  const app = await createApi(services);
  const ask = { method: "OPTIONS", url: "/projects/1/videos" } as const;
  const { origin } = new URL(services.config.urls.console);
  const preflight = await app.inject({ ...ask, headers: { origin, "access-control-request-method": "GET" } });
  expect([preflight.statusCode, preflight.headers["access-control-allow-origin"]]).toEqual([204, origin]);
  expect(preflight.headers["access-control-allow-methods"]).toContain("PUT");
  const plain = await app.inject(ask);
  expect([plain.statusCode, plain.headers.allow]).toEqual([204, "GET, HEAD, OPTIONS"]);
  expect((await app.inject({ ...ask, url: "/nothing" })).statusCode).toBe(404);
  await app.close();
});

test("the OpenAPI document says that a body takes no other fields", async () => {
  const app = await createApi(services);
  const document: { paths: Record<string, { put?: { requestBody?: unknown } }> } = (
    await app.inject({ url: "/openapi.json" })
  ).json();
  expect(document.paths["/videos/{id}"]?.put?.requestBody).toMatchObject({
    content: {
      "application/json": {
        schema: { additionalProperties: false, properties: { metadata: { items: { additionalProperties: false } } } },
      },
    },
  });
  await app.close();
});

test("a network that asks too often gets the time of its next try", async () => {
  const app = await createApi(services);
  let answer = await app.inject({ url: "/nothing" });
  for (let asked = 1; answer.statusCode === 404 && asked < 4_000; asked += 1)
    answer = await app.inject({ url: "/nothing" });
  expect(answer.statusCode).toBe(429);
  expect(answer.json()).toMatchObject({
    code: "rate_limited",
    message: expect.stringMatching(/^Too many requests\. Try again in \d+ seconds?\.$/),
  });
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  await app.close();
});
