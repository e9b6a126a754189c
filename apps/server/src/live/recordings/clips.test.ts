import { spawn, type ChildProcess } from "node:child_process";
import { insertRow, selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import { encodedOnce } from "@kinora/media/fixtures/made-once.ts";
import { measureFrames, measureSound, onsets } from "@kinora/media/fixtures/measure.ts";
import { probe } from "@kinora/media/probe/probe.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { sharedProject, ownedBy, addStream } from "../../testing/fixtures.ts";
import { livePicture } from "../../testing/live-picture.ts";
import { LiveHost } from "../host/live-host.ts";
import { listenForPublishers, type RtmpServer } from "../ingest/rtmp/server.ts";
import { serveLiveMedia } from "../media-routes.ts";
import { endStream, pauseStream } from "../streams/control.ts";
import { makeClipVideo } from "./clip-video.ts";
import { clipReach, clipStream } from "./clips.ts";
import { readRecordingRow } from "./recording-list.ts";
import { saveRecording } from "./recordings.ts";

/** Media seconds that a publisher sends in a second. */
const RATE = "4";
const run = { jobId: "a-clip", signal: new AbortController().signal, failures: 0 };
let host: LiveHost;
let server: RtmpServer;
let media: FastifyInstance;
const encoders: ChildProcess[] = [];

const { services, project, context } = await sharedProject();

beforeAll(async () => {
  host = new LiveHost(services, { measure: { measuredWith: async () => "a test", ladders: async () => 4 } });
  server = await listenForPublishers({ host: "127.0.0.1", port: 0, secure: null }, host.admit, services.log);
  media = Fastify();
  serveLiveMedia(media, host);
  await host.begin(await media.listen({ host: "127.0.0.1", port: 0 }), server.port);
});
afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill("SIGKILL");
});
afterAll(async () => {
  await server.close();
  await host.close();
  await media.close();
});

async function aStream(): Promise<{ id: number; hash: string; address: string }> {
  const { id, hash, key } = await addStream(services, project, { latency: "low", dvr_minutes: 5 });
  return { id, hash, address: `rtmp://127.0.0.1:${server.port}/live/${key}` };
}

/** An encoder out there: a white flash and a beep each second, a key frame each second. */
async function publish(address: string, size = "320x180"): Promise<ChildProcess> {
  const { ffmpegPath } = await mediaTools();
  const flash = `color=black:size=${size}:rate=25,drawbox=color=white:t=fill:enable='lt(mod(t,1),0.2)'`;
  const beep = "aevalsrc='0.5*sin(2*PI*880*t)*lt(mod(t,1),0.2)':s=48000";
  const clip = await encodedOnce("mp4", [
    ...["-f", "lavfi", "-i", flash, "-f", "lavfi", "-i", beep, "-t", "240"],
    ...livePicture(25),
    ...["-c:a", "aac"],
  ]);
  const quiet = ["-hide_banner", "-nostdin", "-v", "error"];
  const encoder = spawn(ffmpegPath, [...quiet, "-readrate", RATE, "-i", clip, "-c", "copy", "-f", "flv", address], {
    stdio: "ignore",
  });
  encoders.push(encoder);
  return encoder;
}

/** Seconds of each kind on the timeline. */
const onAir = (hash: string, kind: string) =>
  (host.find(hash)?.timeline.segments ?? [])
    .filter((segment) => segment.kind === kind)
    .reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
const untilOnAir = (hash: string, kind: string, seconds: number) =>
  vi.waitFor(() => expect(onAir(hash, kind)).toBeGreaterThanOrEqual(seconds));

/** Makes a clip's video as a worker does; answers where its source lies. */
async function sourceOf(clipId: number): Promise<string> {
  await makeClipVideo.run(services, { recordingId: clipId }, run);
  await makeClipVideo.run(services, { recordingId: clipId }, run);
  await saveRecording.run(services, { recordingId: clipId }, run);
  const { video } = await readRecordingRow(services.db, project, clipId);
  const row = await selectRow(services, "videos", { id: video?.id ?? 0 }, "source_key", "status", "published");
  expect(row).toMatchObject({ status: "in_queue", published: false });
  const path = services.storage.localPath(row.source_key ?? "");
  if (path === null) throw new Error("The source lies elsewhere.");
  return path;
}

test(
  "a clip of the last seconds survives its stream, spans a reconnect, and is what the encoder sent",
  { tags: "@slow" },
  async () => {
    const stream = await aStream();
    const first = await publish(stream.address);
    await untilOnAir(stream.hash, "live", 4);
    first.kill("SIGKILL");
    await untilOnAir(stream.hash, "slate", 1);
    const before = onAir(stream.hash, "live");
    await publish(stream.address);
    await untilOnAir(stream.hash, "live", before + 3);
    // What is on air can be clipped once it is written, which takes a busy machine a moment.
    await vi.waitFor(async () => expect(await clipReach(context, project, stream.id)).toBeGreaterThanOrEqual(6));

    const clip = await clipStream(context, project, stream.id, 30);
    expect(clip.seconds).toBeGreaterThanOrEqual(6);
    // Once it has answered nothing of the stream is needed any more, and its last segment is written by then.
    const slate = onAir(stream.hash, "slate");
    encoders.at(-1)?.kill("SIGKILL");
    await untilOnAir(stream.hash, "slate", slate + 1);
    await vi.waitFor(() => expect(host.find(stream.hash)?.files.isSettled).toBe(true));
    await services.storage.deletePrefix(`live/${stream.id}/`);
    const path = await sourceOf(clip.id);
    const facts = await probe(path, { signal: run.signal });
    expect(facts).toMatchObject({ container: "mov", video: { codec: "h264", width: 320, height: 180 } });
    expect(facts.durationSeconds).toBeGreaterThan(clip.seconds - 0.2);
    expect(facts.durationSeconds).toBeLessThan(clip.seconds + 0.2);
    const frames = await measureFrames(path);
    const steps = frames.slice(1).map(({ seconds }, index) => seconds - (frames[index]?.seconds ?? 0));
    expect(Math.min(...steps)).toBeGreaterThan(0.005);
    expect(Math.max(...steps)).toBeLessThan(0.15);
    // Each beep comes with its flash, before and after the seam.
    const flashes = frames.filter(({ brightness }, at) => brightness > 128 && (frames[at - 1]?.brightness ?? 0) <= 128);
    const beeps = onsets(await measureSound(path));
    // A beep right after another one is not measured as one of its own.
    const apart = flashes.filter(({ seconds }, at) => seconds - (flashes[at - 1]?.seconds ?? -1) > 0.5);
    for (const { seconds } of apart)
      expect(Math.min(...beeps.map((beep) => Math.abs(beep - seconds)))).toBeLessThan(0.09);
    expect(flashes.length).toBeGreaterThanOrEqual(5);

    const row = await readRecordingRow(services.db, project, clip.id);
    expect(row).toMatchObject({ kind: "clip", state: "ready", problem: null });
    expect(row.video?.title).toMatch(/^Clip of Harbour, \d{4}-\d\d-\d\d \d\d:\d\d$/);
    const log = await selectRows(services, "stream_log", { stream_id: stream.id }, "type");
    expect(log.map(({ type }) => type)).toEqual(expect.arrayContaining(["clip_made", "recording_ready"]));
    const kept: string[] = [];
    for await (const { key } of services.storage.list("live/clips/")) kept.push(key);
    expect(kept).toEqual([]);
  },
);

test("a clip reaches back to a change of format, and has its duration", { tags: "@slow" }, async () => {
  const stream = await aStream();
  const first = await publish(stream.address);
  await untilOnAir(stream.hash, "live", 3);
  first.kill("SIGKILL");
  await untilOnAir(stream.hash, "slate", 1);
  const before = onAir(stream.hash, "live");
  await publish(stream.address, "256x144");
  await untilOnAir(stream.hash, "live", before + 3);
  const clip = await clipStream(context, project, stream.id, 30);
  expect(clip.seconds).toBeGreaterThanOrEqual(2);
  const facts = await probe(await sourceOf(clip.id), { signal: run.signal });
  expect(facts.video).toMatchObject({ width: 256, height: 144 });
  expect(facts.durationSeconds).toBeLessThan(onAir(stream.hash, "live") - before + 0.5);
});

test("a clip made while viewers see the slate has the encoder's media, and a later one what they saw", async () => {
  const stream = await aStream();
  await publish(stream.address);
  await untilOnAir(stream.hash, "live", 3);
  await pauseStream(context, project, stream.id, true);
  await untilOnAir(stream.hash, "slate", 1);
  const seen = onAir(stream.hash, "live");
  await vi.waitFor(async () => expect(await clipReach(context, project, stream.id)).toBeGreaterThanOrEqual(seen + 3));
  const clip = await clipStream(context, project, stream.id, 120);
  expect(clip.seconds).toBeGreaterThanOrEqual(seen + 3);
  const path = await sourceOf(clip.id);
  const frames = await measureFrames(path);
  const steps = frames.slice(1).map(({ seconds }, index) => seconds - (frames[index]?.seconds ?? 0));
  expect(Math.min(...steps)).toBeGreaterThan(0.005);
  expect(Math.max(...steps)).toBeLessThan(0.15);
  expect((await probe(path, { signal: run.signal })).durationSeconds).toBeGreaterThan(clip.seconds - 0.2);
  // Nothing of it is listed for viewers, and nothing of it is clipped once they see the encoder again.
  const listed = (host.find(stream.hash)?.timeline.segments ?? []).flatMap(({ rungs }) => [...rungs.values()]);
  expect(listed.filter(({ name }) => name.includes("unseen"))).toEqual([]);
  await pauseStream(context, project, stream.id, false);
  await untilOnAir(stream.hash, "live", seen + 2);
  const after = await clipStream(context, project, stream.id, 120);
  expect(after.seconds).toBeLessThan(onAir(stream.hash, "live") + 0.5);
  await endStream(context, project, stream.id);
  await vi.waitFor(async () => {
    expect(host.find(stream.hash)).toBeUndefined();
    const left: string[] = [];
    for await (const { key } of services.storage.list(`live/${stream.id}/unseen/`)) left.push(key);
    expect(left).toEqual([]);
  });
});

test("a clip whose process crashed before the copy is copied by the live host, or fails when its segments are deleted", async () => {
  const stream = await aStream();
  const stands = async (names: string[]) => {
    const { id } = await insertRow(services, "stream_recordings", {
      stream_id: stream.id,
      ...ownedBy(project),
      kind: "clip",
      state: "stopping",
      started_at: new Date(Date.now() - 120_000),
      pieces: JSON.stringify({ init: "source/init-1.mp4", segments: names.map((name) => ({ name, seam: false })) }),
    });
    return id;
  };
  for (const name of ["init-1.mp4", "7.m4s"])
    await services.storage.put(`live/${stream.id}/source/${name}`, Buffer.from(name));
  const [kept, lost] = [await stands(["source/7.m4s"]), await stands(["source/7.m4s", "source/8.m4s"])];
  const stateOf = async (id: number) => (await readRecordingRow(services.db, project, id)).state;
  // The next check of what is left to do, every five seconds.
  await vi.waitFor(async () => expect([await stateOf(kept), await stateOf(lost)]).toEqual(["saving", "failed"]));
  expect(await services.storage.stat(`live/clips/${kept}/source/7.m4s`)).not.toBeNull();
  expect(await services.storage.stat(`live/clips/${lost}/source/7.m4s`)).toBeNull();
});

test("without media of the encoder there is no clip and no row", async () => {
  const stream = await aStream();
  await expect(clipStream(context, project, stream.id, 30)).rejects.toThrow("The encoder sent nothing");
  expect(await clipReach(context, project, stream.id)).toBe(0);
  const rows = await selectRows(services, "stream_recordings", { stream_id: stream.id }, "id");
  expect(rows).toEqual([]);
});
