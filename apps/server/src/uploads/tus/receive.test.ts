import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, open, readFile, rm, type FileHandle } from "node:fs/promises";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { receive, type Reception } from "./receive.ts";
import { fileSink } from "./sinks.ts";

let folder: string;
let file: FileHandle;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kinora-receive-"));
  file = await open(join(folder, "part"), "w+");
});
afterEach(async () => {
  await file.close();
  await rm(folder, { recursive: true });
});

const CHUNK = 64 * 1024;

/** A request body as the HTTP parser gives it: every chunk in memory of its own. */
function bodyOf(bytes: Buffer): IncomingMessage {
  const body = new IncomingMessage(new Socket());
  for (let from = 0; from < bytes.length; from += CHUNK) body.push(new Uint8Array(bytes.subarray(from, from + CHUNK)));
  body.push(null);
  return body;
}

const reception = (body: IncomingMessage, more: Partial<Reception> = {}): Reception => ({
  body,
  sink: fileSink(file.fd),
  position: 0,
  limitBytes: Number.MAX_SAFE_INTEGER,
  signal: new AbortController().signal,
  onBytes: () => undefined,
  ...more,
});

test("what is written is what came, at its place, and is seen in order", async () => {
  const bytes = randomBytes(9 * 1024 * 1024 + 5);
  const hash = createHash("sha256");
  await file.write(Buffer.alloc(10), 0, 10, 0);
  const received = await receive(
    reception(bodyOf(bytes), { position: 10, onBytes: (chunk) => void hash.update(chunk) }),
  );
  expect(received).toEqual({ bytes: bytes.length, end: "complete" });
  expect((await readFile(join(folder, "part"))).subarray(10).equals(bytes)).toBe(true);
  expect(hash.digest("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
});

test("a body beyond its limit is cut off before the limit", async () => {
  const received = await receive(reception(bodyOf(randomBytes(3 * CHUNK)), { limitBytes: 2 * CHUNK + 1 }));
  expect(received).toEqual({ bytes: 2 * CHUNK, end: "too_long" });
});

test("a full disk has an error of its own", async () => {
  const full = await open("/dev/full", "w");
  onTestFinished(() => full.close());
  await expect(receive(reception(bodyOf(randomBytes(CHUNK)), { sink: fileSink(full.fd) }))).rejects.toMatchObject({
    code: "ENOSPC",
  });
});

test("a request that is stopped keeps what it had", async () => {
  const stop = new AbortController();
  let seen = 0;
  const received = await receive(
    reception(bodyOf(randomBytes(20 * CHUNK)), {
      signal: stop.signal,
      onBytes: (chunk) => {
        seen += chunk.length;
        if (seen === 12 * CHUNK) stop.abort();
      },
    }),
  );
  expect(received).toEqual({ bytes: 12 * CHUNK, end: "cut" });
  expect((await file.stat()).size).toBe(12 * CHUNK);
});
