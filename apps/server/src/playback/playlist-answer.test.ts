import { createServer, request as ask, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Storage } from "@kinora/storage/storage.ts";
import { expect, onTestFinished, test } from "vitest";
import { chooseEncoding, PlaylistAnswer } from "./playlist-answer.ts";
import { StoredFiles } from "./stored-files.ts";

test.each([
  [undefined, null],
  ["", null],
  ["identity", null],
  ["gzip", "gzip"],
  ["gzip, deflate, br", "br"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["BR ; q=0.1", "br"],
  ["*", "br"],
  ["*, br;q=0", "gzip"],
  ["gzip;q=0.000", null],
])("for Accept-Encoding %j the densest encoding is %j", (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

const text = `#EXTM3U\n${"#EXTINF:2.00000,\n1.m4s\n".repeat(500)}`;

/**
 * A server that sends the same playlist, written just now at `/` (another one for each query) and stored anywhere else, how often
 * storage was read, and what is kept.
 */
async function serve() {
  let reads = 0;
  const stored = { key: "index.m3u8", sizeBytes: text.length, etag: '"one"', modifiedAt: new Date(0) };
  const storage = {
    localPath: () => null,
    stat: () => Promise.resolve(stored),
    get: (_: string, range?: { start: number; end?: number }) => {
      reads += 1;
      const bytes = Buffer.from(text).subarray(range?.start ?? 0, (range?.end ?? text.length) + 1);
      return Promise.resolve({ ...stored, lengthBytes: bytes.length, stream: Readable.from([bytes]) });
    },
  };
  const files = new StoredFiles(storage as unknown as Storage, 0);
  const playlists = new PlaylistAnswer();
  const server = createServer((request, response) => {
    const sent =
      request.url?.startsWith("/stored") === false
        ? playlists.text(request, response, Buffer.from(`${text}#${request.url}`), [])
        : playlists.stored(request, response, files, "index.m3u8", []);
    sent.catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    reads: () => reads,
    kept: () => playlists.kept,
    get: async (path: string, headers: Record<string, string>, method = "GET") => {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        ask({ port, path, headers, method, agent: false }, resolve).once("error", reject).end();
      });
      return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
    },
  };
}

test.each(["/", "/stored"])("%s is compressed for clients that accept it, with Vary", async (path) => {
  const { get } = await serve();
  const plain = await get(path, {});
  expect([plain.body.toString(), plain.headers["content-encoding"], plain.headers.vary]).toEqual([
    path === "/" ? `${text}#/` : text,
    undefined,
    "accept-encoding",
  ]);
  const dense = await get(path, { "accept-encoding": "gzip, br" });
  expect(brotliDecompressSync(dense.body).toString()).toBe(plain.body.toString());
  expect(dense.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
  expect(Number(dense.headers["content-length"])).toBe(dense.body.length);
  expect(dense.body.length).toBeLessThan(text.length / 5);
  const zipped = await get(path, { "accept-encoding": "gzip" });
  expect(gunzipSync(zipped.body).toString()).toBe(plain.body.toString());
  const head = await get(path, { "accept-encoding": "gzip" }, "HEAD");
  expect([head.body.length, head.headers["content-length"]]).toEqual([0, zipped.headers["content-length"]]);
});

test("a stored playlist is read and compressed once, has a tag for each encoding, and is sent in parts as it is", async () => {
  const { get, reads } = await serve();
  const first = await get("/stored", { "accept-encoding": "br" });
  expect(first.headers.etag).toBe('"one-br"');
  await get("/stored", { "accept-encoding": "br" });
  expect(reads()).toBe(1);
  const again = await get("/stored", { "accept-encoding": "br", "if-none-match": '"one-br"' });
  expect([again.status, again.headers.vary]).toEqual([304, "accept-encoding"]);
  const part = await get("/stored", { "accept-encoding": "br", range: "bytes=0-6" });
  expect([part.status, part.body.toString(), part.headers["content-encoding"]]).toEqual([206, "#EXTM3U", undefined]);
});

test("the playlists of a livestream that continues keep no more memory than they are long", async () => {
  const { get, kept } = await serve();
  let sentBytes = 0;
  for (let change = 0; change < 8; change += 1) {
    const { body } = await get(`/?change=${change}`, { "accept-encoding": "br" });
    await get(`/?change=${change}`, { "accept-encoding": "br" });
    sentBytes += body.length;
  }
  const { playlists, sizeBytes } = kept();
  expect(playlists).toBe(8);
  // Besides 1 KiB for each entry.
  expect(sizeBytes - playlists * 1_024).toBe(sentBytes);
});
