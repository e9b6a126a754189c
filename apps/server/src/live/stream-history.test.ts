import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newHash } from "../platform/hash.ts";
import { aProject, as, testServices, type TestServices } from "../platform/testing.ts";
import { newStreamKey } from "./keys.ts";
import { streamHistory } from "./stream-history.ts";

let services: TestServices;
let host: Server;
let streamId: number;
let history: () => ReturnType<typeof streamHistory>;
const asked: string[] = [];
const known = { bitrate_kbps: 4500, frame_rate: 30, keyframe_seconds: 2, audio_level_db: null, encode_speed: null };
const look = {
  ...{ ago_ms: 40, ...known, left_out: [], delay_seconds: 0.1, segment_seconds: 2, viewers: 3 },
  ...{ latency_seconds: 0.8, rebuffer_percent: null },
};
let answer: unknown = [look];

beforeAll(async () => {
  services = await testServices();
  const project = await aProject(services);
  const hash = newHash();
  const row = await services.db
    .insertInto("streams")
    .values({
      ...{ project_id: project.projectId, account_id: project.accountId, created_by: project.ownerId },
      ...{ hash, name: "Harbour", ...newStreamKey(services, hash) },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  streamId = row.id;
  history = () => streamHistory(as(services, project.owner), streamId, "hour");
  host = createServer((request, response) => {
    asked.push(request.url?.replace(hash, "{hash}") ?? "");
    response.end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(host, "listening");
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  await services.db.insertInto("stream_hosts").values({ host: "here", url, pid: 1, seen_at: new Date() }).execute();
});
afterAll(async () => {
  host.close();
  await services.stop();
});

test("how a session did is asked where it is on air, and nobody is asked while there is none", async () => {
  expect(await history()).toEqual([]);
  expect(asked).toEqual([]);
  await services.db.updateTable("streams").set({ ingest: "receiving" }).where("id", "=", streamId).execute();
  expect(await history()).toEqual([look]);
  expect(asked).toEqual(["/live/{hash}/history.json?span=hour"]);
});

test("a host that says something else, or nothing, is no history and no failure", async () => {
  answer = [{ ...look, viewers: "many" }];
  expect(await history()).toEqual([]);
  await services.db.updateTable("stream_hosts").set({ url: "http://127.0.0.1:1" }).execute();
  expect(await history()).toEqual([]);
});
