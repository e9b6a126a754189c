import { updateRows } from "@kinora/db/testing-rows.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedServices } from "../testing/fixtures.ts";
import { aStreamOnHost, type StreamOnHost } from "../testing/stream-on-host.ts";
import { streamSnapshot } from "./stream-snapshot.ts";

let there: StreamOnHost;
const look = () => streamSnapshot(there.context, there, there.streamId, "on_air");

const services = await sharedServices();

beforeAll(async () => {
  there = await aStreamOnHost(services, (_request, response) => {
    response.writeHead(200, { "last-modified": "Sat, 21 Nov 2026 08:00:00 GMT" }).end("a picture");
  });
});
afterAll(() => there?.close());

test("a snapshot is read from the stream's host, which is not asked while nothing is on air", async () => {
  expect(await look()).toEqual({ picture: null, taken_at: null });
  expect(there.asked).toEqual([]);
  await updateRows(services, "streams", { id: there.streamId }, { on_air: "live" });
  expect(await look()).toEqual({
    picture: `data:image/jpeg;base64,${Buffer.from("a picture").toString("base64")}`,
    taken_at: new Date("2026-11-21T08:00:00Z"),
  });
  expect(there.asked).toEqual(["/live/{hash}/picture.jpg?of=on_air"]);
});

test("an unreachable or missing live host is no picture, not an error", async () => {
  await updateRows(services, "stream_hosts", {}, { url: "http://127.0.0.1:1" });
  expect(await look()).toEqual({ picture: null, taken_at: null });
  await updateRows(services, "stream_hosts", {}, { seen_at: new Date(0) });
  expect(await look()).toEqual({ picture: null, taken_at: null });
});
