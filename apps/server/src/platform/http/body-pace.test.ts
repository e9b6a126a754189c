import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "../log.ts";
import { createHttpServer } from "./http.ts";

let app: FastifyInstance;
let port: number;
let asked: unknown[];

beforeEach(async () => {
  asked = [];
  app = createHttpServer({
    name: "test",
    log: createLog("silent", "test"),
    checks: {},
    config: { trustedProxies: [] },
    requestTimeoutMs: 0,
  });
  app.post("/small", ({ body }) => {
    asked.push(body);
    return { ok: true };
  });
  await app.register(async (room) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser("*", (_request, _payload, done) => done(null));
    room.post("/own", async ({ raw }) => ({ bytes: (await text(raw)).length }));
    room.patch("/upload", { config: { slowBodies: true } }, async ({ raw }) => ({ bytes: (await text(raw)).length }));
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = app.server.address() as AddressInfo);
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
});

afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

/** A request whose body is announced and sent by hand. */
function begin(
  line: string,
  bodyBytes: number,
  type = "application/json",
): { socket: Socket; answer: () => Promise<string> } {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${line} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${bodyBytes}\r\n\r\n`);
  return { socket, answer: () => text(socket) };
}

const isReading = () =>
  vi.waitFor(async () => {
    const connections = await new Promise<number>((done) => app.server.getConnections((_error, count) => done(count)));
    expect(connections).toBe(1);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
  });

test("a body that arrives too slowly is answered with 408, and its connection ends", async () => {
  const { socket, answer } = begin("POST /small", 1_000);
  await isReading();
  for (let second = 0; second < 11; second += 1) {
    socket.write(" ");
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(await answer()).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*arrived too slowly/i);
  expect(asked).toEqual([]);
});

test("a body that pauses and comes within the time for its length is taken", async () => {
  const body = JSON.stringify({ text: "x".repeat(400_000) });
  const { socket, answer } = begin("POST /small", body.length);
  await isReading();
  socket.write(body.slice(0, 399_000));
  await vi.waitFor(() => expect(socket.writableLength).toBe(0));
  await vi.advanceTimersByTimeAsync(9_000);
  socket.end(body.slice(399_000));
  expect(await answer()).toMatch(/^HTTP\/1\.1 200 /);
  expect(asked).toEqual([JSON.parse(body)]);
});

test("an upload may take as long as it needs", async () => {
  const { socket, answer } = begin("PATCH /upload", 3, "application/offset+octet-stream");
  for (const byte of "abc") {
    socket.write(byte);
    await vi.advanceTimersByTimeAsync(3_600_000);
  }
  socket.end();
  expect(await answer()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"bytes":3/);
});

test("a client that leaves in the middle of its body leaves no timer behind", async () => {
  const { socket } = begin("POST /small", 1_000);
  await isReading();
  socket.destroy();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
});

test("a body that its handler reads itself fails without an unhandled error, and leaves no timer behind", async () => {
  const { socket, answer } = begin("POST /own", 3);
  socket.end("abc");
  expect(await answer()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"bytes":3/);
  expect(vi.getTimerCount()).toBe(0);
  // An unhandled error would end the process, and this test.
  await vi.advanceTimersByTimeAsync(60_000);
});
