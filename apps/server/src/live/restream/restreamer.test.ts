import { selectOrdered } from "@kinora/db/testing-rows.ts";
import type { RestreamProfile } from "@kinora/domain/live/streams.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { as } from "../../platform/testing.ts";
import { sharedProject, addStream } from "../../testing/fixtures.ts";
import { until } from "../../testing/until.ts";
import { Publisher, type TagSource } from "../ingest/publisher.ts";
import { FLV_AUDIO, FLV_HEADER, flvTag, FLV_VIDEO } from "../ingest/rtmp/flv.ts";
import { listenForPublishers, type RtmpServer } from "../ingest/rtmp/server.ts";
import type { Admit, MediaTag, PublishRequest } from "../ingest/rtmp/session.ts";
import { readLiveStream, type LiveStream } from "../sessions/session-records.ts";
import { isLogged, listRestreamLog } from "./restream-log.ts";
import { Restreamer } from "./restreamer.ts";
import { createRestream, listRestreams, setRestreamEnabled, updateRestream } from "./restreams.ts";

const KEY = "very-secret";
const [SENT, ENCODED] = [7, 9];
let server: RtmpServer;
let isTaking = true;
/** A server that lets one publish and then reads nothing. */
let hanging: RtmpServer;
/** Who publishes to the other platform at present. */
const publishers = new Set<PublishRequest>();
const closings: (() => void)[] = [];
/** Last bytes of what the other platform got. */
const received = new Set<number>();
/** What is encoded: the same picture again and again, of other bytes than the publisher's. */
const encoded: TagSource = {
  head: () => FLV_HEADER,
  listen(listener) {
    const body = Buffer.concat([Buffer.from([0x17, 1, 0, 0, 0]), Buffer.alloc(2_000, ENCODED)]);
    const camera = setInterval(() => listener(flvTag(FLV_VIDEO, 0, body), true), 40);
    return () => clearInterval(camera);
  },
};

const admit: Admit = (request) => {
  if (!isTaking) return Promise.resolve({ refused: `The key ${request.key} is wrong` });
  publishers.add(request);
  const end = () => void publishers.delete(request);
  const write = ({ body }: MediaTag) => {
    received.add(body.at(-1) ?? 0);
    return true;
  };
  return Promise.resolve({ write, drained: () => Promise.resolve(), reject: end, end });
};

const { services, project } = await sharedProject({ KINORA_ALLOW_PRIVATE_URLS: "true" });
const doors = { host: "127.0.0.1", port: 0, secure: null };

beforeAll(async () => {
  server = await listenForPublishers(doors, admit, services.log);
  const full = { write: () => false, drained: () => new Promise<void>(() => undefined) };
  const hang: Admit = () => Promise.resolve({ ...full, reject: () => undefined, end: () => undefined });
  hanging = await listenForPublishers(doors, hang, services.log);
});
afterEach(async () => {
  isTaking = true;
  for (const close of closings.splice(0)) close();
  await until(() => Promise.resolve(publishers.size === 0));
  received.clear();
});
afterAll(async () => {
  await server.close();
  await hanging.close();
});

/** A stream with a publisher and one enabled target. */
async function onAir(
  profile: RestreamProfile = "source",
  firstWaitMs = 100,
  sends: "picture" | "sound" = "picture",
): Promise<{ stream: LiveStream; id: number; publisher: Publisher; restreamer: Restreamer }> {
  const { id: streamId } = await addStream(services, project);
  const target = { name: "Elsewhere", platform: "custom" as const, url: `rtmp://127.0.0.1:${server.port}/live` };
  const context = as(services, project.owner);
  const { id } = await createRestream(context, project, streamId, { ...target, key: KEY, profile, enabled: true });
  const stream = await readLiveStream(services, { id: streamId });
  if (!stream) throw new Error("The stream is gone.");
  const request = {
    key: "",
    encoder: "a test",
    clientIp: "192.0.2.7",
    close: () => undefined,
    silence: () => ({ ms: 0, usualMs: 0 }),
  };
  const hooks = { onReady: () => undefined, onEnd: () => undefined, onReject: () => undefined };
  const publisher = new Publisher(request, hooks);
  const restreamer = new Restreamer(services, encoded, { firstWaitMs, measureMs: 100 });
  if (sends === "sound") publisher.write({ type: FLV_AUDIO, timestamp: 0, body: Buffer.from([0xaf, 0, 0x11, 0x90]) });
  const camera = sends === "picture" ? filming(publisher) : undefined;
  closings.push(() => {
    clearInterval(camera);
    publisher.end();
    restreamer.stop();
  });
  await restreamer.follow(stream, publisher);
  return { stream, id, publisher, restreamer };
}

/** A key frame again and again, as from a camera. */
function filming(publisher: Publisher): NodeJS.Timeout {
  const video = (timestamp: number, head: number[], size = 0) =>
    publisher.write({ type: FLV_VIDEO, timestamp, body: Buffer.concat([Buffer.from(head), Buffer.alloc(size, SENT)]) });
  video(0, [0x17, 0, 0, 0, 0, 1]);
  publisher.write({ type: FLV_AUDIO, timestamp: 0, body: Buffer.from([0xaf, 0, 0x11, 0x90]) });
  let timestamp = 0;
  return setInterval(() => video((timestamp += 40), [0x17, 1, 0, 0, 0], 5_000), 40);
}

const logOf = async ({ id: streamId }: LiveStream, id: number) =>
  (await listRestreamLog(services, project, streamId, id)).map(({ reason }) => reason);
const targetOf = async ({ id }: LiveStream) => (await listRestreams(services, project, id))[0];

async function eventsOf(restreamId: number) {
  const rows = await selectOrdered(services, "events", "id", {}, "type", "payload");
  return rows
    .filter(({ payload }) => payload["restream_id"] === restreamId)
    .map(({ type, payload }) => [type, payload]);
}

test("a target that cannot be reached has one event, however often it is tried, and none of a lost connection", async () => {
  isTaking = false;
  const { stream, id } = await onAir();
  await vi.waitFor(async () => expect((await targetOf(stream))?.attempts).toBeGreaterThanOrEqual(3));
  const reason = "The server refuses: The key … is wrong.";
  expect(await eventsOf(id)).toEqual([["restream.error", { stream_id: stream.id, restream_id: id, reason }]]);
});

test("a target has a bitrate while it is connected, and none once it is off", async () => {
  const { stream, id, publisher, restreamer } = await onAir();
  await vi.waitFor(async () => expect((await targetOf(stream))?.sent_kbps).toBeGreaterThan(0));
  expect(await targetOf(stream)).toMatchObject({ state: "connected", attempts: 0 });
  await setRestreamEnabled(as(services, project.owner), project, stream.id, id, false);
  await restreamer.follow(stream, publisher);
  await vi.waitFor(() => expect(publishers.size).toBe(0));
  await vi.waitFor(async () => expect(await logOf(stream, id)).toEqual(["It was switched off.", ""]));
  expect(await targetOf(stream)).toMatchObject({ state: "idle", sent_kbps: null });
});

test("a target gets sound alone as it is encoded, with its picture, also where it is to get the source", async () => {
  const { stream, publisher, restreamer } = await onAir("source", 100, "sound");
  await vi.waitFor(async () => expect((await targetOf(stream))?.state).toBe("connected"));
  expect(received.size).toBe(0);
  // Five seconds later no picture is waited for any more.
  publisher.write({ type: FLV_AUDIO, timestamp: 5_000, body: Buffer.from([0xaf, 1, SENT]) });
  expect(publisher.isSoundAlone).toBe(true);
  await restreamer.follow(stream, publisher);
  await vi.waitFor(() => expect([...received]).toEqual([ENCODED]));
  // A picture that comes later is the publisher's own.
  publisher.write({ type: FLV_VIDEO, timestamp: 5_040, body: Buffer.from([0x17, 0, 0, 0, 0, 1]) });
  publisher.write({ type: FLV_VIDEO, timestamp: 5_080, body: Buffer.from([0x17, 1, 0, 0, 0, SENT]) });
  await restreamer.follow(stream, publisher);
  await vi.waitFor(() => expect(received).toContain(SENT));
});

test("the time a target is connected is stored while it lasts, once for each connection", async () => {
  const { stream, id, publisher, restreamer } = await onAir();
  const spans = () =>
    services.db
      .selectFrom("restream_spans")
      .select(["stream_id", "project_id", "testing", sql<boolean>`ended_at > started_at`.as("has_length"), "ended_at"])
      .where("restream_id", "=", id)
      .orderBy("id")
      .execute();
  const of = { stream_id: stream.id, project_id: project.projectId, testing: false, has_length: true };
  await vi.waitFor(async () => expect(await spans()).toMatchObject([of]), { timeout: 10_000 });
  // A process that is killed now has stored all but the last seconds.
  const [first] = await spans();
  await vi.waitFor(async () => expect((await spans())[0]?.ended_at).not.toEqual(first?.ended_at), { timeout: 10_000 });
  for (const each of publishers) each.close();
  await vi.waitFor(async () => expect(await spans()).toMatchObject([of, of]), { timeout: 20_000 });
  restreamer.stop();
  await vi.waitFor(async () => expect((await targetOf(stream))?.state).toBe("idle"));
  const ended = await spans();
  await restreamer.follow(stream, publisher);
  await vi.waitFor(async () => expect((await targetOf(stream))?.state).toBe("connected"));
  expect((await spans()).slice(0, 2)).toEqual(ended);
});

test("while the operator has restreaming switched off no target starts, and those that are connected stay", async () => {
  const features = (allowed: boolean) =>
    services.db
      .insertInto("account_features")
      .values({ account_id: project.accountId, feature: "restreams", allowed })
      .onConflict((taken) => taken.columns(["account_id", "feature"]).doUpdateSet({ allowed }))
      .execute();
  const { stream, publisher, restreamer } = await onAir();
  await vi.waitFor(async () => expect((await targetOf(stream))?.state).toBe("connected"));
  try {
    await features(false);
    await restreamer.follow(stream, publisher);
    expect((await targetOf(stream))?.state).toBe("connected");
    restreamer.stop();
    await vi.waitFor(async () => expect((await targetOf(stream))?.state).toBe("idle"));
    await restreamer.follow(stream, publisher);
    expect(await targetOf(stream)).toMatchObject({
      state: "idle",
      detail: "Restreaming is switched off for this account by the operator.",
    });
    expect(publishers.size).toBe(0);
  } finally {
    await features(true);
  }
  await restreamer.follow(stream, publisher);
  await vi.waitFor(async () => expect((await targetOf(stream))?.state).toBe("connected"));
});

test("a disconnected target gets nothing until it reconnects, and its log has the reason without the key", async () => {
  // Long enough that the state between two attempts is seen.
  const { stream, id } = await onAir("source", 400);
  await vi.waitFor(async () => expect((await targetOf(stream))?.sent_kbps).toBeGreaterThan(0));
  isTaking = false;
  for (const publisher of publishers) publisher.close();
  await vi.waitFor(async () => {
    expect(await targetOf(stream)).toMatchObject({ state: "reconnecting", attempts: 2, sent_kbps: null });
  });
  isTaking = true;
  await vi.waitFor(async () => expect((await targetOf(stream))?.sent_kbps).toBeGreaterThan(0));
  const log = await listRestreamLog(services, project, stream.id, id);
  const types = ["restream_up", "restream_retry", "restream_down", "restream_up"];
  expect(log.map(({ type }) => type)).toEqual(types);
  expect(log.map(({ reason }) => reason)).toEqual([
    "",
    "#1: The server refuses: The key … is wrong.",
    "The server closed the connection.",
    "",
  ]);
  const { rows } = await sql<{ line: string }>`select row_to_json(stream_log)::text as line from stream_log`.execute(
    services.db,
  );
  expect(JSON.stringify(rows)).not.toContain(KEY);
  await expect(listRestreamLog(services, project, stream.id + 1, id)).rejects.toThrow("does not exist");
  const refused = { stream_id: stream.id, restream_id: id, reason: "The server refuses: The key … is wrong." };
  const target = { stream_id: stream.id, restream_id: id };
  expect(await eventsOf(id)).toEqual([
    ["restream.connected", target],
    ["restream.disconnected", target],
    ["restream.error", refused],
    ["restream.connected", target],
  ]);
});

test("a target with the profile 720p gets encoded media, and the publisher's once that is changed", async () => {
  const { stream, id, publisher, restreamer } = await onAir("720p");
  await vi.waitFor(() => expect([...received]).toContain(ENCODED));
  expect([...received]).not.toContain(SENT);
  const context = as(services, project.owner);
  const { name, platform, url } = (await targetOf(stream)) ?? { name: "", platform: "custom" as const, url: "" };
  const change = { name, platform, url, key: undefined, profile: "source" as const };
  await updateRestream(context, project, stream.id, id, change);
  await restreamer.follow(stream, publisher);
  await vi.waitFor(() => expect([...received]).toContain(SENT));
  // The old connection and the new one write their lines each for itself.
  const lines = ["", "", "Its address, key or profile was changed, or the encoder sends something else."];
  await vi.waitFor(async () => expect((await logOf(stream, id)).toSorted()).toEqual(lines));
  expect(await targetOf(stream)).toMatchObject({ profile: "source" });
});

test("a target that reads nothing is disconnected before much is buffered, and the others are not affected", async () => {
  const { stream, id, publisher, restreamer } = await onAir();
  const url = `rtmp://127.0.0.1:${hanging.port}/live`;
  const context = as(services, project.owner);
  const target = { name: "Hangs", platform: "custom" as const, url, key: KEY, profile: "source" as const };
  const stuck = await createRestream(context, project, stream.id, { ...target, enabled: true });
  await restreamer.follow(stream, publisher);
  const picture = Buffer.concat([Buffer.from([0x17, 1, 0, 0, 0]), Buffer.alloc(512 * 1024, SENT)]);
  let pictures = 0;
  await vi.waitFor(async () => {
    pictures += 1;
    publisher.write({ type: FLV_VIDEO, timestamp: 1e6 + pictures * 40, body: picture });
    expect(await logOf(stream, stuck.id)).toContain("The server reads slower than the stream's bitrate.");
  });
  // 8 MiB are held for a target; the buffers of the system take some more.
  expect(pictures * picture.length).toBeLessThan(64 * 1024 * 1024);
  expect(await logOf(stream, id)).toEqual([""]);
  expect(publishers.size).toBe(1);
});

test("a saved key is not sent to another server", async () => {
  const { stream, id } = await onAir();
  const elsewhere = { name: "Elsewhere", platform: "custom" as const, url: "rtmp://127.0.0.1:1/live" };
  const change = updateRestream(as(services, project.owner), project, stream.id, id, {
    ...elsewhere,
    key: undefined,
    profile: undefined,
  });
  await expect(change).rejects.toMatchObject({ fields: { key: ["Another address needs its stream key."] } });
});

test("failed attempts are logged less and less often", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 20].filter(isLogged)).toEqual([1, 2, 4, 8, 16]);
});
