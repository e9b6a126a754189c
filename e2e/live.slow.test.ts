import { connect } from "node:net";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { keepPublishing, publishTo, type LivePublisher } from "./live-publisher.ts";
import { makeStream, revealKey, whatIsTold, type LiveStream } from "./live-stream.ts";
import { LiveWatch, wholeSegments } from "./live-watch.ts";
import { expectMoving, keepsPlaying } from "./moving-picture.ts";
import { LIVE_PATIENCE_MS, RESTART_PATIENCE_MS } from "./patience.ts";
import { makeProject, until, untilEnded, type PipelineProject } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { upload } from "./resumable-upload.ts";
import { sharedProduct } from "./shared.ts";
import { silentServer } from "./silent-server.ts";

const kinora = sharedProduct("openProduct");
let project: PipelineProject;
const publishers: Pick<LivePublisher, "stop">[] = [];

test.beforeAll(async () => {
  // Streams are sent on to this very machine here.
  project = await makeProject(kinora);
});
test.afterEach(async () => {
  for (const publisher of publishers.splice(0)) await publisher.stop();
});
test.afterAll(() => project?.db.destroy());

const createStream = (settings?: Record<string, unknown>) => makeStream(project, settings);

async function publish(address: string, options: Parameters<typeof publishTo>[1] = {}): Promise<LivePublisher> {
  const publisher = await publishTo(address, options);
  publishers.push(publisher);
  return publisher;
}

const read = async ({ id }: LiveStream) => {
  const { body } = await project.call("GET", `/streams/${id}`);
  return body["data"] as { state: string; ingest: { keyframe_seconds: number } | null };
};
const stateOf = async (stream: LiveStream) => (await read(stream)).state;
const untilState = (stream: LiveStream, state: string) =>
  until(`the stream is ${state}`, async () => (await stateOf(stream)) === state, LIVE_PATIENCE_MS);
const watch = ({ hash }: LiveStream) => new LiveWatch(`${kinora.urls.edge}/hls/${hash}/source/index.m3u8`);

const logOf = async ({ id }: LiveStream) => {
  const { body } = await project.call("GET", `/projects/${project.projectId}/stream-log?stream[]=${id}`);
  return body["data"] as { type: string; detail: string }[];
};

const sendOn = ({ id }: LiveStream, { address, key }: LiveStream, more: object = {}) => {
  const url = address.slice(0, address.lastIndexOf("/"));
  return project.call("POST", `/streams/${id}/restreams`, { name: "Elsewhere", url, key, ...more });
};

const connections = async (stream: LiveStream) =>
  (await logOf(stream)).filter(({ type }) => type === "connected").length;

test("its playlist is valid, held back until there is something new, and every segment can be read", async () => {
  const stream = await createStream();
  await publish(stream.address);
  await untilState(stream, "live");
  const viewer = watch(stream);
  const { text } = await viewer.until("three segments", wholeSegments(3));
  expect(text).toContain("#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES");
  expect(text).toContain("#EXT-X-PRELOAD-HINT");
  expect(await viewer.missing()).toBe(0);
  expect(viewer.violations).toEqual([]);
  const farAhead = await fetch(`${kinora.urls.edge}/hls/${stream.hash}/source/index.m3u8?_HLS_msn=99999`);
  expect(farAhead.status).toBe(400);
});

test("the moments that viewers of a stream can go back to have pictures, and the newest is there at once", async () => {
  const stream = await createStream();
  const picture = async (query: string) => {
    const response = await fetch(`${kinora.urls.edge}/thumb/${stream.hash}.jpg?${query}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, isJpeg: bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])), bytes };
  };
  expect((await picture("time=0")).status).toBe(404);
  await publish(stream.address);
  await untilState(stream, "live");
  const { text } = await watch(stream).until("three segments", wholeSegments(3));
  const began = /#EXT-X-PROGRAM-DATE-TIME:(\S+)/.exec(text)?.[1] ?? "";
  const [newest, before, first] = [
    await picture("time=0"),
    await picture("time=-3&width=160"),
    await picture(`time=${Date.parse(began) / 1_000 + 1}&width=160`),
  ];
  for (const { status, isJpeg } of [newest, before, first]) expect([status, isJpeg]).toEqual([200, true]);
  // The test picture moves.
  expect(before.bytes.equals(first.bytes)).toBe(false);
});

test("publishers with wrong, old and disabled keys are disconnected at once, and no key is in a log or event", async () => {
  const stream = await createStream();
  const refused = async (address: string) => {
    const publisher = await publish(address);
    expect((await publisher.ended).code).not.toBe(0);
  };
  const server = stream.address.slice(0, stream.address.lastIndexOf("/"));
  await refused(`${server}/${stream.hash}-0123456789abcdefghijklmn`);
  await refused(`${server}/nobody`);
  await project.call("POST", `/streams/${stream.id}/key/rotate`, {});
  await refused(stream.address);
  const fresh = `${server}/${await revealKey(project, stream.id)}`;
  await project.call("PATCH", `/streams/${stream.id}/enabled`, { enabled: false });
  await refused(fresh);
  expect(await stateOf(stream)).toBe("disabled");
  const log = await logOf(stream);
  expect(log.map(({ type }) => type)).toContain("key_rejected");
  expect(await whatIsTold(project, kinora)).not.toContain(stream.key);
});

test("a second publisher is refused, or takes over where that is wanted", async () => {
  const stream = await createStream();
  const first = await publish(stream.address);
  await untilState(stream, "live");
  expect((await (await publish(stream.address)).ended).code).not.toBe(0);
  await project.call("PUT", `/streams/${stream.id}`, {
    name: "From the harbour",
    latency: "low",
    second_publisher: "take_over",
  });
  await publish(stream.address);
  expect((await first.ended).code).not.toBe(0);
  const viewer = watch(stream);
  await untilState(stream, "live");
  await viewer.until("the other one is on air", () => viewer.discontinuities > 0);
  expect(viewer.violations).toEqual([]);
});

// spec: 4.27
test("pausing shows the slate and unpausing the picture, in one playlist that never stops", async ({ page }) => {
  const stream = await createStream();
  await publish(stream.address);
  await untilState(stream, "live");
  const viewer = watch(stream);
  await viewer.until("two segments", wholeSegments(2));
  await page.goto(`${kinora.urls.edge}/embed/${stream.hash}?autoplay=1&muted=1`);
  await expectMoving(page);
  await page.evaluate(() => Object.assign(window, { here: true }));

  await project.call("PATCH", `/streams/${stream.id}/pause`, { paused: true });
  expect(await stateOf(stream)).toBe("paused");
  const slate = await viewer.until("the slate is listed", ({ text }) => text.includes("slate-"));
  await viewer.until("and continues", ({ text }) => text.split("slate-").length > slate.text.split("slate-").length);
  await expectMoving(page);
  await project.call("PATCH", `/streams/${stream.id}/pause`, { paused: false });
  const seams = viewer.discontinuities;
  await viewer.until("the picture is back", () => viewer.discontinuities > seams);
  expect(await stateOf(stream)).toBe("live");
  await expectMoving(page);
  expect(await page.evaluate(() => "here" in window)).toBe(true);
  expect(viewer.violations).toEqual([]);
  expect(viewer.unanswered).toBe(0);
});

test("a channel plays its loop, goes live and back, and the player on its page never stops", async ({ page }) => {
  const path = await clip("streamable", { durationSeconds: 12 });
  const { videoId } = await upload({ project, api: () => kinora.urls.api, path, stepBytes: 4 << 20 });
  expect((await untilEnded(project, videoId)).failure).toBeNull();
  const stream = await createStream({ reconnect_seconds: 0 });
  const { body } = await project.call("PUT", `/streams/${stream.id}/loop`, { video_ids: [videoId] });
  expect(body).toMatchObject({ data: { items: [{ video_id: videoId, problem: null }] } });
  await untilState(stream, "loop");
  const viewer = watch(stream);
  await page.goto(`${kinora.urls.edge}/embed/${stream.hash}?autoplay=1&muted=1`);
  await keepsPlaying(page, async () => {
    await viewer.until("the loop is listed", ({ text }) => text.includes("/loop-"));
    const publisher = await publish(stream.address);
    const isLive = (uri?: string) => uri !== undefined && !uri.includes("loop-");
    await viewer.until("a live segment", ({ playlist }) => playlist.segments.some(({ uri }) => isLive(uri)));
    await expectMoving(page);
    await publisher.stop();
    await untilState(stream, "loop");
    await viewer.until("the loop continues", ({ text }) => /loop-\S+\s*$/.test(text));
  });
  expect([await viewer.missing(), viewer.violations, viewer.discontinuities > 0]).toEqual([0, [], true]);
});

test("killed and started again, the live role continues with the same playlists, and publishers return", async ({
  page,
}) => {
  const [stream, overSrt] = [await createStream(), await createStream()];
  await publish(stream.address);
  publishers.push(await keepPublishing(overSrt.srtAddress));
  const [viewer, srtViewer] = [watch(stream), watch(overSrt)];
  for (const one of [stream, overSrt]) await untilState(one, "live");
  for (const one of [viewer, srtViewer]) await one.until("two segments", wholeSegments(2));
  await page.goto(`${kinora.urls.edge}/embed/${stream.hash}?autoplay=1&muted=1`);
  await expectMoving(page);
  const [before, srtBefore] = [viewer.lastSequence, srtViewer.lastSequence];
  const srtConnections = await connections(overSrt);
  const killed = kinora.kill("live", "SIGKILL");
  await kinora.untilReady("live", killed);
  await publish(stream.address);
  await untilState(stream, "live");
  await viewer.until("segments of after the break", () => viewer.lastSequence > before + 3);
  expect(viewer.violations).toEqual([]);
  await expectMoving(page);
  // An encoder over SRT gets no answer for five seconds and reconnects, more than once while the machine is busy.
  await until(
    "the other encoder is back",
    async () => (await connections(overSrt)) > srtConnections,
    RESTART_PATIENCE_MS,
  );
  await srtViewer.until(
    "its picture",
    ({ text }) => srtViewer.lastSequence > srtBefore && !/slate-\S+\n.*$/.test(text),
  );
  expect(srtViewer.violations).toEqual([]);
  expect(await connections(stream)).toBe(2);
  const { body } = await project.call("GET", `/projects/${project.projectId}/stream-sessions?stream[]=${stream.id}`);
  expect(body["data"]).toMatchObject([{ reconnects: 1, ended_at: null }]);
});

test("the test picture publishes to the stream's own ingest, with no encoder", async () => {
  const stream = await createStream();
  const { status, body } = await project.call("POST", `/streams/${stream.id}/test`, {});
  expect([status, (body["data"] as { testing: boolean }).testing]).toEqual([200, true]);
  await untilState(stream, "live");
  const viewer = watch(stream);
  await viewer.until("two segments", wholeSegments(2));
  await project.call("DELETE", `/streams/${stream.id}/test`);
  await untilState(stream, "not_active");
  expect(viewer.violations).toEqual([]);
});

test("a session is sent on to another server and recorded, and its recording becomes a video", async () => {
  const elsewhere = await createStream({ reconnect_seconds: 0 });
  const stream = await createStream({ record: true, record_publish: true });
  const added = await sendOn(stream, elsewhere);
  expect(added.status).toBe(201);
  expect(JSON.stringify(added.body)).not.toContain(elsewhere.key);
  const { id } = added.body["data"] as { id: number };
  await publish(stream.address);
  await untilState(elsewhere, "live");
  const viewer = watch(elsewhere);
  await viewer.until("a segment of it", wholeSegments(1));
  expect(viewer.violations).toEqual([]);
  await project.call("PATCH", `/streams/${stream.id}/restreams/${id}/enabled`, { enabled: false });
  await untilState(elsewhere, "not_active");
  expect(await stateOf(stream)).toBe("live");

  await project.call("POST", `/streams/${stream.id}/end`, {});
  await untilState(stream, "not_active");
  const recorded = await until(
    "the recording is a video",
    async () => {
      const { body } = await project.call(
        "GET",
        `/projects/${project.projectId}/stream-sessions?stream[]=${stream.id}`,
      );
      const [session] = body["data"] as { recording: { state: string; video: { id: number } | null } }[];
      return session?.recording.state === "ready" ? session.recording.video : null;
    },
    LIVE_PATIENCE_MS,
  );
  expect(await whatIsTold(project, kinora)).not.toContain(elsewhere.key);
  const video = await untilEnded(project, recorded.id);
  expect(video).toMatchObject({ status: "complete", published: true });
  expect(video.duration_seconds).toBeGreaterThan(2);
});

test("a target of the profile 720p gets what is encoded, not what the encoder sends", async () => {
  const [elsewhere, stream] = [await createStream(), await createStream({ ladder: "360p" })];
  await sendOn(stream, elsewhere, { profile: "720p" });
  await publish(stream.address);
  const viewer = watch(elsewhere);
  await viewer.until("segments of it", wholeSegments(2));
  expect(viewer.violations).toEqual([]);
  // The encoder has a key frame each second, the ladder one each segment of two.
  await until(
    "the key frames are the ladder's",
    async () => (await read(elsewhere)).ingest?.keyframe_seconds === 2,
    LIVE_PATIENCE_MS,
  );
});

test("garbage, idle connections and a target that never answers disturb nobody", async () => {
  const stream = await createStream();
  const silent = await silentServer();
  await sendOn(stream, { ...stream, address: `rtmp://127.0.0.1:${silent.port}/live/key` });
  await publish(stream.address);
  await untilState(stream, "live");
  const { port, hostname } = new URL(kinora.urls.rtmp.replace("rtmp:", "http:"));
  const open = (first: Buffer) =>
    new Promise<void>((closed) => {
      const socket = connect(Number(port), hostname, () => socket.write(first));
      socket.on("error", () => undefined);
      // The end of what nobody reads is never seen.
      socket.resume().once("close", () => closed());
    });
  const garbage = Buffer.alloc(4_000, 0x47);
  const liar = Buffer.concat([
    Buffer.from([3]),
    Buffer.alloc(3072),
    Buffer.from([3, 0, 0, 0, 255, 255, 255, 20, 0, 0, 0, 0]),
  ]);
  const idle = Array.from({ length: 200 }, () => open(Buffer.from([3])));
  await Promise.all([open(garbage), open(liar)]);
  const viewer = watch(stream);
  await viewer.until("two more segments", wholeSegments(3));
  await Promise.all(idle);
  await until(
    "the target is given up",
    async () => JSON.stringify(await logOf(stream)).includes("did not answer in time"),
    LIVE_PATIENCE_MS,
  );
  silent.close();
  expect(await stateOf(stream)).toBe("live");
  expect(await viewer.missing()).toBe(0);
  expect(viewer.violations).toEqual([]);
});
