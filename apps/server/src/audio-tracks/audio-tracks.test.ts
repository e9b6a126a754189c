import { readFile } from "node:fs/promises";
import { deleteRows, selectRow, selectRows, updateRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import { encodedOnce } from "@kinora/media/fixtures/made-once.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { patient } from "../../../../tools/setup/patience.mjs";
import type { Context } from "../context.ts";
import { minutesProblem } from "../platform/access/plan-encoding.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { runTasks, type RunningWorker } from "../platform/jobs/worker.ts";
import { as, givePlan } from "../platform/testing.ts";
import { writeMaster } from "../playback/playlists.ts";
import { choosePlayable, findRenditions } from "../playback/renditions.ts";
import { tasks } from "../rooms.ts";
import { grantOf } from "../testing/fixtures.ts";
import { startHeldWorker } from "../testing/held-worker.ts";
import { queueSourceVideo } from "../testing/source-video.ts";
import { until } from "../testing/until.ts";
import { openUploadPlace, type UploadPlace } from "../testing/upload-place.ts";
import { create, created, patch, sessionHeaders, type Headers } from "../testing/upload-server.ts";
import { retranscode } from "../transcoding/service.ts";
import { addTrack, cancelTrack, deleteTrack, retryTrack, updateTrack } from "./service.ts";
import { trackFolder } from "./track-files.ts";
import { listTracks, readTrack } from "./tracks.ts";

// Real encodes: on a busy machine they take a while.
vi.setConfig({ testTimeout: patient(180_000), hookTimeout: patient(180_000) });

let place: UploadPlace;
let context: Context;
let grant: ProjectGrant;
let headers: Headers;
let worker: RunningWorker | null = null;
let videoId: number;

const work = async () => (worker ??= await runTasks(place.services, tasks, []));
const rest = async () => {
  await worker?.close();
  worker = null;
};

/** A video of six seconds in German, with an English audio description. */
beforeAll(async () => {
  place = await openUploadPlace();
  const { services, project } = place;
  context = as(services, project.owner);
  grant = grantOf(project);
  headers = await sessionHeaders(services, project.ownerId);
  await work();
  videoId = await queueSourceVideo(services, project, await clip("twoLanguages", { durationSeconds: 6 }));
  await until(async () => (await listTracks(context, grant, videoId)).length === 2);
});
afterAll(async () => {
  await rest();
  await place.close();
});

const FRENCH = { name: "French", language: "fr", kind: "main" as const, default: false };

/** A tone of so many seconds. */
const tone = (seconds: number) =>
  encodedOnce("m4a", ["-f", "lavfi", "-i", `sine=frequency=440:sample_rate=48000:duration=${seconds}`, "-c:a", "aac"]);

async function upload(trackId: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const file = place.file({ filename: "french.m4a", audio_track_id: trackId });
  const id = await created(place.server, headers, bytes.length, file);
  expect((await patch(place.server, headers, id, 0, bytes)).status).toBe(204);
}

const becomes = (id: number, state: string) =>
  until(async () => {
    const track = await readTrack(place.services.db, videoId, id);
    return track.state === state ? track : null;
  });

async function soundsOf(video: number): Promise<string[]> {
  const { version } = await videoRow(video);
  const set = choosePlayable(await findRenditions(place.services.db, video, version));
  if (!set) throw new Error("The video has nothing that plays.");
  return writeMaster(set).match(/#EXT-X-MEDIA:TYPE=AUDIO.*/g) ?? [];
}

const videoRow = (id: number) => selectRow(place.services, "videos", { id });

test("the tracks of a source are listed with their words and their loudness, and renamed", async () => {
  const measured = await until(async () => {
    const tracks = await listTracks(context, grant, videoId);
    return tracks.every(({ loudness }) => loudness !== null) ? tracks : null;
  });
  expect(measured).toMatchObject([
    { name: "German", language: "de", kind: "main", default: true, uploaded: false, state: "complete", progress: 100 },
    { name: "English (audio description)", language: "en", kind: "description", default: false, uploaded: false },
  ]);
  const [german, english] = measured;
  if (!german || !english) throw new Error("The clip has two sounds.");
  expect(german.loudness).toBeGreaterThan(-40);
  expect(german.loudness).toBeLessThan(0);
  await updateTrack(context, grant, videoId, english.id, {
    ...{ name: "English with description", language: "en-GB", kind: "description", default: true },
  });
  expect(await soundsOf(videoId)).toEqual([
    expect.stringContaining(
      'NAME="English with description",LANGUAGE="en-GB",DEFAULT=YES,AUTOSELECT=YES,CHARACTERISTICS="public.accessibility.describes-video"',
    ),
    expect.stringContaining('NAME="German",LANGUAGE="de",DEFAULT=NO'),
  ]);
  await updateTrack(context, grant, videoId, german.id, { ...german, default: true });
  expect(await soundsOf(videoId)).toEqual([
    expect.stringContaining('NAME="German",LANGUAGE="de",DEFAULT=YES'),
    expect.stringContaining("DEFAULT=NO"),
  ]);
});

test("an uploaded track is encoded as long as its video, and joins the sounds that players list", async () => {
  const before = await videoRow(videoId);
  const { id } = await addTrack(context, grant, videoId, FRENCH);
  expect(await readTrack(place.services.db, videoId, id)).toMatchObject({ state: "waiting", progress: 0 });
  await upload(id, await readFileBytes(await tone(9)));
  const done = await becomes(id, "complete");
  expect(done).toMatchObject({ file_name: "french.m4a", progress: 100, failure: null, uploaded: true });
  expect(done.difference_seconds).toBeCloseTo(3, 0);
  expect(await soundsOf(videoId)).toContainEqual(
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="French",LANGUAGE="fr",DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2",URI="audio-tracks/${id}/index.m3u8"`,
  );
  const { stream } = await place.services.storage.get(`${trackFolder(videoId, id)}index.m3u8`);
  const playlist = Buffer.concat(await stream.toArray()).toString("utf8");
  const seconds = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, each]) => sum + Number(each), 0);
  expect(seconds).toBeCloseTo(6, 0);
  // The uploaded file is gone, and what is stored is metered.
  expect((await filesOf(id)).filter((key) => key.includes("/upload/"))).toEqual([]);
  expect((await videoRow(videoId)).extra_bytes).toBe(before.extra_bytes + done.size_bytes);
  const events = await selectRows(place.services, "events", { type: "audio_track.ready" }, "payload");
  expect(events).toEqual([{ payload: { video_id: videoId, audio_track_id: id } }]);

  await deleteTrack(context, grant, videoId, id);
  expect((await videoRow(videoId)).extra_bytes).toBe(before.extra_bytes);
  expect(await soundsOf(videoId)).toHaveLength(2);
});

test(
  "an uploaded track has the bitrates of the sounds of its video, and continues in the one where it stopped",
  { tags: "@slow" },
  async () => {
    const { services } = place;
    const setLow = (kbps: number | null) =>
      sql`update transcodes set plan = case when ${kbps}::int is null then plan #- '{encoding,lowAudioBitrateKbps}'
      else jsonb_set(plan, '{encoding,lowAudioBitrateKbps}', to_jsonb(${kbps}::int)) end where video_id = ${videoId}`.execute(
        services.db,
      );
    await setLow(64);
    onTestFinished(async () => void (await setLow(null)));
    const { extra_bytes: before } = await videoRow(videoId);
    await rest();
    const { id } = await addTrack(context, grant, videoId, FRENCH);
    await upload(id, await readFileBytes(await tone(6)));
    const held = await startHeldWorker(services, {
      method: "put",
      key: `audio-tracks/${id}/low/00001.m4s`,
      when: "before",
    });
    await held.kill();
    expect((await readTrack(services.db, videoId, id)).progress).toBe(75);
    await work();
    const done = await becomes(id, "complete");
    expect((await filesOf(id)).filter((key) => key.endsWith(".m4s"))).toHaveLength(4);
    const sizeOf = async (name: string) =>
      (await services.storage.stat(`${trackFolder(videoId, id)}${name}`))?.sizeBytes ?? 0;
    expect(await sizeOf("low/00000.m4s")).toBeLessThan((await sizeOf("00000.m4s")) * 0.8);
    expect((await videoRow(videoId)).extra_bytes).toBe(before + done.size_bytes);
    const sounds = await soundsOf(videoId);
    expect(sounds.filter((line) => line.includes('NAME="French"'))).toEqual([
      expect.stringMatching(`GROUP-ID="audio",.*URI="audio-tracks/${id}/index.m3u8"`),
      expect.stringMatching(`GROUP-ID="audio-low",.*URI="audio-tracks/${id}/low/index.m3u8"`),
    ]);
    await deleteTrack(context, grant, videoId, id);
    expect((await videoRow(videoId)).extra_bytes).toBe(before);
  },
);

test(
  "an uploaded track in 5.1 is also made in surround sound where its video may have that, and one in stereo is not",
  { tags: "@slow" },
  async () => {
    const { services } = place;
    const setSurround = (kbps: number | null) =>
      sql`update transcodes set plan = case when ${kbps}::int is null then plan #- '{encoding,surroundBitrateKbps}'
        else jsonb_set(plan, '{encoding,surroundBitrateKbps}', to_jsonb(${kbps}::int)) end where video_id = ${videoId}`.execute(
        services.db,
      );
    await setSurround(384);
    onTestFinished(async () => void (await setSurround(null)));
    const { extra_bytes: before } = await videoRow(videoId);
    const tracks = await Promise.all([1, 2].map(() => addTrack(context, grant, videoId, FRENCH)));
    const [inStereo, inSurround] = tracks.map(({ id }) => id);
    if (!inStereo || !inSurround) throw new Error("Two tracks were added.");
    await upload(inStereo, await readFileBytes(await tone(6)));
    await becomes(inStereo, "complete");
    await upload(inSurround, await readFileBytes(await clip("surround", { durationSeconds: 6 })));
    const done = await becomes(inSurround, "complete");
    expect((await filesOf(inStereo)).filter((key) => key.includes("/surround/"))).toEqual([]);
    expect((await filesOf(inSurround)).filter((key) => key.endsWith(".m4s"))).toHaveLength(4);
    const listed = (await soundsOf(videoId)).filter((line) => line.includes('GROUP-ID="audio-surround"'));
    expect(listed.map((line) => /CHANNELS="(.)",URI="(.*?)"/.exec(line)?.slice(1))).toEqual([
      ...[expect.anything(), expect.anything()],
      ["2", `audio-tracks/${inStereo}/index.m3u8`],
      ["6", `audio-tracks/${inSurround}/surround/index.m3u8`],
    ]);
    expect((await videoRow(videoId)).extra_bytes).toBeGreaterThanOrEqual(before + done.size_bytes);
    for (const id of [inStereo, inSurround]) await deleteTrack(context, grant, videoId, id);
    expect((await videoRow(videoId)).extra_bytes).toBe(before);
  },
);

test("uploaded tracks are metered when they are complete, and a plan limits their minutes", async () => {
  const { services, project } = place;
  const records = async () =>
    (await selectRows(services, "audio_track_records", {})).map(({ track_id: id, seconds }) => ({
      id,
      seconds: Math.round(seconds),
    }));
  const before = await records();
  const { id } = await addTrack(context, grant, videoId, FRENCH);
  await upload(id, await readFileBytes(await tone(6)));
  await becomes(id, "complete");
  expect(await records()).toEqual([...before, { id, seconds: 6 }]);
  await deleteTrack(context, grant, videoId, id);
  expect(await records()).toHaveLength(before.length + 1);

  await givePlan(services, project.accountId, { encoded_minutes: 100 });
  const withoutPlan = () => deleteRows(services, "account_terms", { account_id: project.accountId });
  onTestFinished(withoutPlan);
  // The encodes of this file's other tests count as well: what is left is said in tenths of a minute, rounded down.
  const now = new Date();
  const [, left] =
    /which ([\d.]+) are left/.exec(
      (await minutesProblem(services.db, project.accountId, { now, minutes: 1_000 })) ?? "",
    ) ?? [];
  const others = { video_id: videoId, project_id: project.projectId, account_id: project.accountId };
  const most = { ...others, track_id: 990_001, finished_at: now, seconds: Number(left) * 60 - 0.001 };
  await services.db.insertInto("audio_track_records").values(most).execute();
  const second = await addTrack(context, grant, videoId, FRENCH);
  await upload(second.id, await readFileBytes(await tone(6)));
  const { failure } = await becomes(second.id, "failed");
  expect(failure).toMatchObject({
    code: "minutes_used",
    message: expect.stringContaining("encoded minute"),
    retryable: true,
  });
  await updateRows(services, "audio_track_records", { track_id: 990_001 }, { seconds: 6_000 });
  await expect(retryTrack(context, grant, videoId, second.id)).rejects.toMatchObject({ code: "conflict" });
  await withoutPlan();
  await retryTrack(context, grant, videoId, second.id);
  await becomes(second.id, "complete");
  await deleteTrack(context, grant, videoId, second.id);
});

test("a file without a sound fails its track in words, and another file can be sent", async () => {
  const { id } = await addTrack(context, grant, videoId, FRENCH);
  await upload(id, new Uint8Array(Buffer.from("This is a text and no sound at all.")));
  const failed = await becomes(id, "failed");
  expect(failed.failure).toMatchObject({ retryable: false, message: expect.stringContaining("no sound") });
  await upload(id, await readFileBytes(await tone(6)));
  expect(await becomes(id, "complete")).toMatchObject({ failure: null, difference_seconds: 0 });
  const again = place.file({ filename: "more.m4a", audio_track_id: id });
  expect((await create(place.server, headers, 10, again)).status).toBe(409);
  await deleteTrack(context, grant, videoId, id);
});

test(
  "a track whose encoder is killed continues where it stopped; one that is cancelled ends until it is tried again",
  { tags: "@slow" },
  async () => {
    await rest();
    const { id } = await addTrack(context, grant, videoId, FRENCH);
    await upload(id, await readFileBytes(await tone(6)));
    const key = `audio-tracks/${id}/00001.m4s`;
    const held = await startHeldWorker(place.services, { method: "put", key, when: "before" });
    await held.kill();
    const first = await place.services.storage.stat(`${trackFolder(videoId, id)}00000.m4s`);
    expect((await readTrack(place.services.db, videoId, id)).progress).toBe(50);
    expect(await cancelTrack(context, grant, videoId, id)).toMatchObject({ state: "cancelled", progress: 50 });
    await expect(cancelTrack(context, grant, videoId, id)).rejects.toMatchObject({ code: "conflict" });
    await retryTrack(context, grant, videoId, id);
    await work();
    await becomes(id, "complete");
    expect(await place.services.storage.stat(`${trackFolder(videoId, id)}00000.m4s`)).toEqual(first);
    expect((await filesOf(id)).filter((each) => each.endsWith(".m4s"))).toHaveLength(2);
    await deleteTrack(context, grant, videoId, id);
  },
);

test("the first track of a source stays, and another one that was deleted does not come back with the next version", async () => {
  await work();
  const [german, english] = await listTracks(context, grant, videoId);
  if (!german || !english) throw new Error("The clip has two sounds.");
  await expect(deleteTrack(context, grant, videoId, german.id)).rejects.toMatchObject({ code: "conflict" });
  await updateTrack(context, grant, videoId, german.id, { ...german, name: "Deutsch" });
  await deleteTrack(context, grant, videoId, english.id);
  expect(await soundsOf(videoId)).toEqual([expect.stringContaining('NAME="Deutsch"')]);
  await retranscode(context, grant, videoId);
  await until(async () => (await videoRow(videoId)).version === 2);
  expect(await soundsOf(videoId)).toEqual([expect.stringContaining('NAME="Deutsch",LANGUAGE="de"')]);
  expect(await listTracks(context, grant, videoId)).toMatchObject([{ id: german.id, name: "Deutsch" }]);
});

test("a file for a track needs the permission to edit videos, and a track of the same project", async () => {
  const { id } = await addTrack(context, grant, videoId, FRENCH);
  const file = place.file({ filename: "a.m4a", audio_track_id: id });
  const uploader = await create(place.server, place.key, 10, file);
  expect(uploader.status).toBe(403);
  const unknown = await create(place.server, headers, 10, place.file({ filename: "a.m4a", audio_track_id: 999_999 }));
  expect(unknown.status).toBe(422);
  expect(await unknown.json()).toMatchObject({ errors: { audio_track_id: [expect.stringContaining("audio track")] } });
  // The upload of a track that is deleted meanwhile ends.
  const begun = await created(place.server, headers, 10, file);
  await deleteTrack(context, grant, videoId, id);
  expect((await patch(place.server, headers, begun, 0, new Uint8Array(10))).status).toBe(410);
  await until(async () => (await place.row(begun)).state === "cancelled");
});

async function filesOf(trackId: number): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of place.services.storage.list(trackFolder(videoId, trackId))) keys.push(key);
  return keys;
}

const readFileBytes = async (path: string) => new Uint8Array(await readFile(path));
