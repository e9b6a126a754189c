import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import type { FastifyInstance } from "fastify";
import { beforeAll, expect, test } from "vitest";
import type { Services } from "../context.ts";
import { createLoginApp } from "../login/app.ts";
import { apiKeyHash } from "../platform/secrets/api-key-secret.ts";
import { uploadTokenIn } from "../platform/secrets/upload-token.ts";
import { aProject } from "../platform/testing.ts";
import { anEdge } from "../playback/testing.ts";
import { someThings } from "../testing/access-things.ts";
import { addApiKey, sharedServices } from "../testing/fixtures.ts";
import { operations } from "../testing/operations.ts";
import { createApi } from "./api.ts";
import { createConsoleServer } from "./console.ts";

const services = await sharedServices();
const folder = testFolder("headers");

beforeAll(async () => {
  for (const name of ["index.html", "home.html"]) await writeFile(join(folder, name), "<!doctype html>");
});

const APPS: Record<"console" | "login" | "api" | "edge", (services: Services) => Promise<FastifyInstance>> = {
  console: (given) => createConsoleServer(given, folder),
  login: createLoginApp,
  api: createApi,
  edge: async (given) => (await anEdge(given)).app,
};

const ADDRESSES = [
  "/",
  "/healthz",
  "/nothing",
  "/%E0%A4%A",
  "/oidc/auth",
  "/host",
  "/docs",
  "/openapi.json",
  "/session/start",
];
const MEDIA = ["/hls/abcdefghij/master.m3u8", "/hls/nothing", "/embed/abcdefghij", "/v/abcdefghij", "/embed.js"];

test.each(Object.entries(APPS))(
  "%s sends Strict-Transport-Security with every answer, only under https",
  async (name, make) => {
    for (const secure of [true, false]) {
      const url = `${secure ? "https" : "http"}://${name}.example.com`;
      const config = { ...services.config, urls: { ...services.config.urls, [name]: url } };
      const app = await make({ ...services, config });
      // Media requests of the edge bypass the framework, so this test uses a socket.
      if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
      const address = app.server.address();
      const port = typeof address === "object" ? address?.port : 0;
      for (const path of [...ADDRESSES, ...MEDIA]) {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual" });
        const sent = answer.headers.get("strict-transport-security");
        expect(sent, path).toBe(secure ? "max-age=31536000" : null);
      }
      await app.close();
    }
  },
);

test("the scheme of a key or an upload token is read in any case, with any number of blanks after it", async () => {
  const project = await aProject(services);
  const key = `vk_live_${randomBytes(24).toString("hex")}`;
  await addApiKey(services, project, { key_hash: apiKeyHash(key), prefix: key.slice(0, 12) });
  const app = await createApi(services);
  const url = `/projects/${project.projectId}`;
  const status = async (authorization: string) => (await app.inject({ url, headers: { authorization } })).statusCode;
  for (const scheme of ["Bearer ", "bearer ", "BEARER ", "Bearer   "]) expect(await status(scheme + key)).toBe(200);
  for (const wrong of [key, `Token ${key}`, `Bearer${key}`, `Bearer ${key}x`]) expect(await status(wrong)).toBe(401);
  await app.close();
  const token = `vk_upload_${randomBytes(32).toString("base64url")}`;
  expect(uploadTokenIn(`bearer  ${token}`)).toBe(token);
});

test("API responses are not cacheable and send no referrer", async () => {
  const project = await aProject(services);
  const things = await someThings(services, project);
  const key = `vk_live_${randomBytes(24).toString("hex")}`;
  await addApiKey(services, project, { key_hash: apiKeyHash(key), prefix: key.slice(0, 12) });
  const app = await createApi(services);
  const authorization = `Bearer ${key}`;
  const asked: number[] = [];
  for (const { name, operation, sample } of operations) {
    const { method = "POST", path = "/" } = operation["~orpc"].route;
    const call = sample(things);
    const url = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(call.path[field]));
    const answer = await app.inject({
      method: method as "GET",
      url: call.query ? `${url}?${call.query}` : url,
      headers: { authorization },
      ...(call.body === undefined ? {} : { payload: call.body as object }),
    });
    expect([name, answer.headers["cache-control"]]).toEqual([name, "no-store"]);
    expect([name, answer.headers["referrer-policy"]]).toEqual([name, "no-referrer"]);
    asked.push(answer.statusCode);
  }
  // Not refusals alone; superusers' operations refuse a key.
  expect(asked.filter((status) => status < 300).length).toBeGreaterThan(100);
  for (const url of ["/docs", "/docs/start.js", "/openapi.json", "/nothing", "/uploads/x", "/session/callback"])
    expect([url, (await app.inject({ url })).headers["referrer-policy"]]).toEqual([url, "no-referrer"]);
  await app.close();
});
