import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectPlain } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectSecurely } from "node:tls";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { testCertificate } from "../../../platform/http/test-certificate.ts";
import { MESSAGE, writeNumber } from "./chunks.ts";
import { listenForPublishers, type RtmpServer } from "./server.ts";
import type { Admit, MediaTag, PublishRequest } from "./session.ts";
import { TestEncoder } from "./test-encoder.ts";

const log = pino({ level: "silent" });
const INTRODUCTION_MS = 5_000;
/** From the answer on. */
const CLOSED_WITHIN_MS = 1_000;

let folder: string;
let files: { certificateFile: string; keyFile: string };
let server: RtmpServer | null = null;
const received: MediaTag[] = [];
const asked: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kinora-rtmps-"));
  files = { certificateFile: join(folder, "cert.pem"), keyFile: join(folder, "key.pem") };
  writeFileSync(files.certificateFile, testCertificate.cert);
  writeFileSync(files.keyFile, testCertificate.key);
});
afterEach(async () => {
  vi.useRealTimers();
  await server?.close();
  received.length = 0;
  asked.length = 0;
});
afterAll(() => rmSync(folder, { recursive: true }));

const takesAll: Admit = ({ key }) => {
  asked.push(key);
  if (key === "wrong") return Promise.resolve(null);
  if (key === "late") return Promise.resolve({ refused: "There is no room." });
  if (key === "taken") return Promise.resolve({ refused: "It is being published already.", isTaken: true });
  const sink = {
    write: (tag: MediaTag) => received.push(tag) > 0,
    drained: () => Promise.resolve(),
    reject: () => undefined,
    end: () => undefined,
  };
  return Promise.resolve(sink);
};
async function open(admit: Admit = takesAll, secure = false): Promise<RtmpServer> {
  const doors = { host: "127.0.0.1", port: 0, secure: secure ? { ...files, port: 0 } : null };
  return (server = await listenForPublishers(doors, admit, log));
}
const encoder = ({ port }: RtmpServer) => new TestEncoder(connectPlain(port, "127.0.0.1"));

test("a publisher is admitted over RTMPS as over RTMP", async () => {
  const { port, securePort } = await open(takesAll, true);
  expect(securePort).not.toBeNull();
  const ca = testCertificate.cert;
  const secure = new TestEncoder(
    connectSecurely({ port: securePort ?? 0, host: "127.0.0.1", servername: "localhost", ca }),
  );
  const plain = new TestEncoder(connectPlain(port, "127.0.0.1"));
  for (const one of [secure, plain]) {
    one.publish("good");
    expect(await one.status()).toEqual(["NetStream.Publish.Start", "Publishing."]);
    one.media(MESSAGE.video, Buffer.from([0x17, 1, 2]));
  }
  await vi.waitFor(() => expect(received).toHaveLength(2));
});

test("a client without TLS on the RTMPS port is closed, and the port still serves others", async () => {
  const { securePort } = await open(takesAll, true);
  const port = securePort ?? 0;
  const stranger = new TestEncoder(connectPlain(port, "127.0.0.1"));
  stranger.publish("good");
  await stranger.gone;
  const ca = testCertificate.cert;
  const next = new TestEncoder(connectSecurely({ port, host: "127.0.0.1", servername: "localhost", ca }));
  next.publish("good");
  expect((await next.status())[0]).toBe("NetStream.Publish.Start");
  expect(asked).toEqual(["good"]);
});

test("a refused publisher gets the reason and is closed within a second, and its media is not read", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const here = await open();
  for (const [key, code, sentence] of [
    ["wrong", "NetStream.Publish.BadName", "This stream cannot be published to with this key."],
    ["late", "NetStream.Publish.Denied", "There is no room."],
    ["taken", "NetStream.Publish.BadName", "It is being published already."],
  ] as const) {
    const one = encoder(here);
    one.publish(key);
    one.media(MESSAGE.video, Buffer.alloc(1000));
    expect(await one.status()).toEqual([code, sentence]);
    // On a clock that goes no further than this.
    vi.advanceTimersByTime(CLOSED_WITHIN_MS);
    await one.gone;
  }
  expect(received).toEqual([]);
});

test("a connection without a byte is silent, and one that is held back is not", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const admitted = Promise.withResolvers<PublishRequest>();
  const isFree = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const here = await open((request) => {
    admitted.resolve(request);
    const drained = () => {
      held.resolve();
      return isFree.promise;
    };
    return Promise.resolve({ write: () => false, drained, reject: () => undefined, end: () => undefined });
  });
  const one = encoder(here);
  one.publish("key");
  const { silence } = await admitted.promise;
  await one.status();
  vi.advanceTimersByTime(4_000);
  await vi.waitFor(() => expect(silence().ms).toBeGreaterThanOrEqual(4_000));
  one.media(MESSAGE.video, Buffer.alloc(10));
  await held.promise;
  vi.advanceTimersByTime(4_000);
  expect(silence().ms).toBe(0);
  isFree.resolve();
});

test.each(["live", "live/", "live?token=1", "live/_definst_", "live/_definst_/"])(
  "%s is the application that encoders publish to",
  async (app) => {
    const one = encoder(await open());
    one.connect(app);
    one.command(1, "publish", 5, null, "good", "live");
    expect((await one.status())[0]).toBe("NetStream.Publish.Start");
  },
);

test("nothing is read while the key is looked up", async () => {
  const answer = Promise.withResolvers<null>();
  const here = await open(() => answer.promise);
  const one = encoder(here);
  one.publish("slow");
  const flood = Buffer.alloc(1 << 20);
  for (let sent = 0; sent < 40; sent += 1) one.socket.write(flood);
  await vi.waitFor(() => expect(one.socket.writableNeedDrain).toBe(true));
  expect(one.socket.writableLength).toBeGreaterThan(8 << 20);
  answer.resolve(null);
  await one.gone;
});

test("200 silent connections keep no publisher out and are closed after the time limit", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const here = await open();
  const idle = Array.from({ length: 200 }, () => encoder(here));
  await Promise.all(idle.map(({ socket }) => once(socket, "connect")));
  // The oldest have made place for others already.
  await Promise.all(idle.slice(0, 150).map(({ gone }) => gone));
  const publisher = encoder(here);
  publisher.publish("good");
  expect((await publisher.status())[0]).toBe("NetStream.Publish.Start");
  vi.advanceTimersByTime(INTRODUCTION_MS);
  await Promise.all(idle.map(({ gone }) => gone));
  expect(publisher.socket.destroyed).toBe(false);
});

test("a slow handshake is closed after the time limit, however many bytes it sends", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const one = encoder(await open());
  one.socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(1536)]));
  await once(one.socket, "data");
  vi.advanceTimersByTime(INTRODUCTION_MS - 1);
  one.socket.write(Buffer.alloc(20));
  vi.advanceTimersByTime(1);
  await one.gone;
  expect(asked).toEqual([]);
});

test("an address publishes 300 times and no more, and gets the reason, until one disconnects", async () => {
  const here = await open();
  const publish = async () => {
    const one = encoder(here);
    one.publish("good");
    return { one, status: await one.status() };
  };
  const many = await Promise.all(Array.from({ length: 6 }, publish));
  while (many.length < 300) many.push(...(await Promise.all(Array.from({ length: 6 }, publish))));
  expect(new Set(many.map(({ status: [code] }) => code))).toEqual(new Set(["NetStream.Publish.Start"]));
  const late = await publish();
  expect(late.status).toEqual(["NetStream.Publish.Denied", "Too many encoders are connected to this host."]);
  expect(asked).toHaveLength(300);
  many[0]!.one.socket.destroy();
  await vi.waitFor(async () => expect((await publish()).status[0]).toBe("NetStream.Publish.Start"));
  for (const { one } of many) one.socket.destroy();
});

test.each([
  ["a chunk size of two gigabytes", writeNumber(MESSAGE.setChunkSize, 0x7f_ff_ff_ff)],
  ["a chunk size of nothing", writeNumber(MESSAGE.setChunkSize, 0)],
  ["a message of 16 megabytes", Buffer.from([3, 0, 0, 0, 255, 255, 255, 9, 1, 0, 0, 0])],
  ["a command that is none", Buffer.from([3, 0, 0, 0, 0, 0, 3, 20, 0, 0, 0, 0, 2, 255, 255])],
  ["a chunk stream from the middle", Buffer.from([0xc9, 1, 2, 3])],
])("%s closes the connection of its sender", async (_, bytes) => {
  const here = await open();
  const one = encoder(here);
  one.connect();
  one.socket.write(bytes);
  await one.gone;
  expect(asked).toEqual([]);
});

test("noise closes its own connection only", async () => {
  const here = await open();
  const publisher = encoder(here);
  publisher.publish("good");
  await publisher.status();
  let seed = 11;
  const noise = () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff) & 0xff;
  const strangers = Array.from({ length: 30 }, (_, at) => {
    const one = encoder(here);
    if (at % 2 === 0) one.connect();
    one.socket.write(Buffer.from(Array.from({ length: 5_000 }, noise)));
    one.socket.end();
    return one.gone;
  });
  await Promise.all(strangers);
  publisher.media(MESSAGE.video, Buffer.from([0x17, 1]));
  await vi.waitFor(() => expect(received).toHaveLength(1));
});
