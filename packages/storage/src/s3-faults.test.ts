import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { isStorageAway } from "./errors.ts";
import { openS3Storage } from "./s3.ts";
import type { Storage } from "./storage.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A bucket whose server does what a test says, and the methods it was asked with. */
async function openFaulty(
  answer: (request: IncomingMessage, response: ServerResponse, asked: number) => void,
): Promise<{ storage: Storage; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.method ?? "");
    request.resume();
    request.on("end", () => answer(request, response, asked.length));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const settings = { bucket: "kinora", region: "us-east-1", accessKeyId: "key", secretAccessKey: "secret" };
  const storage = await openS3Storage(
    { ...settings, endpoint: `http://127.0.0.1:${port}` },
    { connectMs: 500, answerMs: 100, silenceMs: 100, checkMs: 200 },
  );
  return { storage, asked };
}

const FOUND = { "content-length": "4", etag: '"x"', "last-modified": new Date(0).toUTCString() };

test("a server that never answers is given up, by every call", async () => {
  const { storage, asked } = await openFaulty(() => undefined);
  await expect(storage.check()).rejects.toThrow("S3 has not answered within 0.2 seconds.");
  await expect(storage.stat("a")).rejects.toMatchObject({ name: "TimeoutError" });
  await expect(storage.get("a")).rejects.toMatchObject({ name: "TimeoutError" });
  await expect(storage.put("a", Buffer.from("text"))).rejects.toMatchObject({ name: "TimeoutError" });
  await expect(storage.delete("a")).rejects.toMatchObject({ name: "TimeoutError" });
  expect(asked).toContain("PUT");
  const list = async () => {
    for await (const file of storage.list("")) return file;
    return null;
  };
  for (const call of [
    list,
    () => storage.copy("a", "b"),
    () => storage.deletePrefix("a"),
    () => storage.movePrefix("a", "b"),
    () => storage.download("a", "/dev/null"),
    () => storage.sweepDrafts(""),
  ])
    expect(isStorageAway(await call().catch((error: unknown) => error))).toBe(true);
});

test("what a server says of itself is told from what it says of a file", async () => {
  for (const [status, away] of [
    [403, false],
    [429, true],
    [500, true],
    [503, true],
  ] as const) {
    const { storage } = await openFaulty((_request, response) => response.writeHead(status).end());
    expect([status, isStorageAway(await storage.stat("a").catch((error: unknown) => error))]).toEqual([status, away]);
  }
  const { storage } = await openFaulty((_request, response) => response.destroy());
  expect(isStorageAway(await storage.stat("a").catch((error: unknown) => error))).toBe(true);
});

test("the parts of an upload that could not be aborted are gone after the sweep, and those of one under way stay", async () => {
  const day = 24 * 3_600_000;
  const unfinished = new Map([["under-way", new Date()]]);
  let isAway = false;
  const { storage } = await openFaulty((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://s3");
    const id = searchParams.get("uploadId");
    if (isAway) return response.writeHead(500).end();
    if (request.method === "POST" && searchParams.has("uploads")) {
      unfinished.set("left", new Date(Date.now() - day - 60_000));
      isAway = true;
      return response.end(xml("InitiateMultipartUploadResult", "<UploadId>left</UploadId>"));
    }
    if (request.method === "DELETE" && id !== null) {
      unfinished.delete(id);
      return response.writeHead(204).end();
    }
    const uploads = [...unfinished].map(
      ([name, begun]) =>
        `<Upload><Key>${name}</Key><UploadId>${name}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
    );
    return response.end(xml("ListMultipartUploadsResult", uploads.join("")));
  });
  await expect(storage.put("left", Buffer.alloc(9 * 1024 * 1024))).rejects.toSatisfy(isStorageAway);
  expect([...unfinished.keys()]).toEqual(["under-way", "left"]);
  isAway = false;
  expect(await storage.sweepDrafts("")).toBe(1);
  expect([...unfinished.keys()]).toEqual(["under-way"]);
});

const xml = (name: string, content: string) => `<?xml version="1.0"?><${name}>${content}</${name}>`;

test.each([500, 503])("a call that is answered with %i is tried again", async (status) => {
  const { storage, asked } = await openFaulty((request, response, count) => {
    if (count <= 2) response.writeHead(status).end();
    else response.writeHead(200, request.method === "HEAD" ? FOUND : {}).end();
  });
  expect(await storage.put("a", Buffer.from("text"))).toMatchObject({ sizeBytes: 4 });
  expect(asked).toEqual(["PUT", "PUT", "PUT", "HEAD"]);
});

test("an answer that breaks off, or stops, is an error of its reader and never a short file", async () => {
  const { storage } = await openFaulty((_request, response, count) => {
    response.writeHead(200, FOUND);
    response.write("te");
    if (count === 1) response.socket?.end();
  });
  const torn = await storage.get("a");
  await expect(buffer(torn.stream)).rejects.toThrow("aborted");
  const silent = await storage.get("a");
  await expect(buffer(silent.stream)).rejects.toMatchObject({ name: "TimeoutError" });
});
