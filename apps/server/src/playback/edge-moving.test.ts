import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { deleteRows, insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { addStream, sharedProject } from "../testing/fixtures.ts";
import { anEdge } from "./testing.ts";

const { services, project } = await sharedProject();
const edge = await anEdge(services);
afterAll(() => edge.app.close());

const FILES = ["master.m3u8", "source/index.m3u8", "source/7.m4s", "source/7.2.m4s", "source/init-3.mp4"];
const MISDIRECTED = 421;

/** A live host that answers everything with one status. */
async function aLiveHost(host: string, status: () => number): Promise<void> {
  const server = createServer((_, response) => void response.writeHead(status()).end("#EXTM3U\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await insertRow(services, "stream_hosts", { host, url, pid: 1, seen_at: new Date() });
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await deleteRows(services, "stream_hosts", { host });
  });
}

async function aStreamAt(host: string, ingest: "none" | "connecting" | "receiving" | "lost", onAir?: "slate") {
  const stream = await addStream(services, project, { ingest, ...(onAir ? { on_air: onAir } : {}) });
  await updateRows(services, "streams", { id: stream.id }, { host });
  return stream;
}

const answersTo = (hash: string, files = FILES) =>
  Promise.all(
    files.map(async (file) => {
      const { status, headers } = await fetch(`${edge.url}/hls/${hash}/${file}`);
      return [file, status, headers.get("retry-after")];
    }),
  );
const all = (status: number, retryAfter: string | null) => FILES.map((file) => [file, status, retryAfter]);

test.each([
  ["on air", "receiving"],
  ["within its reconnect window", "lost"],
] as const)("a stream %s whose host does not have it yet is asked for again", async (_, ingest) => {
  await aLiveHost("new", () => MISDIRECTED);
  const { hash } = await aStreamAt("new", ingest, "slate");
  expect(await answersTo(hash)).toEqual(all(503, "1"));
});

test("a stream whose host has nothing on its timeline yet, or is gone, is asked for again", async () => {
  await aLiveHost("new", () => 503);
  const { hash } = await aStreamAt("new", "receiving");
  expect(await answersTo(hash)).toEqual(all(503, "1"));
  await insertRow(services, "stream_hosts", { host: "gone", url: "http://127.0.0.1:9", pid: 1 });
  onTestFinished(() => deleteRows(services, "stream_hosts", { host: "gone" }));
  expect(await answersTo((await aStreamAt("gone", "receiving")).hash)).toEqual(all(503, "1"));
});

test("a file that its host does not have and nobody stored does not exist", async () => {
  await aLiveHost("here", () => 404);
  const { hash, id } = await aStreamAt("here", "receiving");
  expect(await answersTo(hash)).toEqual(all(404, null));
  await services.storage.put(`live/${id}/source/7.m4s`, Buffer.from("stored"));
  expect(await answersTo(hash, ["source/7.m4s"])).toEqual([["source/7.m4s", 200, null]]);
});

test("what the host before stored of a stream that moves is sent", async () => {
  await aLiveHost("new", () => MISDIRECTED);
  const { hash, id } = await aStreamAt("new", "receiving");
  await services.storage.put(`live/${id}/source/7.m4s`, Buffer.from("stored"));
  await services.storage.put(`live/${id}/source/init-3.mp4`, Buffer.from("moov "));
  const read = async (file: string) => (await fetch(`${edge.url}/hls/${hash}/source/${file}`)).text();
  expect(await read("7.m4s")).toBe("stored");
  expect(await read("7.m4s?init=source/init-3.mp4")).toBe("moov stored");
  expect((await fetch(`${edge.url}/hls/${hash}/source/8.m4s?init=source/init-3.mp4`)).status).toBe(503);
});

test("a request that meets a moving stream is answered by the host that takes it over", async () => {
  const moved: Promise<unknown>[] = [];
  const { hash, id } = await aStreamAt("before", "receiving");
  await aLiveHost("before", () => {
    const move = updateRows(services, "streams", { id }, { host: "after" });
    moved.push(move.then(() => sql`select pg_notify('playback_changed', ${hash})`.execute(services.db)));
    return MISDIRECTED;
  });
  await aLiveHost("after", () => 200);
  const answer = await fetch(`${edge.url}/hls/${hash}/master.m3u8`);
  expect([answer.status, await answer.text()]).toEqual([200, "#EXTM3U\n"]);
  await Promise.all(moved);
});

test("a stream that begins is asked for again, and one that is not on air is not active", async () => {
  await aLiveHost("here", () => MISDIRECTED);
  const begins = await aStreamAt("here", "connecting");
  expect(await answersTo(begins.hash, ["master.m3u8"])).toEqual([["master.m3u8", 503, "1"]]);
  const over = await aStreamAt("here", "none");
  expect(await answersTo(over.hash)).toEqual(all(404, null));
  expect(await answersTo("unknown-stream")).toEqual(all(404, null));
});
