import { execFile, spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { promisify } from "node:util";
import type { StreamLadder } from "@kinora/domain/live/streams.ts";
import type { LiveEncoder } from "@kinora/media/live/live-encoder.ts";
import { openTransportStream } from "@kinora/media/live/transport-stream.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aProject, testServices, type TestProject, type TestServices } from "../../platform/testing.ts";
import { addStream } from "../../testing/fixtures.ts";
import { until } from "../../testing/until.ts";
import { startEncoding, type EncodingCallbacks, type RunningEncoder } from "../encoding/encoding.ts";
import { listenForPublishers, type RtmpServer } from "../ingest/rtmp/server.ts";
import { listenForSrt, type SrtServer } from "../ingest/srt/server.ts";
import { streamKeyOf } from "../streams/keys.ts";
import { LiveHost } from "./live-host.ts";

/** A media tool of a livestream that runs. */
interface Tool {
  pid: number;
  input: Writable;
}

/** Media seconds that a publisher sends in a second. */
const RATE = 8;
/** How long an encoder that is stopped may write what it buffers: those that hang would be waited for in vain. */
const GRACE_MS = 300;

let services: TestServices;
let project: TestProject;
let host: LiveHost;
let rtmp: RtmpServer;
let srt: SrtServer;
let bystander: Stream;
let folder: string;
let small: string;
let large: string;
const publishers: ChildProcess[] = [];
const demuxers: Tool[] = [];
const encoders: (Tool & { callbacks: EncodingCallbacks })[] = [];
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
/** The encoders' clock moves when a test says so. */
let nowMs = 0;

beforeAll(async () => {
  process.on("unhandledRejection", note);
  folder = await mkdtemp(join(tmpdir(), "kinora-killed-"));
  [small, large] = await Promise.all([film("small", "320x180"), film("large", "1280x720", "-qp", "4")]);
  services = await testServices({ KINORA_LIVE_LADDERS: "4" });
  project = await aProject(services);
  const start: typeof startEncoding = (plan, feed, callbacks) =>
    startEncoding(
      plan,
      (encoder) => {
        if (!isTool(encoder)) return feed(encoder);
        if (encoder.pid !== null) encoders.push({ pid: encoder.pid, input: encoder.input, callbacks });
        feed({ input: encoder.input, stop: () => encoder.stop(GRACE_MS) });
      },
      callbacks,
    );
  host = new LiveHost(services, { encoder: { start, probe: () => Promise.resolve(null), now: () => nowMs } });
  rtmp = await listenForPublishers({ host: "127.0.0.1", port: 0, secure: null }, host.admit, services.log);
  const open: typeof openTransportStream = async (programme, onLine) => {
    const stream = await openTransportStream(programme, onLine);
    if (stream.pid !== null) demuxers.push({ pid: stream.pid, input: stream.input });
    return stream;
  };
  const keyOf = (hash: string) => streamKeyOf(services, hash);
  srt = await listenForSrt("127.0.0.1", 0, { admit: host.admit, keyOf, open, log: services.log });
  await host.begin("http://127.0.0.1:9", rtmp.port);
  bystander = await aStream("passthrough");
  await publish("rtmp", bystander);
  await untilNewer(bystander, 0);
});
afterEach(() => {
  for (const publisher of publishers.splice(1)) publisher.kill("SIGKILL");
  demuxers.length = encoders.length = 0;
});
afterAll(async () => {
  process.off("unhandledRejection", note);
  for (const publisher of publishers) publisher.kill("SIGKILL");
  await rtmp.close();
  await srt.close();
  await host.close();
  await services.stop();
  await rm(folder, { recursive: true, force: true });
});

const isTool = (encoder: RunningEncoder): encoder is LiveEncoder => "pid" in encoder;

interface Stream {
  id: number;
  hash: string;
  key: string;
}

const aStream = (ladder: StreamLadder): Promise<Stream> =>
  addStream(services, project, { ladder, reconnect_seconds: 60, dvr_minutes: 10 });

/** A film of four seconds that an encoder sends as it is; `large` holds more than pipes do. */
async function film(name: string, size: string, ...quality: string[]): Promise<string> {
  const { ffmpegPath } = await mediaTools();
  const path = join(folder, `${name}.mp4`);
  await promisify(execFile)(ffmpegPath, [
    ...["-v", "error", "-f", "lavfi", "-i", `testsrc2=size=${size}:rate=5`],
    ...["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000", "-t", "4"],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-g", "5", "-pix_fmt", "yuv420p", ...quality, "-c:a", "aac", path],
  ]);
  return path;
}

/** An encoder out there. */
async function publish(protocol: "rtmp" | "srt", { key }: Stream, path = small): Promise<ChildProcess> {
  const { ffmpegPath } = await mediaTools();
  const target =
    protocol === "srt"
      ? ["-f", "mpegts", `srt://127.0.0.1:${srt.port}?streamid=${key}`]
      : ["-f", "flv", `rtmp://127.0.0.1:${rtmp.port}/live/${key}`];
  const endless = ["-readrate", String(RATE), "-stream_loop", "-1", "-i", path, "-c", "copy"];
  const publisher = spawn(ffmpegPath, ["-hide_banner", "-nostdin", "-v", "error", ...endless, ...target], {
    stdio: "ignore",
  });
  publishers.push(publisher);
  return publisher;
}

const gone = (publisher: ChildProcess) =>
  until(async () => publisher.exitCode !== null || publisher.signalCode !== null);
const segmentsOf = ({ hash }: Stream) => host.find(hash)?.timeline.segments ?? [];
/** The number of the newest segment of what its publisher sends. */
const newestOf = (stream: Stream) => segmentsOf(stream).findLast(({ kind }) => kind === "live")?.sequence ?? -1;
const untilNewer = (stream: Stream, than: number) => until(async () => newestOf(stream) > than);
const logOf = async ({ id }: Stream) =>
  (await services.db.selectFrom("stream_log").select("type").where("stream_id", "=", id).orderBy("id").execute()).map(
    ({ type }) => type,
  );
/** To a tool itself, the last in line: in its sandbox it is in a session of its own. */
function signal({ pid }: Pick<Tool, "pid">, name: NodeJS.Signals): void {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  if (child === undefined) process.kill(pid, name);
  else signal({ pid: Number(child) }, name);
}

/** A tool that takes nothing more, once its pipe is full. */
async function stuff(tools: readonly Tool[]): Promise<Tool> {
  const tool = await until(async () => tools.at(-1));
  signal(tool, "SIGSTOP");
  await until(async () => tool.input.writableNeedDrain);
  return tool;
}

/** What viewers of another stream, whose playlist is longer than the tests, have while `work` continues: more, and no seam. */
async function expectUndisturbed(work: () => Promise<void>): Promise<void> {
  const before = newestOf(bystander);
  await work();
  await untilNewer(bystander, before + 1);
  expect(unhandled).toEqual([]);
  expect(segmentsOf(bystander).filter(({ discontinuity }, at) => at > 0 && discontinuity)).toEqual([]);
  expect(await logOf(bystander)).toEqual(["connected", "first_segment", "live"]);
}

test("a demuxer killed with its pipe full disconnects its publisher, which can reconnect, and no other", () =>
  expectUndisturbed(async () => {
    const stream = await aStream("passthrough");
    const publisher = await publish("srt", stream, large);
    await untilNewer(stream, 1);
    const tool = await stuff(demuxers);
    signal(tool, "SIGKILL");
    await gone(publisher);
    await until(async () => (await logOf(stream)).includes("disconnected"));
    const newest = newestOf(stream);
    await publish("srt", stream);
    await untilNewer(stream, newest);
  }));

test.each(["rtmp", "srt"] as const)(
  "an encoder of a stream over %s killed with its pipe full disconnects its publisher, which can reconnect, and no other",
  (protocol) =>
    expectUndisturbed(async () => {
      const stream = await aStream("360p");
      const publisher = await publish(protocol, stream, large);
      await untilNewer(stream, 1);
      const tool = await stuff(encoders);
      signal(tool, "SIGKILL");
      await gone(publisher);
      await until(async () => (await logOf(stream)).includes("disconnected"));
      const newest = newestOf(stream);
      await publish(protocol, stream);
      await untilNewer(stream, newest);
    }),
);

test.each(["rtmp", "srt"] as const)(
  "an encoder that is too slow is replaced with its pipe full, and its publisher over %s stays connected",
  (protocol) =>
    expectUndisturbed(async () => {
      const stream = await aStream("720p");
      const publisher = await publish(protocol, stream, large);
      await untilNewer(stream, 1);
      await stuff(encoders);
      const { callbacks } = encoders.at(-1)!;
      // Half a minute in which it made nothing.
      nowMs += 30_000;
      callbacks.onProgress(10);
      const newest = newestOf(stream);
      await until(async () => encoders.length > 1);
      await untilNewer(stream, newest);
      expect(publisher.exitCode).toBeNull();
      expect(await logOf(stream)).toEqual(["connected", "first_segment", "live", "degraded"]);
    }),
);
