import { streamSettings } from "@kinora/contract/live/streams.ts";
import { selectOrdered, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { aProject } from "../../platform/testing.ts";
import { aRendition, aVideo, type TestVideo } from "../../playback/testing.ts";
import { sharedProject, addStream } from "../../testing/fixtures.ts";
import { recordOnAir } from "../host/session-events.ts";
import { openSession, readLiveStream, recordIngestEvent } from "../sessions/session-records.ts";
import { pauseStream, switchStream } from "../streams/control.ts";
import { readStream } from "../streams/rows.ts";
import { createStream } from "../streams/service.ts";
import { readLoop, setLoop } from "./loop.ts";

const { services, project, context, grant } = await sharedProject();

const times = { shuffle: false, fade: false, before_live: true, on_disconnect: true, when_paused: false };

const aStream = async (): Promise<number> => (await addStream(services, project, { ladder: "720p" })).id;

/** A complete video with these resolutions and sound. */
async function aFilm(title: string, labels: readonly string[], of = project): Promise<TestVideo> {
  const video = await aVideo(services, of, { title });
  for (const label of labels) await aRendition(services, of, video, { label, codecs: "avc1.64001F" });
  await aRendition(services, of, video, { label: "audio", kind: "audio", codecs: "mp4a.40.2" });
  await services.db
    .updateTable("renditions")
    .set((row) => ({ width: row("height", "*", 2), duration_seconds: 8 }))
    .where("video_id", "=", video.id)
    .where("kind", "=", "video")
    .execute();
  return video;
}

const eventsOf = async (id: number) => {
  const rows = await selectOrdered(services, "events", "id", {}, "type", "payload");
  return rows.filter(({ payload }) => payload["stream_id"] === id).map(({ type }) => type);
};

async function goLive(id: number): Promise<void> {
  const stream = await readLiveStream(services, { id });
  if (!stream) throw new Error("There is no such stream.");
  await openSession(services, stream, { clientIp: "192.0.2.7", testing: false, recording: false });
  await recordIngestEvent(services, id, "connected");
  await recordIngestEvent(services, id, "first_segment");
}

test("a loop keeps the order of its videos, repeated ones too, and reports how each fits the ladder", async () => {
  const id = await aStream();
  const [whole, low] = [await aFilm("Whole", ["360p", "720p"]), await aFilm("Patchy", ["360p", "1080p"])];
  await setLoop(context, grant, id, { video_ids: [low.id, whole.id, low.id], ...times });
  const loop = await readLoop(context, project, id);
  expect(loop.items.map(({ title, missing, problem }) => [title, missing, problem])).toEqual([
    ["Patchy", ["720p"], null],
    ["Whole", [], null],
    ["Patchy", ["720p"], null],
  ]);
  expect(loop.since).not.toBeNull();
  await setLoop(context, grant, id, { video_ids: [low.id, whole.id, low.id], ...times });
  expect(await eventsOf(id)).toEqual(["stream.loop_changed"]);
  await setLoop(context, grant, id, {
    video_ids: [low.id, whole.id, low.id],
    ...times,
    when_paused: true,
    fade: true,
  });
  expect(await readLoop(context, project, id)).toMatchObject({ since: loop.since, when_paused: true, fade: true });
  // Another order is another programme, which begins now.
  await setLoop(context, grant, id, { video_ids: [low.id, whole.id, low.id], ...times, shuffle: true });
  const shuffled = await readLoop(context, project, id);
  expect(shuffled).toMatchObject({ shuffle: true, items: loop.items });
  expect(shuffled.since).not.toEqual(loop.since);
  await setLoop(context, grant, id, { video_ids: [], ...times });
  expect(await readLoop(context, project, id)).toMatchObject({ items: [], since: null });
});

test("unplayable videos are refused with a sentence, and those of other projects are not found", async () => {
  const id = await aStream();
  const good = await aFilm("Good", ["360p"]);
  const unfinished = await aVideo(services, project, { title: "Half", status: "processing" });
  const set = (...videos: number[]) => setLoop(context, grant, id, { video_ids: videos, ...times });
  await expect(set(good.id, unfinished.id)).rejects.toMatchObject({
    code: "invalid",
    fields: { video_ids: ["Half: This video is not complete yet. It joins the loop once it is."] },
  });
  const foreign = await aFilm("Foreign", ["360p"], await aProject(services));
  await expect(set(foreign.id)).rejects.toMatchObject({ code: "invalid" });
  expect((await readLoop(context, project, id)).items).toEqual([]);
  await set(good.id);
  await updateRows(services, "videos", { id: good.id }, { deleted_at: new Date() });
  expect((await readLoop(context, project, id)).items).toEqual([]);
  expect((await readStream(services.db, project, id)).can_loop).toBe(false);
});

test("a livestream is created with its loop's video, or not at all", async () => {
  const film = await aFilm("Whole", ["720p"]);
  const unfinished = await aVideo(services, project, { title: "Half", status: "processing" });
  const settings = streamSettings.parse({ name: "All day", ladder: "720p" });
  const made = await createStream(context, grant, { ...settings, loop_video_id: film.id });
  expect(made.can_loop).toBe(true);
  const loop = await readLoop(context, project, made.id);
  expect(loop).toMatchObject({ items: [{ title: "Whole" }], before_live: true, on_disconnect: true });
  expect(loop.since).not.toBeNull();
  const refused = createStream(context, grant, { ...settings, name: "Never", loop_video_id: unfinished.id });
  await expect(refused).rejects.toMatchObject({ fields: { loop_video_id: [expect.stringMatching(/^Half: /)] } });
  const names = await selectRows(services, "streams", { name: "Never" }, "name");
  expect(names).toEqual([]);
});

test("a user switches between live, loop and slate; the slate pauses and live unpauses", async () => {
  const id = await aStream();
  await expect(switchStream(context, project, id, "loop")).rejects.toThrow("The loop has no video that can be played.");
  await expect(switchStream(context, project, id, "slate")).rejects.toThrow("Stream is not active.");
  await setLoop(context, grant, id, { video_ids: [(await aFilm("One", ["360p"])).id], ...times });
  await goLive(id);
  expect(await switchStream(context, project, id, "slate")).toMatchObject({ switched_to: "slate", state: "paused" });
  expect(await switchStream(context, project, id, "live")).toMatchObject({ switched_to: "live", state: "live" });
  expect(await switchStream(context, project, id, "loop")).toMatchObject({ switched_to: "loop", state: "live" });
  expect(await switchStream(context, project, id, "slate")).toMatchObject({ switched_to: "slate", paused: true });
  expect(await pauseStream(context, project, id, false)).toMatchObject({ switched_to: "live", paused: false });
  await switchStream(context, project, id, "slate");
  await recordIngestEvent(services, id, "ended");
  expect(await readStream(services.db, project, id)).toMatchObject({
    switched_to: "live",
    paused: false,
    state: "not_active",
  });
  const log = await selectOrdered(services, "stream_log", "id", { stream_id: id }, "type");
  expect(log.map(({ type }) => type)).toEqual(["paused", "unpaused", "switched", "paused", "unpaused", "paused"]);
});

test("a loop that follows a session starts after it has ended, and is reported once", async () => {
  const id = await aStream();
  await goLive(id);
  const end = { event: "stream.ended", onAir: "loop" as const };
  await recordIngestEvent(services, id, "ended", end);
  await recordIngestEvent(services, id, "ended", { onAir: "loop" });
  expect(await eventsOf(id)).toEqual(["stream.ended", "stream.loop_started"]);
});

test("a stream whose loop is on air without an encoder has its own state", async () => {
  const id = await aStream();
  await recordOnAir(services, id, "loop");
  await recordOnAir(services, id, "loop");
  expect(await readStream(services.db, project, id)).toMatchObject({ state: "loop", on_air: "loop" });
  const log = await selectRows(services, "stream_log", { stream_id: id }, "type");
  expect(log).toEqual([{ type: "loop" }]);
  expect(await eventsOf(id)).toEqual(["stream.loop_started"]);
});
