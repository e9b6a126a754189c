import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { insertRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import type { LiveEncoder } from "@kinora/media/live/live-encoder.ts";
import { afterEach, expect, test, vi } from "vitest";
import type { TestServices } from "../../platform/testing.ts";
import { sharedProject, ownedBy, addStream } from "../../testing/fixtures.ts";
import type { Encoding, StartEncoding } from "../encoding/encoding.ts";
import { LiveHost } from "../host/live-host.ts";
import { writeAmf } from "../ingest/rtmp/amf.ts";
import { FLV_AUDIO, FLV_SCRIPT, FLV_VIDEO } from "../ingest/rtmp/flv.ts";
import type { PublishSink } from "../ingest/rtmp/session.ts";
import { endStream } from "../streams/control.ts";
import { readStream } from "../streams/rows.ts";
import { recordingPath } from "./recorder.ts";
import { startRecording, stopRecording } from "./recording-control.ts";
import { listRecordings, type RecordingRow } from "./recording-list.ts";
import { saveRecording } from "./recordings.ts";

const run = { jobId: "a-recording", signal: new AbortController().signal, failures: 0 };
let host: LiveHost;

const { services, project, context } = await sharedProject();
afterEach(() => host.close());

/** An encoder that takes everything and says nothing. */
const start: StartEncoding = (plan, feed) => {
  const ending = Promise.withResolvers<void>();
  const ended = ending.promise.then(() => ({ exitCode: 0, stderrTail: [] }));
  const encoder: LiveEncoder = {
    pid: null,
    input: new Writable({ write: (_chunk, _encoding, done) => done() }),
    rungs: new Map(),
    thumbnails: null,
    ended,
    stop: () => {
      ending.resolve();
      return ended;
    },
  };
  feed(encoder);
  const runs = async () => void (await ended);
  return Promise.resolve<Encoding>({ plan, encoder, rungs: [], inits: new Map(), speed: () => 1, run: runs });
};

async function aHost(on: TestServices = services): Promise<void> {
  const measure = { measuredWith: () => Promise.resolve("a test"), ladders: () => Promise.resolve(4) };
  host = new LiveHost(on, {
    encoder: { start, probe: () => Promise.resolve(null), now: () => performance.now() },
    measure,
  });
  await host.begin("http://127.0.0.1:9", 0);
}

const aStream = (record = false) => addStream(services, project, { record });

/** A publisher of a key frame of a kilobyte every 40 ms of its own clock. */
class Camera {
  #atMs = 0;
  readonly #sink: PublishSink;

  private constructor(sink: PublishSink) {
    this.#sink = sink;
    const facts = { width: 320, height: 180, framerate: 25, audiocodecid: 10 };
    sink.write({ type: FLV_SCRIPT, timestamp: 0, body: writeAmf("onMetaData", facts) });
    sink.write({ type: FLV_VIDEO, timestamp: 0, body: Buffer.from([0x17, 0, 0, 0, 0, 1]) });
    sink.write({ type: FLV_AUDIO, timestamp: 0, body: Buffer.from([0xaf, 0, 0x11, 0x90]) });
    this.send();
  }

  static async on({ key }: { key: string }): Promise<Camera> {
    const sink = await host.admit({
      key,
      encoder: "a camera",
      clientIp: "192.0.2.7",
      close: () => {},
      silence: () => ({ ms: 0, usualMs: 0 }),
    });
    if (!sink || "refused" in sink) throw new Error("The camera was refused.");
    return new Camera(sink);
  }

  send(): void {
    this.#atMs += 40;
    const body = Buffer.concat([Buffer.from([0x17, 1, 0, 0, 0]), Buffer.alloc(1024, 1)]);
    this.#sink.write({ type: FLV_VIDEO, timestamp: this.#atMs, body });
  }

  leave(): void {
    this.#sink.end(false);
  }
}

const recordings = async (id: number): Promise<RecordingRow[]> =>
  (await listRecordings(context, project, { id, page: 1, per_page: 30 })).data.toReversed();
const states = async (id: number) => (await recordings(id)).map(({ state }) => state);
const untilStates = (id: number, ...wanted: string[]) =>
  vi.waitFor(async () => expect(await states(id)).toEqual(wanted));
/** Sends until so much of a recording is on the disk. */
const untilRecorded = (camera: Camera, id: number) =>
  vi.waitFor(() => {
    camera.send();
    expect(existsSync(recordingPath(services.config.dataDir, id))).toBe(true);
  });
const sizeOf = async (id: number) => (await services.storage.stat(`live/recordings/${id}.flv`))?.sizeBytes ?? 0;

test("each recording of a session becomes its own video, at its stop or at the session's end", async () => {
  await aHost();
  const stream = await aStream();
  await expect(startRecording(context, project, stream.id)).rejects.toThrow("Stream is not active.");
  const camera = await Camera.on(stream);
  expect(await states(stream.id)).toEqual([]);
  expect(await startRecording(context, project, stream.id)).toMatchObject({ recording: true });
  await startRecording(context, project, stream.id);
  const [first] = await recordings(stream.id);
  expect((await readStream(services.db, project, stream.id)).recording_since).toEqual(first?.started_at);
  await untilRecorded(camera, first?.id ?? 0);
  for (let frame = 0; frame < 10; frame += 1) camera.send();
  expect(await stopRecording(context, project, stream.id)).toMatchObject({ recording: false, recording_since: null });
  await stopRecording(context, project, stream.id);
  await untilStates(stream.id, "saving");
  camera.send();

  await startRecording(context, project, stream.id);
  const second = (await recordings(stream.id))[1];
  await untilRecorded(camera, second?.id ?? 0);
  camera.send();
  await endStream(context, project, stream.id);
  await untilStates(stream.id, "saving", "saving");
  for (const { id } of await recordings(stream.id)) {
    expect(await sizeOf(id)).toBeGreaterThan(1024);
    await saveRecording.run(services, { recordingId: id }, run);
    await saveRecording.run(services, { recordingId: id }, run);
  }
  const made = await recordings(stream.id);
  expect(made.map(({ state, video }) => [state, video?.status])).toEqual([
    ["ready", "in_queue"],
    ["ready", "in_queue"],
  ]);
  expect(new Set(made.map(({ video }) => video?.id)).size).toBe(2);
  const log = await selectRows(services, "stream_log", { stream_id: stream.id }, "type");
  const lines = log.map(({ type }) => type).filter((type) => type.startsWith("recording"));
  expect(lines).toEqual([
    "recording_started",
    "recording_stopped",
    "recording_started",
    "recording_ready",
    "recording_ready",
  ]);
  const audited = await services.db
    .selectFrom("audit_log")
    .select("action")
    .where("object_type", "=", "stream")
    .where("object_id", "=", stream.id)
    .where("action", "like", "stream.recording%")
    .execute();
  expect(audited).toHaveLength(3);
});

test("a recording continues across a reconnect and a restart; a stopped one stays stopped", async () => {
  await aHost();
  const [goesOn, stopped] = [await aStream(true), await aStream(true)];
  const cameras = [await Camera.on(goesOn), await Camera.on(stopped)];
  const [kept] = await recordings(goesOn.id);
  const [ended] = await recordings(stopped.id);
  for (const [at, row] of [kept, ended].entries()) {
    const camera = cameras[at];
    if (camera) await untilRecorded(camera, row?.id ?? 0);
  }
  cameras[0]?.leave();
  await stopRecording(context, project, stopped.id);
  await untilStates(stopped.id, "saving");
  await host.close();

  await aHost();
  expect([await states(goesOn.id), await states(stopped.id)]).toEqual([["recording"], ["saving"]]);
  const [again, other] = [await Camera.on(goesOn), await Camera.on(stopped)];
  await startRecording(context, project, goesOn.id);
  for (let frame = 0; frame < 20; frame += 1) for (const camera of [again, other]) camera.send();
  await endStream(context, project, goesOn.id);
  await endStream(context, project, stopped.id);
  await untilStates(goesOn.id, "saving");
  await untilStates(stopped.id, "saving");
  expect(await sizeOf(kept?.id ?? 0)).toBeGreaterThan(20 * 1024);
});

test("a recording whose process crashed after its stop is finalized by the next one, and one without media is empty", async () => {
  await aHost();
  const stream = await aStream(true);
  const camera = await Camera.on(stream);
  const [row] = await recordings(stream.id);
  await untilRecorded(camera, row?.id ?? 0);
  for (let frame = 0; frame < 5; frame += 1) camera.send();
  await host.close();
  // The books as a session's end leaves them, before its file is put away.
  await updateRows(services, "stream_recordings", { id: row?.id ?? 0 }, { state: "stopping" });
  await updateRows(services, "streams", { id: stream.id }, { ingest: "none" });
  // A further sound that cannot be read holds the recording up no more than its lack would.
  const path = recordingPath(services.config.dataDir, row?.id ?? 0);
  await writeFile(`${path}.sounds`, '["de","en"]\n');
  await writeFile(`${path}.sound-1`, "no sound at all");
  const nothing = await insertRow(services, "stream_recordings", {
    stream_id: stream.id,
    ...ownedBy(project),
    kind: "recording",
    state: "stopping",
  });
  await aHost();
  await untilStates(stream.id, "saving", "empty");
  expect(await sizeOf(row?.id ?? 0)).toBeGreaterThan(1024);
  expect(await sizeOf(nothing.id)).toBe(0);
});

test("a recording that cannot be written fails with a reason, and the next one starts when the disk works", async () => {
  await aHost();
  const stream = await aStream();
  const place = join(services.config.dataDir, "live", "recordings");
  await rm(place, { recursive: true, force: true });
  await mkdir(join(place, ".."), { recursive: true });
  await writeFile(place, "in the way");
  await Camera.on(stream);
  await startRecording(context, project, stream.id);
  await vi.waitFor(async () =>
    expect(await recordings(stream.id)).toMatchObject([
      { problem: "The disk could not be written. What was recorded until now is kept." },
    ]),
  );
  expect((await readStream(services.db, project, stream.id)).recording).toBe(false);
  const log = await selectRows(
    services,
    "stream_log",
    { stream_id: stream.id, type: "recording_failed" },
    "type",
    "severity",
  );
  expect(log).toEqual([{ type: "recording_failed", severity: "error" }]);
  await rm(place);
  await startRecording(context, project, stream.id);
  await untilStates(stream.id, "empty", "recording");
});

test("a stream whose server has no room to record goes on air without, and its log says so", async () => {
  const disk = { freeBytes: 4e9, totalBytes: 100e9 };
  await aHost({ ...services, diskSpace: () => Promise.resolve(disk) });
  const stream = await aStream(true);
  const camera = await Camera.on(stream);
  await untilStates(stream.id, "empty");
  const [recording] = await recordings(stream.id);
  const detail = "The server's disk is nearly full. What was recorded until now is kept.";
  expect(recording?.problem).toBe(detail);
  expect(existsSync(recordingPath(services.config.dataDir, recording?.id ?? 0))).toBe(false);
  camera.send();
  expect(await readStream(services.db, project, stream.id)).toMatchObject({
    recording: false,
    session_id: expect.any(Number),
  });
  const log = await selectRows(
    services,
    "stream_log",
    { stream_id: stream.id, type: "recording_failed" },
    "severity",
    "detail",
  );
  expect(log).toEqual([{ severity: "error", detail }]);
  disk.freeBytes = 20e9;
  await startRecording(context, project, stream.id);
  await untilStates(stream.id, "empty", "recording");
});
