import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect as connectPlain } from "node:net";
import { join } from "node:path";
import { connect as connectSecurely } from "node:tls";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { pino } from "pino";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { testCertificate } from "../../../platform/http/test-certificate.ts";
import { writeAmf } from "./amf.ts";
import { MESSAGE, writeMessage, writeNumber } from "./chunks.ts";
import { FLV_AUDIO, FLV_VIDEO, flvTag } from "./flv.ts";
import { listenForPublishers, type RtmpServer } from "./server.ts";
import type { Admit, MediaTag, PublishRequest } from "./session.ts";
import { TestEncoder } from "./test-encoder.ts";

const log = pino({ level: "silent" });
const INTRODUCTION_MS = 5_000;
/** From the answer on. */
const CLOSED_WITHIN_MS = 1_000;

const folder = testFolder("rtmps");
let files: { certificateFile: string; keyFile: string };
let server: RtmpServer | null = null;
const received: MediaTag[] = [];
const asked: string[] = [];

beforeAll(() => {
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
async function open(admit: Admit = takesAll, secure = false, proxies?: string[]): Promise<RtmpServer> {
  const doors = {
    host: "127.0.0.1",
    port: 0,
    secure: secure ? { ...files, port: 0 } : null,
    ...(proxies && { proxies }),
  };
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

test("before a publisher is admitted messages are as short as commands, and as long as pictures afterwards", async () => {
  const here = await open();
  const picture = Buffer.alloc(200_000, 0x17);
  const stranger = encoder(here);
  stranger.connect();
  stranger.media(MESSAGE.video, picture);
  await stranger.gone;
  const one = encoder(here);
  one.publish("good");
  // In front of the answer, as some encoders send it.
  one.media(MESSAGE.video, picture);
  await vi.waitFor(() => expect(received.map(({ body }) => body.length)).toEqual([picture.length]));
  expect(asked).toEqual(["good"]);
});

test("a client that reads no answers is closed before they fill the memory", async () => {
  // It would be closed in any case when it has not published in time.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const here = await open();
  const one = encoder(here);
  one.connect();
  one.socket.pause();
  // Each answer is four times as long as its question.
  const question = writeMessage(MESSAGE.commandAmf0, writeAmf("connect", 1, { app: "live" }));
  const questions = Buffer.concat(Array.from({ length: 1_000 }, () => question));
  const ask = () => {
    for (let isTaken = true; isTaken;) isTaken = one.socket.writable && one.socket.write(questions);
  };
  one.socket.on("drain", ask);
  ask();
  await one.gone;
  expect(asked).toEqual([]);
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

test("a key that was pasted into the server's address is the key, if there is no other", async () => {
  const keys: string[] = [];
  const server = await open((request) => {
    keys.push(request.key);
    return takesAll(request);
  });
  for (const [app, name] of [
    ["live/good/", ""],
    ["live/bad", "good"],
  ] as const) {
    const one = encoder(server);
    one.connect(app);
    one.command(1, "publish", 5, null, name, "live");
    expect((await one.status())[0]).toBe("NetStream.Publish.Start");
  }
  expect(keys).toEqual(["good", "good"]);
});

/** Admits everybody, and notes the addresses. */
function notesAddresses() {
  const addresses: string[] = [];
  const admit: Admit = (request) => {
    addresses.push(request.clientIp);
    return takesAll(request);
  };
  return { addresses, admit };
}
const HEADER = "PROXY TCP4 198.51.100.22 203.0.113.7 35646 1935\r\n";
const BINARY_HEADER = Buffer.from("0d0a0d0a000d0a515549540a2111000cc6336416cb0071078b3e078f", "hex");

test("behind a TCP proxy publishers have their own addresses, with TLS and without", async () => {
  const { addresses, admit } = notesAddresses();
  const { port, securePort } = await open(admit, true, ["127.0.0.0/8"]);
  for (const header of [HEADER, BINARY_HEADER]) {
    const plain = new TestEncoder(connectPlain(port, "127.0.0.1"));
    plain.socket.write(header);
    plain.publish("good");
    expect((await plain.status())[0]).toBe("NetStream.Publish.Start");
    const through = connectPlain(securePort ?? 0, "127.0.0.1");
    through.write(header);
    const ca = testCertificate.cert;
    const secure = new TestEncoder(connectSecurely({ socket: through, servername: "localhost", ca }));
    secure.publish("good");
    expect((await secure.status())[0]).toBe("NetStream.Publish.Start");
    secure.media(MESSAGE.video, Buffer.from([0x17, 1, 2]));
  }
  await vi.waitFor(() => expect(received).toHaveLength(2));
  expect(addresses).toEqual(Array.from({ length: 4 }, () => "198.51.100.22"));
});

test("a header and what follows it may come byte by byte", async () => {
  const { addresses, admit } = notesAddresses();
  const one = encoder(await open(admit, false, ["127.0.0.1"]));
  one.socket.setNoDelay(true);
  for (const letter of HEADER) {
    one.socket.write(letter);
    await new Promise((resolve) => setImmediate(resolve));
  }
  one.publish("good");
  expect((await one.status())[0]).toBe("NetStream.Publish.Start");
  expect(addresses).toEqual(["198.51.100.22"]);
});

test("a proxy without a header is refused, and a header from an address that is not trusted", async () => {
  const { addresses, admit } = notesAddresses();
  const strict = await open(admit, false, ["127.0.0.0/8"]);
  const headless = encoder(strict);
  headless.publish("good");
  await headless.gone;
  // This role's own publishers have a port of their own.
  const own = new TestEncoder(connectPlain(strict.ownPort, "127.0.0.1"));
  own.publish("good");
  expect((await own.status())[0]).toBe("NetStream.Publish.Start");
  expect(addresses.splice(0)).toEqual(["127.0.0.1"]);
  await strict.close();
  for (const proxies of [["192.0.2.0/24"], undefined]) {
    const here = await open(admit, true, proxies);
    for (const port of [here.port, here.securePort ?? 0]) {
      const forger = new TestEncoder(connectPlain(port, "127.0.0.1"));
      forger.socket.write(HEADER);
      forger.publish("good");
      await forger.gone;
    }
    const direct = encoder(here);
    direct.publish("good");
    expect((await direct.status())[0]).toBe("NetStream.Publish.Start");
    await here.close();
  }
  expect(addresses).toEqual(["127.0.0.1", "127.0.0.1"]);
});

test("behind a proxy the limits of a network are those of publishers, not the proxy's", async () => {
  const here = await open(takesAll, false, ["127.0.0.1"]);
  const from = (address: string) => {
    const one = encoder(here);
    one.socket.write(`PROXY TCP4 ${address} 203.0.113.7 1 1935\r\n`);
    return one;
  };
  const idle = Array.from({ length: 51 }, () => from("198.51.100.1"));
  const others = Array.from({ length: 40 }, (_, at) => from(`198.51.100.${at + 2}`));
  await idle[0]?.gone;
  for (const other of others) {
    other.publish("good");
    expect((await other.status())[0]).toBe("NetStream.Publish.Start");
  }
  expect(idle.slice(1).every(({ socket }) => !socket.destroyed)).toBe(true);
});

test("a proxy that sends no header is closed after the time limit", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const here = await open(takesAll, false, ["127.0.0.1"]);
  const one = encoder(here);
  one.socket.write("PROXY TCP4 ");
  await once(one.socket, "connect");
  // The server may not have accepted the connection yet.
  const waiting = vi.waitUntil(
    () => {
      vi.advanceTimersByTime(INTRODUCTION_MS);
      return one.socket.destroyed;
    },
    { interval: 1 },
  );
  await one.gone;
  expect(await waiting).toBe(true);
});

test("the media of an aggregate is taken message by message", async () => {
  const client = encoder(await open());
  client.publish("right");
  await client.status();
  const body = (kind: number) => Buffer.from([kind, 1, 2, 3]);
  const parts = [
    flvTag(FLV_AUDIO, 5_000, body(0xaf)),
    flvTag(0x55, 5_000, body(1)),
    flvTag(FLV_VIDEO, 5_040, body(0x17)),
  ];
  client.media(MESSAGE.aggregate, Buffer.concat([...parts, flvTag(FLV_VIDEO, 5_080, body(0x27)).subarray(0, 12)]), 100);
  client.media(MESSAGE.audio, body(0xae), 180);
  await vi.waitFor(() => expect(received).toHaveLength(3));
  expect(received.map(({ type, timestamp }) => [type, timestamp])).toEqual([
    [FLV_AUDIO, 100],
    [FLV_VIDEO, 140],
    [FLV_AUDIO, 180],
  ]);
  expect(received[1]?.body.equals(body(0x17))).toBe(true);
});

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
