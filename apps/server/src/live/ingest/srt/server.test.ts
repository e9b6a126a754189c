import { spawn } from "node:child_process";
import { once } from "node:events";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { openTransportStream } from "@kinora/media/live/transport-stream.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { readEnhanced } from "../rtmp/enhanced.ts";
import { FLV_AUDIO, FLV_VIDEO } from "../rtmp/flv.ts";
import type { Admit, MediaTag, PublishRequest } from "../rtmp/session.ts";
import { HANDSHAKE_TYPE, REFUSAL, type HandshakeExtension } from "./handshake.ts";
import { LossyRelay } from "./lossy-relay.ts";
import { CONTROL, writeControl } from "./packets.ts";
import { listenForSrt, type SrtServer } from "./server.ts";
import {
  abilitiesExtension,
  induction,
  keysExtension,
  conclusion,
  PASSPHRASE,
  streamIdExtension,
  TestCaller,
} from "./test-caller.ts";

const log = pino({ level: "silent" });
const asked: PublishRequest[] = [];
const received: MediaTag[] = [];
const rejections: string[] = [];
const ends: boolean[] = [];
const closing: (() => void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await server?.close();
  server = null;
  for (const list of [asked, received, rejections, ends]) list.length = 0;
});

/** A stream that is named, of which the passphrase is the key. */
const NAME = "0123456789abcdef";

/** Keys under another passphrase. */
function otherKeys(): HandshakeExtension {
  const { type, content } = keysExtension();
  return {
    type,
    content: Buffer.concat([content.subarray(0, -1), Buffer.from([content.readUInt8(content.length - 1) ^ 1])]),
  };
}

const takesGood: Admit = (request) => {
  asked.push(request);
  if (request.key === "full") return Promise.resolve({ refused: "There is no room." });
  if (request.key === "taken") return Promise.resolve({ refused: "It is being published already.", isTaken: true });
  if (request.key !== "good" && request.key !== PASSPHRASE) return Promise.resolve(null);
  return Promise.resolve({
    write: (tag) => received.push(tag) > 0,
    drained: () => Promise.resolve(),
    reject(reason) {
      rejections.push(reason);
      request.close(reason);
    },
    end: (clean) => void ends.push(clean),
  });
};

let server: SrtServer | null = null;
async function open(now?: () => number): Promise<SrtServer> {
  server = await listenForSrt("127.0.0.1", 0, {
    admit: takesGood,
    keyOf: (hash) => Promise.resolve(hash === NAME ? PASSPHRASE : null),
    open: openTransportStream,
    log,
    ...(now && { now }),
  });
  return server;
}
function caller({ port }: SrtServer): TestCaller {
  const one = new TestCaller(port);
  closing.push(() => one.close());
  return one;
}

/** An encoder out there: sends a file as it is, in real time. */
async function send(
  port: number,
  streamId: string,
  options: readonly string[],
): Promise<{ ended: Promise<string>; end(): void }> {
  const { ffmpegPath } = await mediaTools();
  const address = `srt://127.0.0.1:${port}?streamid=${streamId}&latency=600000`;
  const encoder = spawn(ffmpegPath, ["-v", "error", "-nostdin", "-re", ...options, "-f", "mpegts", address], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  encoder.stderr.on("data", (bytes: Buffer) => (said += bytes.toString()));
  const end = () => void encoder.kill("SIGKILL");
  closing.push(end);
  return { ended: once(encoder, "close").then(() => said), end };
}

test("a caller that does not prove its address gets a cookie only, and its key is not looked up", async () => {
  const here = await open();
  const one = caller(here);
  const good = [abilitiesExtension(), streamIdExtension("good")];
  await one.sendHandshake(conclusion(0, ...good));
  await one.sendHandshake(conclusion(12_345, ...good));
  await one.send(Buffer.from("no datagram of SRT"));
  await one.send(Buffer.alloc(3));
  await one.send(writeControl(CONTROL.handshake, { to: 0, body: Buffer.alloc(20) }));
  await one.sendHandshake(induction);
  // The first datagram it receives answers the last one it sent.
  expect(await one.answer()).toMatchObject({ type: HANDSHAKE_TYPE.induction, version: 5, extensionField: 0x4a17 });
  expect(asked).toEqual([]);
});

test.each([
  ["bad", REFUSAL.forbidden],
  ["full", REFUSAL.overload],
  ["taken", REFUSAL.conflict],
  ["", REFUSAL.badRequest],
  ["request:good", REFUSAL.badMode],
])("the Stream ID %j is refused with its reason, for repeated conclusions, too", async (streamId, reason) => {
  const one = caller(await open());
  const extensions = [abilitiesExtension(), ...(streamId === "" ? [] : [streamIdExtension(streamId)])];
  await one.sendHandshake(induction);
  const { cookie } = await one.answer();
  for (let times = 0; times < 2; times += 1) {
    await one.sendHandshake(conclusion(cookie, ...extensions));
    expect((await one.answer()).type).toBe(reason);
  }
  expect(asked.length).toBeLessThanOrEqual(1);
});

test("an encrypted caller that sends its key in clear text is refused before the lookup", async () => {
  const one = caller(await open());
  const answer = await one.call(abilitiesExtension(), keysExtension(), streamIdExtension("good"));
  expect(answer.type).toBe(REFUSAL.unsecure);
  expect(asked).toEqual([]);
});

test("a caller with an unknown cipher is refused before the stream key is looked up", async () => {
  const one = caller(await open());
  const other = keysExtension();
  // AES-GCM.
  other.content.writeUInt8(4, 8);
  expect((await one.call(abilitiesExtension(), other, streamIdExtension(NAME))).type).toBe(REFUSAL.cipher);
  expect(asked).toEqual([]);
});

test.each([
  ["without a passphrase", NAME, [], REFUSAL.unsecure],
  ["with a passphrase that is not its key", NAME, [otherKeys()], REFUSAL.badSecret],
  ["that does not exist", "fedcba9876543210", [keysExtension()], REFUSAL.badSecret],
])(
  "a caller that names a stream %s is refused, and the refusal is logged to the stream",
  async (_, name, keys, reason) => {
    const one = caller(await open());
    expect((await one.call(abilitiesExtension(), ...keys, streamIdExtension(name))).type).toBe(reason);
    expect(asked.map(({ key }) => key)).toEqual([name]);
  },
);

test("a caller that names a stream and knows its key is admitted, and gets its key material confirmed", async () => {
  const one = caller(await open());
  const answer = await one.call(abilitiesExtension(), keysExtension(), streamIdExtension(NAME));
  expect(answer.extensions.map(({ type }) => type)).toEqual([2, 4]);
  expect(answer.extensions[1]?.content).toEqual(keysExtension().content);
  expect(asked).toMatchObject([{ key: PASSPHRASE }]);
});

async function arrivesUnderKeys(bytes: number): Promise<void> {
  const here = await open();
  const query = `${NAME}&passphrase=${PASSPHRASE}&pbkeylen=${bytes}&kmrefreshrate=60`;
  const encoder = await send(here.port, query, ["-i", await clip("streamable"), "-c", "copy"]);
  await encoder.ended;
  await vi.waitFor(() => expect(ends).toEqual([true]));
  expect(asked.map(({ key }) => key)).toEqual([PASSPHRASE]);
  expect(rejections).toEqual([]);
  const pictures = received.filter(({ type, body }) => type === FLV_VIDEO && body.readUInt8(1) === 1);
  expect(pictures.length).toBeGreaterThan(65);
}

test.each([16])("ffmpeg's media arrives whole under keys of %i bytes, which it changes often", arrivesUnderKeys);
test.each([24, 32])(
  "ffmpeg's media arrives whole under keys of %i bytes, which it changes often",
  { tags: "@slow" },
  arrivesUnderKeys,
);

test("ffmpeg with a wrong passphrase is refused before it sends media", async () => {
  const here = await open();
  const encoder = await send(here.port, `${NAME}&passphrase=known to nobody`, [
    "-i",
    await clip("streamable"),
    "-c",
    "copy",
  ]);
  expect(await encoder.ended).toMatch(/reject/i);
  expect(received).toEqual([]);
});

test("an admitted caller gets a socket id of its own and is closed after five silent seconds", async () => {
  let now = 1_000;
  const one = caller(await open(() => now));
  const answer = await one.call(abilitiesExtension(), streamIdExtension("#!::r=good,m=publish"));
  expect(answer).toMatchObject({ type: HANDSHAKE_TYPE.conclusion, firstSequence: 1000, window: 8192 });
  expect(answer.socketId).toBeGreaterThan(0);
  expect(asked).toMatchObject([{ key: "good", encoder: "SRT 1.5.1", clientIp: "127.0.0.1" }]);
  now += 5_001;
  await vi.waitFor(() => expect(ends).toEqual([false]));
});

test("datagrams from another address are not accepted for a socket", async () => {
  const here = await open();
  const one = caller(here);
  const { socketId } = await one.call(abilitiesExtension(), streamIdExtension("good"));
  const other = caller(here);
  const goodbye = writeControl(CONTROL.shutdown, { to: socketId, body: Buffer.alloc(4) });
  await other.send(goodbye);
  await other.sendHandshake(induction);
  await other.answer();
  expect(ends).toEqual([]);
  await one.send(goodbye);
  await vi.waitFor(() => expect(ends).toEqual([true]));
});

/** Calls again and again from one address, as another socket each time; answers the answers. */
async function callOften(one: TestCaller, times: number, streamId: string): Promise<number[]> {
  const answers: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const socketId = at + 1;
    await one.sendHandshake({ ...induction, socketId });
    const { cookie } = await one.answer();
    await one.sendHandshake({ ...conclusion(cookie, abilitiesExtension(), streamIdExtension(streamId)), socketId });
    answers.push((await one.answer()).type);
  }
  return answers;
}

test("an address publishes 300 times and no more", async () => {
  const one = caller(await open(() => 0));
  const answers = await callOften(one, 303, "good");
  expect(answers.slice(0, 300)).toEqual(Array.from({ length: 300 }, () => HANDSHAKE_TYPE.conclusion));
  expect(answers.slice(300)).toEqual([REFUSAL.overload, REFUSAL.overload, REFUSAL.overload]);
  expect(asked).toHaveLength(300);
});

test("refused callers do not count against the limit, however many there are", async () => {
  const here = await open(() => 0);
  const answers = await callOften(caller(here), 1_100, "bad");
  expect(new Set(answers)).toEqual(new Set([REFUSAL.forbidden]));
  const good = await caller(here).call(abilitiesExtension(), streamIdExtension("good"));
  expect(good.type).toBe(HANDSHAKE_TYPE.conclusion);
});

test("ffmpeg with a wrong key is refused before it sends media", async () => {
  const here = await open();
  const encoder = await send(here.port, "bad", ["-i", await clip("streamable"), "-c", "copy"]);
  expect(await encoder.ended).toMatch(/reject/i);
  expect(asked.map(({ key }) => key)).toEqual(["bad"]);
  expect(received).toEqual([]);
});

test("ffmpeg's media arrives whole over a network that loses every twentieth datagram", async () => {
  const here = await open();
  const relay = new LossyRelay();
  closing.push(() => relay.close());
  const port = await relay.begin(here.port, 20);
  const encoder = await send(port, "publish:good", ["-i", await clip("streamable"), "-c", "copy"]);
  await encoder.ended;
  await vi.waitFor(() => expect(ends).toEqual([true]));
  expect(relay.dropped).toBeGreaterThan(5);
  expect(rejections).toEqual([]);
  const pictures = received.filter(({ type, body }) => type === FLV_VIDEO && body.readUInt8(1) === 1);
  const sounds = received.filter(({ type, body }) => type === FLV_AUDIO && body.readUInt8(1) === 1);
  // Of 75 and 141; what was lost of the very last when the encoder left nobody sends again.
  expect(pictures.length).toBeGreaterThan(65);
  expect(sounds.length).toBeGreaterThan(120);
  const steps = pictures.slice(1).map(({ timestamp }, at) => timestamp - (pictures[at]?.timestamp ?? 0));
  // The first of each track comes at 0, wherever the other one begins.
  expect(new Set(steps.slice(1, 60))).toEqual(new Set([40]));
});

test("HEVC gets its Enhanced RTMP FourCC, and audio that is not AAC is encoded to AAC", async () => {
  const here = await open();
  const picture = ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25", "-f", "lavfi", "-i", "sine=sample_rate=48000"];
  const codecs = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:keyint=25", "-c:a", "mp2"];
  const encoder = await send(here.port, "good", [...picture, "-t", "6", "-pix_fmt", "yuv420p", ...codecs]);
  await vi.waitFor(() => expect(received.filter(({ type }) => type === FLV_VIDEO).length).toBeGreaterThan(10));
  encoder.end();
  const [config, ...frames] = received.filter(({ type }) => type === FLV_VIDEO).map(({ body }) => readEnhanced(body));
  expect(config).toMatchObject({ fourCc: "hvc1", kind: "config" });
  expect(frames.every((frame) => frame?.kind === "frame")).toBe(true);
  const sounds = received.filter(({ type }) => type === FLV_AUDIO);
  expect(sounds.length).toBeGreaterThan(0);
  expect(sounds.every(({ body }) => body.readUInt8(0) === 0xaf)).toBe(true);
});

test("an unsupported video codec is rejected with a sentence, and the encoder is disconnected", async () => {
  const here = await open();
  const picture = ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25", "-c:v", "mpeg2video"];
  const encoder = await send(here.port, "good", picture);
  await encoder.ended;
  expect(rejections).toEqual(["Over SRT the video codec must be H.264 or HEVC."]);
  expect(received).toEqual([]);
});
