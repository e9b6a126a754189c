import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newHash } from "../platform/hash.ts";
import { aProject, testServices, type TestProject, type TestServices } from "../platform/testing.ts";
import { until } from "../platform/until.ts";
import { anEdge, type TestEdge } from "./testing.ts";

let services: TestServices;
let project: TestProject;
let edge: TestEdge;
beforeAll(async () => {
  services = await testServices();
  project = await aProject(services);
  edge = await anEdge(services);
});
afterAll(async () => {
  await edge.app.close();
  await services.stop();
});

async function aStream(ingest: "none" | "connecting" | "receiving"): Promise<{ id: number; hash: string }> {
  const hash = newHash();
  const { id } = await services.db
    .insertInto("streams")
    .values({
      project_id: project.projectId,
      account_id: project.accountId,
      hash,
      name: "A <harbour>",
      key_hash: randomBytes(32),
      key_sealed: randomBytes(32),
      ingest,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, hash };
}

const statusOf = async (hash: string) => {
  const response = await fetch(`${edge.url}/embed/${hash}/status.json`);
  return { code: response.status, ...((await response.json()) as { availability: string }) };
};

test("a stream's page says how it stands, and what people wrote stays text", async () => {
  const offline = await aStream("none");
  const page = await fetch(`${edge.url}/embed/${offline.hash}`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("Stream is not active");
  expect(html).not.toContain("<harbour>");
  expect(await statusOf(offline.hash)).toMatchObject({ code: 200, availability: "offline" });
  expect((await fetch(`${edge.url}/hls/${offline.hash}/master.m3u8`)).status).toBe(404);
  expect(await statusOf((await aStream("connecting")).hash)).toMatchObject({ availability: "starting" });
  expect((await fetch(`${edge.url}/v/${offline.hash}`)).status).toBe(200);
});

test("a deleted stream is not there, from the moment that is announced", async () => {
  const { id, hash } = await aStream("receiving");
  expect(await statusOf(hash)).toMatchObject({ availability: "playable" });
  await services.db.updateTable("streams").set({ deleted_at: new Date() }).where("id", "=", id).execute();
  await sql`select pg_notify('playback_changed', ${hash})`.execute(services.db);
  await until(async () => (await statusOf(hash)).code === 404);
});

test("those who wait for the same part of a playlist ask the live role once, with how many they are", async () => {
  const { hash, id } = await aStream("receiving");
  const asked: string[] = [];
  const release = Promise.withResolvers<void>();
  const host = createServer((request, response) => {
    if (request.url?.includes(".m4s")) return void response.writeHead(404).end();
    asked.push(`${request.url} ${String(request.headers["x-viewers"])}`);
    void release.promise.then(() => response.end("#EXTM3U\n"));
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  await services.db.insertInto("stream_hosts").values({ host: "here", url, pid: 1 }).execute();
  const address = `${edge.url}/hls/${hash}/source/index.m3u8?_HLS_part=1&_HLS_msn=7&other=1`;
  const answers = [
    fetch(address, { headers: { "user-agent": "a" } }),
    fetch(address, { headers: { "user-agent": "b" } }),
  ];
  await until(async () => asked.length === 1);
  release.resolve();
  for (const answer of await Promise.all(answers)) {
    expect(await answer.text()).toBe("#EXTM3U\n");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
  expect(asked).toEqual([`/live/${hash}/source/index.m3u8?_HLS_msn=7&_HLS_part=1 1`]);

  await services.storage.put(`live/${id}/source/3.m4s`, Buffer.from("older"));
  const older = await fetch(`${edge.url}/hls/${hash}/source/3.m4s`);
  expect(await older.text()).toBe("older");
  expect((await fetch(`${edge.url}/hls/${hash}/source/4.m4s`)).status).toBe(404);
  expect((await fetch(`${edge.url}/hls/${hash}/source/../../x.m4s`)).status).toBe(404);
  host.close();
});
