import type { ClipPieces } from "@kinora/db/schema-streams.ts";
import { insertRow, insertRows, updateRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { patient } from "../../../../tools/setup/patience.mjs";
import { runTasks } from "../platform/jobs/worker.ts";
import { tasks } from "../rooms.ts";
import { addStream, ownedBy, sharedProject } from "../testing/fixtures.ts";
import { startSpeechServer } from "../testing/speech/speech-server.ts";
import { addSpokenVideo } from "../testing/speech/spoken-video.ts";
import { until } from "../testing/until.ts";
import { captionsKey, readStoredCaptions } from "../videos/captions/captions-files.ts";
import { readCaptionsOf } from "../videos/captions/captions.ts";
import { readAutomaticCaptions } from "./service.ts";

vi.setConfig({ testTimeout: patient(60_000) });

const server = await startSpeechServer(() => ({
  body: { language: "english", segments: [{ start: 0, end: 2, text: "Hello, world." }] },
}));
const { services, project, context, grant } = await sharedProject({ KINORA_SPEECH_URL: server.url });
const worker = await runTasks(services, tasks, []);

afterAll(async () => {
  await worker.close();
  await server.close();
});

const SHORT = { seconds: 4, silent: [] } as const;

const latestOf = async (videoId: number) => (await readAutomaticCaptions(context, grant, videoId)).latest;
const fileOf = (videoId: number, id: number, revision: number) =>
  readStoredCaptions(services, captionsKey(videoId, id, revision));
const setProject = (values: { captions_mode: "on_demand" | "always" }) =>
  updateRows(services, "projects", { id: project.projectId }, values);

const becomeReady = (id: number) =>
  services.db.transaction().execute((tx) =>
    services.emit(tx, {
      ...{ type: "video.ready", accountId: project.accountId, projectId: project.projectId },
      ...{ payload: { video_id: id, version: 1 }, actor: { kind: "system" } },
    }),
  );

const said = (startMs: number, endMs: number, text: string) => ({ startMs, endMs, lines: [text] });

/** A video that was made of a livestream. */
async function addLiveVideo(
  values: { kind: "recording" | "clip" } & Partial<{ pieces: ClipPieces; ended_at: Date }>,
): Promise<{ id: number; streamId: number; recordingId: number }> {
  const id = await addSpokenVideo(services, project, SHORT);
  const { id: streamId } = await addStream(services, project);
  const { id: recordingId } = await insertRow(services, "stream_recordings", {
    ...{ ...ownedBy(project), stream_id: streamId, state: "ready", video_id: id, kind: values.kind },
    ...{ ended_at: values.ended_at ?? null, pieces: values.pieces ? JSON.stringify(values.pieces) : null },
  });
  return { id, streamId, recordingId };
}

test("captions that were made on air become those of the recording's video, once", async () => {
  const { id, recordingId } = await addLiveVideo({ kind: "recording" });
  const row = (cues: readonly ReturnType<typeof said>[], language: string | null) => ({
    ...{ recording_id: recordingId, starts_ms: cues[0]?.startMs ?? 0, cues: JSON.stringify(cues), language },
  });
  await insertRows(services, "recording_captions", [
    row([said(2_500, 3_500, "And on."), said(3_600, 4_000, "The end.")], "de"),
    row([said(1_800, 2_800, "Good morning.")], null),
  ]);
  await becomeReady(id);
  const captions = await until(async () => (await readCaptionsOf(services.db, id))[0] ?? null);
  expect(captions).toMatchObject({ language: "de", label: "German (automatic)", automatic: true, published: true });
  const file = await fileOf(id, captions.id, 1);
  // A caption gives way to the next piece's first.
  expect(file).toContain("00:00:01.800 --> 00:00:02.500\nGood morning.");
  expect(file).toContain("00:00:02.500 --> 00:00:03.500\nAnd on.");
  const left = services.db
    .selectFrom("recording_captions")
    .select("recording_id")
    .where("recording_id", "=", recordingId);
  expect(await left.execute()).toEqual([]);
  expect(server.calls).toEqual([]);
  await becomeReady(id);
  await becomeReady(id);
  expect(await readCaptionsOf(services.db, id)).toHaveLength(1);

  // What came late replaces nothing when the video is made again.
  await services.db
    .insertInto("recording_captions")
    .values(row([said(4_100, 4_900, "Good night.")], "de"))
    .execute();
  await updateRows(services, "videos", { id }, { version: 2 });
  await becomeReady(id);
  await until(async () => ((await left.execute()).length === 0 ? true : null));
  expect(await readCaptionsOf(services.db, id)).toEqual([expect.objectContaining({ id: captions.id })]);
  expect(await fileOf(id, captions.id, 1)).toBe(file);
});

test("where captions are always made, a recording that has those from on air is not transcribed, unless minutes are missing", async () => {
  await setProject({ captions_mode: "always" });
  const recorded = async (durationSeconds: number) => {
    const { id, recordingId } = await addLiveVideo({ kind: "recording" });
    await updateRows(services, "videos", { id }, { duration_seconds: durationSeconds });
    const cues = JSON.stringify([said(1_000, 3_000, "On air.")]);
    await insertRow(services, "recording_captions", {
      recording_id: recordingId,
      starts_ms: 1_000,
      cues,
      language: "en",
    });
    await becomeReady(id);
    await becomeReady(id);
    return id;
  };
  const whole = await recorded(4);
  // Two minutes at its end have no words: they may be missing.
  const holed = await recorded(130);
  await until(async () => ((await latestOf(holed))?.state === "complete" ? true : null));
  expect(await latestOf(whole)).toBeNull();
  const [captions] = await readCaptionsOf(services.db, whole);
  expect(captions).toMatchObject({ language: "en", automatic: true });
  expect(await fileOf(whole, captions?.id ?? 0, 1)).toContain("00:00:01.000 --> 00:00:03.000\nOn air.");
  const [replaced, ...others] = await readCaptionsOf(services.db, holed);
  expect(others).toEqual([]);
  expect(await fileOf(holed, replaced?.id ?? 0, 2)).toContain("Hello,");
  await setProject({ captions_mode: "on_demand" });
});

test("a clip has the captions of its moments on air, once its last words are recognised", async () => {
  const at = Date.now() - 60_000;
  const pieces = {
    ...{ init: "source/0.mp4", segments: [] },
    stretches: [
      { fromMs: at, untilMs: at + 2_000, atMs: 0 },
      { fromMs: at + 10_000, untilMs: at + 12_000, atMs: 2_000 },
    ],
  };
  const air = (streamId: number) =>
    insertRows(
      services,
      "aired_captions",
      [
        said(at - 9_000, at - 7_000, "Before."),
        said(at - 500, at + 1_500, "First words."),
        said(at + 5_000, at + 8_000, "Between."),
        said(at + 10_500, at + 14_000, "Last words."),
      ].map((cue) => ({
        ...{ stream_id: streamId, starts_at: new Date(cue.startMs), cues: JSON.stringify([cue]), language: "de" },
      })),
    );
  const clip = await addLiveVideo({ kind: "clip", pieces, ended_at: new Date(at + 12_000) });
  await air(clip.streamId);
  await becomeReady(clip.id);
  await becomeReady(clip.id);
  const captions = await until(async () => (await readCaptionsOf(services.db, clip.id))[0] ?? null);
  expect(captions).toMatchObject({ language: "de", label: "German (automatic)", automatic: true });
  expect(await fileOf(clip.id, captions.id, 1)).toBe(
    "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nFirst words.\n\n00:00:02.500 --> 00:00:04.000\nLast words.\n",
  );

  // One that ended now waits.
  const fresh = await addLiveVideo({ kind: "clip", pieces, ended_at: services.clock.now() });
  await air(fresh.streamId);
  await becomeReady(fresh.id);
  const { rows } = await until(async () => {
    const found = await sql<{ seconds: number }>`
      select extract(epoch from job.start_after - job.created_on)::float8 as seconds from pgboss.job
      join events e on e.id = (job.data -> 'payload' ->> 'eventId')::bigint
      where job.name = 'speech.when_ready' and (e.payload ->> 'video_id')::bigint = ${fresh.id}
        and job.start_after > job.created_on + interval '5 seconds'`.execute(services.db);
    return found.rows.length > 0 ? found : null;
  });
  expect(rows[0]?.seconds).toBeLessThanOrEqual(20);
  expect(await readCaptionsOf(services.db, fresh.id)).toEqual([]);
});
