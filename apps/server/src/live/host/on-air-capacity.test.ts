import { Writable } from "node:stream";
import { selectOrdered } from "@kinora/db/testing-rows.ts";
import type { StreamLadder } from "@kinora/domain/live/streams.ts";
import type { LiveEncodePlan } from "@kinora/media/live/live-encode-plan.ts";
import type { LiveEncoder } from "@kinora/media/live/live-encoder.ts";
import { aFragment, anInit, rung } from "@kinora/media/live/live-fixtures.ts";
import type { VideoFacts } from "@kinora/media/probe/facts.ts";
import { afterEach, expect, test, vi } from "vitest";
import { as } from "../../platform/testing.ts";
import { sharedProject, addStream } from "../../testing/fixtures.ts";
import type { Encoding, EncodingCallbacks, StartEncoding } from "../encoding/encoding.ts";
import { NO_ROOM } from "../encoding/ladder-room.ts";
import type { CapacityMeasure } from "../encoding/measured-capacity.ts";
import { writeAmf } from "../ingest/rtmp/amf.ts";
import { FLV_AUDIO, FLV_SCRIPT, FLV_VIDEO } from "../ingest/rtmp/flv.ts";
import type { PublishSink } from "../ingest/rtmp/session.ts";
import { liveCapacity } from "../sessions/sessions.ts";
import { LiveHost } from "./live-host.ts";

const hosts: LiveHost[] = [];

const { services, project, grant } = await sharedProject();
afterEach(async () => {
  await closeHosts();
  await services.db.deleteFrom("streams").execute();
  await services.db.deleteFrom("stream_hosts").execute();
});

const closeHosts = async () => {
  for (const host of hosts.splice(0)) await host.close();
};
const capacity = () => liveCapacity(as(services, project.owner), grant);
const logOf = (id: number) =>
  selectOrdered(services, "stream_log", "id", { stream_id: id }, "type", "severity", "detail");
const degradedOf = async (id: number) => (await logOf(id)).filter(({ type }) => type === "degraded");

/** A machine that was measured to encode so many ladders. */
const measured = (ladders: number, measuredWith = "a processor"): CapacityMeasure => ({
  measuredWith: () => Promise.resolve(measuredWith),
  ladders: vi.fn(() => Promise.resolve(ladders)),
});

const ended = () => Promise.resolve({ exitCode: 0, stderrTail: [] });

/** Encoders that take nothing and report what the test wants, on a clock that the test moves. */
class SlowEncoders {
  nowMs = 0;
  readonly runs: { labels: string[]; plan: LiveEncodePlan; callbacks: EncodingCallbacks; write: () => void }[] = [];
  /** What ffprobe finds of the picture. */
  picture: VideoFacts | null = null;
  #mediaSeconds = 0;
  readonly #start: StartEncoding = (plan, feed, callbacks) => {
    const running = Promise.withResolvers<void>();
    const encoder: LiveEncoder = {
      pid: null,
      input: new Writable({ highWaterMark: 1, write: () => undefined }),
      rungs: new Map(),
      thumbnails: null,
      ended: ended(),
      stop: () => {
        running.resolve();
        encoder.input.destroy();
        return ended();
      },
    };
    const rungs = plan.rungs.map(({ label, width, height }) => rung(label, width, height));
    feed(encoder);
    const run = { labels: rungs.map(({ label }) => label), plan, callbacks, write: () => {} };
    this.runs.push(run);
    return Promise.resolve<Encoding>({
      plan,
      encoder,
      rungs,
      inits: new Map(rungs.map((one) => [one.label, anInit(one)])),
      speed: () => 0.5,
      async run(onFragment) {
        run.write = () => {
          for (const label of run.labels) onFragment(label, aFragment(0, 0.5, true));
        };
        await running.promise;
      },
    });
  };
  readonly port = { now: () => this.nowMs, probe: () => Promise.resolve(this.picture), start: this.#start };

  /** The last encoder makes half a second of each second, for so many seconds. */
  crawl(seconds: number): void {
    this.#go(seconds, 0.5);
  }

  /** The last encoder keeps up for so many seconds. */
  keepUp(seconds: number): void {
    this.#go(seconds, 1);
  }

  #go(seconds: number, speed: number): void {
    const { callbacks } = this.runs.at(-1) ?? {};
    for (let second = 0; second <= seconds; second += 1) {
      this.nowMs += 1000;
      this.#mediaSeconds += speed;
      callbacks?.onProgress(this.#mediaSeconds);
    }
  }
}

async function aHost(encoders: SlowEncoders, measure: CapacityMeasure): Promise<LiveHost> {
  const host = new LiveHost(services, { encoder: encoders.port, measure });
  hosts.push(host);
  await host.begin("http://127.0.0.1:9", 0);
  return host;
}

const aStream = (ladder: StreamLadder) => addStream(services, project, { ladder });

/** Publishes 1080p30 until an encoder was begun or the publisher was closed. */
async function publish(
  host: LiveHost,
  { key }: { key: string },
): Promise<{ sink: PublishSink | null; closed: string[] }> {
  const closed: string[] = [];
  const close = (reason = "closed") => void closed.push(reason);
  const sink = await host.admit({
    key,
    encoder: "a test",
    clientIp: "192.0.2.7",
    close,
    silence: () => ({ ms: 0, usualMs: 0 }),
  });
  if (sink === null) return { sink: null, closed };
  if ("refused" in sink) return { sink: null, closed: [sink.refused] };
  const facts = { width: 1920, height: 1080, framerate: 30, audiocodecid: 10 };
  const send = (type: typeof FLV_AUDIO | typeof FLV_VIDEO | typeof FLV_SCRIPT, timestamp: number, body: Buffer) =>
    sink.write({ type, timestamp, body });
  send(FLV_SCRIPT, 0, writeAmf("onMetaData", facts));
  send(FLV_VIDEO, 0, Buffer.from([0x17, 0, 0, 0, 0, 1]));
  send(FLV_AUDIO, 0, Buffer.from([0xaf, 0, 0x11, 0x90]));
  send(FLV_VIDEO, 0, Buffer.from([0x17, 1, 0, 0, 0, 1]));
  return { sink, closed };
}

test("a machine is measured once, and again when its processor or its encoder changed", async () => {
  const restart = async (measure: CapacityMeasure, ladders: number) => {
    await closeHosts();
    await aHost(new SlowEncoders(), measure);
    await vi.waitFor(async () =>
      expect(await capacity()).toMatchObject({ ladders_possible: ladders, available: true }),
    );
  };
  const first = measured(2.34);
  await restart(first, 2.3);
  await restart(first, 2.3);
  const other = measured(5, "another processor");
  await restart(other, 5);
  expect(first.ladders).toHaveBeenCalledTimes(1);
  expect(other.ladders).toHaveBeenCalledTimes(1);
});

test("a host that was closed while it measured leaves the row to the next", async () => {
  const begun = Promise.withResolvers<void>();
  const result = Promise.withResolvers<number>();
  const ladders = () => {
    begun.resolve();
    return result.promise;
  };
  await aHost(new SlowEncoders(), { measuredWith: () => Promise.resolve("a slow processor"), ladders });
  await begun.promise;
  await closeHosts();
  await aHost(new SlowEncoders(), measured(5, "another processor"));
  await vi.waitFor(async () => expect((await capacity()).ladders_possible).toBe(5));
  result.resolve(1);
  await result.promise;
  const rowOfHost = services.db.selectFrom("stream_hosts").select(["ladders", "measured_with"]);
  // What the closed host would write comes on another connection, before the last of these is read.
  for (let reading = 0; reading < 20; reading += 1)
    expect(await rowOfHost.executeTakeFirst()).toEqual({ ladders: 5, measured_with: "another processor" });
});

const plain: VideoFacts = {
  ...{ codec: "h264", profile: "High", level: 40, width: 1920, height: 1080, codedWidth: 1920, codedHeight: 1080 },
  ...{
    rotation: 0,
    squarePixels: true,
    pixelFormat: "yuv420p",
    bitDepth: 8,
    progressive: true,
    variableFrameRate: false,
  },
  ...{
    fps: { numerator: 1, denominator: 1 },
    colorTransfer: null,
    hdr: false,
    startTimeSeconds: 0,
    durationSeconds: 0,
  },
  ...{ frames: null, bitrate: null, streamIndex: 0 },
};

test.each([
  ["plain", plain, { passThrough: true, rungs: [{ width: 1920, height: 1080 }] }, []],
  [
    "interlaced, of wide pixels",
    { ...plain, width: 1024, height: 576, progressive: false, squarePixels: false },
    {
      passThrough: false,
      fps: 60,
      rungs: [
        { width: 640, height: 360 },
        { width: 1024, height: 576 },
      ],
    },
    ["This livestream is encoded, not passed through. The pixels are not square."],
  ],
  ["HDR", { ...plain, hdr: true }, { passThrough: false }, [expect.stringContaining("The picture is HDR.")]],
])("a picture that is %s, on a stream that is passed through", async (_, picture, planned, told) => {
  const encoders = new SlowEncoders();
  encoders.picture = picture;
  const host = await aHost(encoders, measured(5));
  const stream = await aStream("passthrough");
  await publish(host, stream);
  await vi.waitFor(() => expect(encoders.runs[0]?.plan).toMatchObject(planned));
  expect((await degradedOf(stream.id)).map(({ detail }) => detail)).toEqual(told);
});

test("a publisher beyond the machine's capacity gets fewer rungs, and the next one a refusal", async () => {
  const encoders = new SlowEncoders();
  const host = await aHost(encoders, measured(1.4));
  await vi.waitFor(async () => expect((await capacity()).ladders_possible).toBe(1.4));
  const [whole, part, none, asSent] = [
    await aStream("1080p"),
    await aStream("1080p"),
    await aStream("360p"),
    await aStream("passthrough"),
  ];
  await publish(host, whole);
  // Its picture is looked at first: the second publisher would otherwise take the room.
  await vi.waitFor(() => expect(encoders.runs).toHaveLength(1));
  await publish(host, part);
  await vi.waitFor(() => expect(encoders.runs).toHaveLength(2));
  expect(encoders.runs.map(({ labels }) => labels)).toEqual([
    ["360p", "720p", "1080p"],
    ["360p", "720p"],
  ]);
  expect(await degradedOf(part.id)).toEqual([
    { type: "degraded", severity: "warning", detail: "This host cannot encode every resolution: 1080p left out." },
  ]);
  await vi.waitFor(async () => expect((await capacity()).ladders_running).toBe(1.4));
  expect((await publish(host, none)).closed).toEqual([NO_ROOM]);
  expect(await logOf(none.id)).toEqual([{ type: "no_room", severity: "error", detail: NO_ROOM }]);
  expect((await publish(host, asSent)).closed).toEqual([]);
});

test("an encoder that falls behind drops its highest rung, and its viewers get the next one", async () => {
  const encoders = new SlowEncoders();
  const host = await aHost(encoders, measured(4));
  const stream = await aStream("1080p");
  const { sink } = await publish(host, stream);
  if (!sink) throw new Error("The publisher was refused.");
  await vi.waitFor(() => {
    encoders.runs[0]?.write();
    expect(host.find(stream.hash)?.timeline.segments).toHaveLength(1);
  });
  const waiting = sink.drained();
  encoders.crawl(8);
  await vi.waitFor(() => expect(encoders.runs).toHaveLength(2));
  expect(encoders.runs[1]?.labels).toEqual(["360p", "720p"]);
  expect(await degradedOf(stream.id)).toEqual([
    { type: "degraded", severity: "warning", detail: "Encoding could not keep up: 1080p was dropped." },
  ]);
  await vi.waitFor(() => {
    encoders.runs[1]?.write();
    expect(host.find(stream.hash)?.timeline.segments).toHaveLength(2);
  });
  const timeline = host.find(stream.hash)?.timeline;
  expect(timeline?.rungs.map(({ label }) => label)).toEqual(["360p", "720p", "1080p"]);
  const last = timeline?.segments.at(-1);
  expect(last && timeline?.entry(last, "1080p")?.label).toBe("720p");
  await waiting;
});

test("a dropped rung is restored after a minute of spare capacity, after two once it was dropped again", async () => {
  const encoders = new SlowEncoders();
  const host = await aHost(encoders, measured(4));
  const stream = await aStream("1080p");
  const { sink } = await publish(host, stream);
  const runs = async (count: number, labels: readonly string[]) => {
    await vi.waitFor(() => expect(encoders.runs).toHaveLength(count));
    expect(encoders.runs.at(-1)?.labels).toEqual(labels);
    await vi.waitFor(() => {
      encoders.runs.at(-1)?.write();
      expect(host.find(stream.hash)?.timeline.segments).toHaveLength(count);
    });
  };
  const giveUp = async () => {
    const waiting = sink?.drained();
    encoders.crawl(8);
    await waiting;
  };
  await runs(1, ["360p", "720p", "1080p"]);
  await giveUp();
  await runs(2, ["360p", "720p"]);
  encoders.keepUp(58);
  expect(encoders.runs).toHaveLength(2);
  encoders.keepUp(3);
  await runs(3, ["360p", "720p", "1080p"]);
  const timeline = host.find(stream.hash)?.timeline;
  const last = timeline?.segments.at(-1);
  expect(last && timeline?.entry(last, "1080p")?.label).toBe("1080p");
  await giveUp();
  await runs(4, ["360p", "720p"]);
  encoders.keepUp(118);
  expect(encoders.runs).toHaveLength(4);
  encoders.keepUp(3);
  await runs(5, ["360p", "720p", "1080p"]);
  const changes = (await logOf(stream.id)).filter(({ type }) => type === "degraded" || type === "recovered");
  const drop = { type: "degraded", severity: "warning", detail: "Encoding could not keep up: 1080p was dropped." };
  const back = { type: "recovered", severity: "info", detail: "There is capacity for 1080p again." };
  expect(changes).toEqual([drop, back, drop, back]);
});

test("rungs that another livestream left no capacity for are encoded once that one ends", async () => {
  const encoders = new SlowEncoders();
  const host = await aHost(encoders, measured(1.4));
  await vi.waitFor(async () => expect((await capacity()).ladders_possible).toBe(1.4));
  const [first, second] = [await aStream("1080p"), await aStream("1080p")];
  await publish(host, first);
  await vi.waitFor(() => expect(encoders.runs).toHaveLength(1));
  await publish(host, second);
  await vi.waitFor(() => expect(encoders.runs).toHaveLength(2));
  encoders.keepUp(61);
  await services.db.updateTable("streams").set({ enabled: false }).where("id", "=", first.id).execute();
  await host.find(first.hash)?.update();
  await vi.waitFor(async () => expect((await capacity()).ladders_running).toBeLessThan(1));
  expect(encoders.runs).toHaveLength(2);
  encoders.keepUp(61);
  await vi.waitFor(() => expect(encoders.runs).toHaveLength(3));
  expect(encoders.runs[2]?.labels).toEqual(["360p", "720p", "1080p"]);
});

test("with a single rung nothing is dropped: it is logged once, and streaming continues", async () => {
  const encoders = new SlowEncoders();
  const host = await aHost(encoders, measured(4));
  const stream = await aStream("360p");
  const { sink, closed } = await publish(host, stream);
  await vi.waitFor(() => expect(encoders.runs).toHaveLength(1));
  void sink?.drained();
  encoders.crawl(30);
  await vi.waitFor(async () => expect(await degradedOf(stream.id)).toHaveLength(1));
  expect([encoders.runs.length, closed]).toEqual([1, []]);
});
