import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { createConsoleServer } from "./console.ts";

const folder = testFolder("console");
let app: FastifyInstance;

beforeAll(async () => {
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html><title>Kinora</title>");
  await writeFile(join(folder, "home.html"), "<!doctype html><title>Kinora for visitors</title>");
  await writeFile(join(folder, "assets", "main-abc123.js"), "export {};");
  await writeFile(join(folder, "assets", "main-abc123.js.gz"), gzipSync("export {};"));
  app = await createConsoleServer({ config: readConfig({}), log: createLog("silent", "console") }, folder);
  await app.ready();
});

afterAll(() => app.close());

test("every console page is index.html, revalidated on each visit", async () => {
  for (const url of ["/dashboard", "/video/12?tab=files", "/live/3"]) {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain("<title>Kinora</title>");
    expect(answer.headers["cache-control"]).toBe("no-cache");
  }
});

test("the root path serves the visitors' page, revalidated on each visit", async () => {
  for (const url of ["/", "/?from=mail"]) {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain("<title>Kinora for visitors</title>");
    expect(answer.headers["cache-control"]).toBe("no-cache");
  }
});

// spec: 4.16
test("the version check can read when the index page changed", async () => {
  const answer = await app.inject({ method: "HEAD", url: "/index.html" });
  expect(answer.statusCode).toBe(200);
  expect(Date.parse(String(answer.headers["last-modified"]))).toBeGreaterThan(0);
  expect(answer.headers["cache-control"]).toBe("no-cache");
});

test("files with a hash in their name are immutable, and compressed for browsers that accept it", async () => {
  const answer = await app.inject({ url: "/assets/main-abc123.js", headers: { "accept-encoding": "gzip" } });
  expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(answer.headers["content-encoding"]).toBe("gzip");
  expect(answer.headers["content-type"]).toContain("javascript");
});

test("a missing file is a 404, not the index page", async () => {
  for (const url of ["/assets/old-999.js", "/missing.json", "/../package.json"]) {
    expect((await app.inject({ url })).statusCode).toBe(404);
  }
  expect((await app.inject({ method: "POST", url: "/dashboard" })).statusCode).toBe(405);
});

test("the console reads its only settings from runtime.json", async () => {
  const answer = await app.inject({ url: "/runtime.json" });
  expect(answer.json()).toEqual({
    login_host: "http://localhost:4001",
    edge_host: "http://localhost:4003",
    version: "0.1.0",
    realtime: { key: "kinora" },
  });
});

test("no page may run inline script or style, or be framed", async () => {
  const policy = String((await app.inject({ url: "/" })).headers["content-security-policy"]);
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain(
    "connect-src 'self' http://localhost:4001 http://localhost:4002 ws://localhost:4002 http://localhost:4003;",
  );
});
