import { deleteRows, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { patient } from "../../../../tools/setup/patience.mjs";
import { countUsage } from "../billing/usage/count-usage.ts";
import { runTasks } from "../platform/jobs/worker.ts";
import { givePlan } from "../platform/testing.ts";
import { findPlaybackVideo } from "../playback/playback-video.ts";
import { tasks } from "../rooms.ts";
import { sharedProject, addCaptions } from "../testing/fixtures.ts";
import { startSpeechServer, type TranscriptionCall } from "../testing/speech/speech-server.ts";
import { addSpokenVideo } from "../testing/speech/spoken-video.ts";
import { until } from "../testing/until.ts";
import { captionsKey } from "../videos/captions/captions-files.ts";
import { readCaptionsOf, updateCaptions } from "../videos/captions/captions.ts";
import { cancelTranscription, readAutomaticCaptions, requestTranscription, retryTranscription } from "./service.ts";

vi.setConfig({ testTimeout: patient(60_000) });

/** What whisper.cpp, Speaches and others answer of a piece: a word at its beginning and one at its end. */
const spoken = ({ seconds }: TranscriptionCall) => ({
  body: {
    task: "transcribe",
    language: "english",
    duration: seconds,
    text: " Hello, world.",
    segments: [{ id: 0, start: 0, end: seconds, text: " Hello, world." }],
    words: [
      { word: "Hello", start: 0, end: 0.5 },
      { word: "world", start: seconds - 0.5, end: seconds },
    ],
  },
});

const server = await startSpeechServer(spoken);
const { services, project, context, grant } = await sharedProject({
  KINORA_SPEECH_URL: server.url,
  KINORA_SPEECH_KEY: "sk-test",
  KINORA_SPEECH_MODEL: "small",
});
const worker = await runTasks(services, tasks, []);

afterAll(async () => {
  await worker.close();
  await server.close();
});
afterEach(() => {
  server.answer = spoken;
  server.calls.length = 0;
});

/** Two pieces, of 30 and 35 s. */
const TWO_PIECES = { seconds: 68, silent: [[30, 33]] } as const;
const SHORT = { seconds: 4, silent: [] } as const;

const latestOf = async (videoId: number) => (await readAutomaticCaptions(context, grant, videoId)).latest;
const ended = (videoId: number, state: string) =>
  until(async () => {
    const latest = await latestOf(videoId);
    return latest?.state === state ? latest : null;
  });
const fileOf = async (videoId: number, id: number, revision: number) => {
  const { stream } = await services.storage.get(captionsKey(videoId, id, revision));
  return Buffer.concat(await stream.toArray()).toString("utf8");
};
const eventsOf = async (videoId: number, prefix: string) => {
  const { rows } = await sql<{ type: string; payload: Record<string, unknown> }>`
    select type, payload from events where (payload ->> 'video_id')::bigint = ${videoId} and type like ${`${prefix}%`} order by id`.execute(
    services.db,
  );
  return rows;
};
const setProject = (values: { captions_mode?: "off" | "on_demand" | "always"; captions_published?: boolean }) =>
  updateRows(services, "projects", { id: project.projectId }, values);

test("captions are made in pieces between silences, with words at the times of the sound", async () => {
  const id = await addSpokenVideo(services, project, TWO_PIECES);
  await requestTranscription(context, grant, id, undefined);
  const done = await ended(id, "complete");
  expect(done).toMatchObject({ progress: 100, language: null, detected_language: "en", failure: null });
  expect(done.sound_seconds).toBeCloseTo(68, 0);

  expect(server.calls.map(({ path, authorization }) => [path, authorization])).toEqual([
    ["/v1/audio/transcriptions", "Bearer sk-test"],
    ["/v1/audio/transcriptions", "Bearer sk-test"],
  ]);
  expect(server.calls.map(({ seconds }) => Math.round(seconds))).toEqual([30, 35]);
  // The language of the first piece is that of the others.
  expect(server.calls.map(({ fields }) => fields)).toMatchObject([
    { model: ["small"], response_format: ["verbose_json"], "timestamp_granularities[]": ["word", "segment"] },
    { language: ["en"] },
  ]);

  const [captions] = await readCaptionsOf(services.db, id);
  expect(captions).toMatchObject({
    ...{
      id: done.captions_id,
      language: "en",
      label: "English (automatic)",
      kind: "subtitles",
      automatic: true,
      published: true,
    },
    ...{ default: false, created_by: null },
  });
  const file = await fileOf(id, captions?.id ?? 0, 1);
  expect(file).toMatch(/^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.000\nHello,\n\n00:00:29\.[67]\d\d --> /);
  // The second piece begins a quarter of a second before the silence ends.
  expect(file).toMatch(/\n00:00:32\.[67]\d\d --> 00:00:33\.[67]\d\d\nHello,\n/);
  expect(await eventsOf(id, "captions.")).toEqual([
    { type: "captions.ready", payload: { video_id: id, captions_id: captions?.id } },
  ]);
});

test("what is made again replaces what a machine made, and nothing of a person", async () => {
  const id = await addSpokenVideo(services, project, SHORT);
  await requestTranscription(context, grant, id, "en");
  const first = await ended(id, "complete");
  server.answer = () => ({ body: { text: "Again.", segments: [{ start: 0, end: 2, text: "Again." }] } });
  await requestTranscription(context, grant, id, "en");
  const second = await until(async () => {
    const latest = await latestOf(id);
    return latest?.state === "complete" && latest.id !== first.id ? latest : null;
  });
  expect(second.captions_id).toBe(first.captions_id);
  expect(await fileOf(id, second.captions_id ?? 0, 2)).toContain("Again.");

  // A person changes them: from then on they are their own.
  const meta = { language: "en", label: "English (automatic)", kind: "captions" as const, default: true };
  await updateCaptions(context, grant, id, second.captions_id ?? 0, meta, "WEBVTT\n\n00:01.000 --> 00:02.000\nMine\n");
  await requestTranscription(context, grant, id, "en");
  await until(async () => (await readCaptionsOf(services.db, id)).length === 2);
  const all = await readCaptionsOf(services.db, id);
  expect(all.map(({ label, automatic, default: isDefault }) => [label, automatic, isDefault])).toEqual([
    ["English (automatic)", false, true],
    ["English (automatic 2)", true, false],
  ]);
});

test("captions that a project wants to see first are not shown to viewers until a person publishes them", async () => {
  await setProject({ captions_published: false });
  const id = await addSpokenVideo(services, project, SHORT);
  await requestTranscription(context, grant, id, "de");
  const { captions_id: captionsId } = await ended(id, "complete");
  await setProject({ captions_published: true });
  const { hash } = await selectRow(services, "videos", { id }, "hash");
  const shown = async () => (await findPlaybackVideo(services.db, hash))?.captions.map(({ label }) => label);
  expect(await shown()).toEqual([]);
  const meta = { language: "de", label: "German", kind: "subtitles" as const, default: false };
  const { data } = await updateCaptions(context, grant, id, captionsId ?? 0, { ...meta, published: true }, null);
  expect(data).toMatchObject({ automatic: true, published: true });
  expect(await shown()).toEqual(["German"]);
});

test(
  "a server that refuses fails it with a reason, and a retry recognises only what is missing",
  { tags: "@slow" },
  async () => {
    const id = await addSpokenVideo(services, project, TWO_PIECES);
    server.answer = (call) =>
      call.seconds < 32 ? spoken(call) : { status: 401, body: { error: "sk-test is unknown" } };
    await requestTranscription(context, grant, id, undefined);
    const failed = await ended(id, "failed");
    expect(failed.failure).toEqual({
      code: "speech_refused",
      message: "The speech engine of this installation refused the sound. Its operator finds the reason in the logs.",
      retryable: true,
    });
    expect(failed.progress).toBeGreaterThan(40);
    expect(await eventsOf(id, "captions.")).toEqual([
      { type: "captions.failed", payload: { video_id: id, code: "speech_refused" } },
    ]);
    server.answer = spoken;
    server.calls.length = 0;
    await retryTranscription(context, grant, id);
    await ended(id, "complete");
    expect(server.calls.map(({ seconds }) => Math.round(seconds))).toEqual([35]);
    await expect(retryTranscription(context, grant, id)).rejects.toThrow("have nothing to retry");
  },
);

test("a server that is busy for a moment is asked again", { tags: "@slow" }, async () => {
  const id = await addSpokenVideo(services, project, SHORT);
  let asked = 0;
  server.answer = (call) => ((asked += 1) === 1 ? { status: 503, body: "busy" } : spoken(call));
  await requestTranscription(context, grant, id, undefined);
  await ended(id, "complete");
  expect(asked).toBe(2);
});

test("captions of a source that was replaced meanwhile are not those of the new one", async () => {
  const id = await addSpokenVideo(services, project, SHORT);
  server.answer = async (call) => {
    await updateRows(services, "videos", { id }, { version: 2 });
    return spoken(call);
  };
  await requestTranscription(context, grant, id, undefined);
  const { failure } = await ended(id, "failed");
  expect(failure).toMatchObject({ code: "video_changed", retryable: false });
  expect(await readCaptionsOf(services.db, id)).toEqual([]);
});

test("a cancelled one ends the request to the engine, and makes no captions", async () => {
  const id = await addSpokenVideo(services, project, SHORT);
  const begun = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  server.answer = async (call, signal) => {
    begun.resolve();
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    gone.resolve();
    return spoken(call);
  };
  await requestTranscription(context, grant, id, undefined);
  await begun.promise;
  await expect(requestTranscription(context, grant, id, undefined)).rejects.toThrow("created already");
  await cancelTranscription(context, grant, id);
  await gone.promise;
  expect((await latestOf(id))?.state).toBe("cancelled");
  expect(await readCaptionsOf(services.db, id)).toEqual([]);
  await expect(cancelTranscription(context, grant, id)).rejects.toThrow("No captions of this video are being created.");
});

test("a video in which nothing is said has no captions, and silence is not sent", async () => {
  const id = await addSpokenVideo(services, project, { seconds: 4, silent: [[0, 4]] });
  await requestTranscription(context, grant, id, undefined);
  expect(await ended(id, "complete")).toMatchObject({ captions_id: null, progress: 100 });
  expect(server.calls).toEqual([]);
});

test("a project that is off, and a video without sound, are refused", async () => {
  const id = await addSpokenVideo(services, project, SHORT);
  await setProject({ captions_mode: "off" });
  await expect(requestTranscription(context, grant, id, undefined)).rejects.toThrow("off in this project");
  await setProject({ captions_mode: "on_demand" });
  await updateRows(services, "renditions", { video_id: id }, { kind: "video" });
  await expect(requestTranscription(context, grant, id, undefined)).rejects.toThrow("has no sound");
  await updateRows(services, "renditions", { video_id: id }, { state: "processing" });
  await expect(requestTranscription(context, grant, id, undefined)).rejects.toThrow(
    "Wait until this video is complete",
  );
  await expect(requestTranscription(context, grant, id, "klingonese")).rejects.toThrow("not a language");
});

/** Says that a video became ready, as the end of its transcode does. */
const becomeReady = (id: number) =>
  services.db.transaction().execute((tx) =>
    services.emit(tx, {
      ...{ type: "video.ready", accountId: project.accountId, projectId: project.projectId },
      ...{ payload: { video_id: id, version: 1 }, actor: { kind: "system" } },
    }),
  );

test("a project that always wants them has them made of videos without captions", { tags: "@slow" }, async () => {
  await setProject({ captions_mode: "always" });
  const bare = await addSpokenVideo(services, project, SHORT);
  const captioned = await addSpokenVideo(services, project, SHORT);
  await addCaptions(services, project, captioned, { language: "fr", label: "Français" });
  await becomeReady(captioned);
  await becomeReady(bare);
  await ended(bare, "complete");
  // Jobs of one kind are done in their order.
  expect(await latestOf(captioned)).toBeNull();
  await becomeReady(bare);
  const last = await addSpokenVideo(services, project, SHORT);
  await becomeReady(last);
  await ended(last, "complete");
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from transcriptions where video_id = ${bare}`.execute(services.db);
  expect(rows).toEqual([{ count: 1 }]);
  await setProject({ captions_mode: "on_demand" });
});

test("the minutes that were transcribed are in the ledger, also when the video is deleted", async () => {
  const id = await addSpokenVideo(services, project, TWO_PIECES);
  await requestTranscription(context, grant, id, "en");
  await ended(id, "complete");
  const metered = async () => {
    await countUsage(services.db, { now: services.clock.now(), accountId: project.accountId });
    const { rows } = await sql<{ quantity: number }>`
      select sum(quantity)::float8 as quantity from usage_days
      where account_id = ${project.accountId} and meter = 'transcription'`.execute(services.db);
    return rows[0]?.quantity ?? 0;
  };
  const before = await metered();
  expect(before).toBeGreaterThanOrEqual(68_000);
  await deleteRows(services, "videos", { id });
  expect(await metered()).toBe(before);
});

test("a plan limits the minutes of a month: what is asked for is refused, and what is always made fails with the plan's name", async () => {
  await deleteRows(services, "account_terms", { account_id: project.accountId });
  await deleteRows(services, "transcription_records", { account_id: project.accountId });
  await givePlan(services, project.accountId, { transcribed_minutes: 1 });
  const short = (left: string) =>
    `The plan Small allows 1 transcribed minute a month, of which ${left} are left. Ask the operator for a larger one.`;
  const long = await addSpokenVideo(services, project, TWO_PIECES);
  await expect(requestTranscription(context, grant, long, "en")).rejects.toMatchObject({
    code: "conflict",
    message: short("1"),
  });
  expect((await readAutomaticCaptions(context, grant, long)).problem).toBe(short("1"));

  await setProject({ captions_mode: "always" });
  await becomeReady(long);
  const failure = { code: "minutes_used", message: short("1"), retryable: true };
  expect((await ended(long, "failed")).failure).toEqual(failure);
  expect(server.calls).toEqual([]);
  await expect(retryTranscription(context, grant, long)).rejects.toThrow(short("1"));
  await setProject({ captions_mode: "on_demand" });

  const first = await addSpokenVideo(services, project, SHORT);
  expect((await readAutomaticCaptions(context, grant, first)).problem).toBeNull();
  await requestTranscription(context, grant, first, "en");
  await ended(first, "complete");
  await updateRows(services, "transcription_records", { video_id: first }, { sound_seconds: 58 });
  await expect(requestTranscription(context, grant, first, "en")).rejects.toThrow(short("none"));

  await deleteRows(services, "account_terms", { account_id: project.accountId });
  await givePlan(services, project.accountId, { transcribed_minutes: 10 });
  await retryTranscription(context, grant, long);
  await ended(long, "complete");
});
