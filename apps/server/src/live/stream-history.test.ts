import { updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedServices } from "../testing/fixtures.ts";
import { aStreamOnHost, type StreamOnHost } from "../testing/stream-on-host.ts";
import { streamHistory } from "./stream-history.ts";

let there: StreamOnHost;
const history = () => streamHistory(there.context, there, there.streamId, "hour");
const known = { bitrate_kbps: 4500, frame_rate: 30, keyframe_seconds: 2, audio_level_db: null, encode_speed: null };
const look = {
  ...{ ago_ms: 40, ...known, left_out: [], delay_seconds: 0.1, segment_seconds: 2, viewers: 3 },
  ...{ latency_seconds: 0.8, rebuffer_percent: null },
};
let answer: unknown = [look];

const services = await sharedServices();

beforeAll(async () => {
  there = await aStreamOnHost(services, (_request, response) => void response.end(JSON.stringify(answer)));
});
afterAll(() => there?.close());

test("a session's history is read from its host, which is not asked without a session", async () => {
  expect(await history()).toEqual([]);
  expect(there.asked).toEqual([]);
  await updateRows(services, "streams", { id: there.streamId }, { ingest: "receiving" });
  expect(await history()).toEqual([look]);
  expect(there.asked).toEqual(["/live/{hash}/history.json?span=hour"]);
});

test("an invalid or missing answer of the host is an empty history, not an error", async () => {
  answer = [{ ...look, viewers: "many" }];
  expect(await history()).toEqual([]);
  await updateRows(services, "stream_hosts", {}, { url: "http://127.0.0.1:1" });
  expect(await history()).toEqual([]);
});
