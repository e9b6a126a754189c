import { updateRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { patient } from "../../../../tools/setup/patience.mjs";
import { runTasks } from "../platform/jobs/worker.ts";
import { tasks } from "../rooms.ts";
import { sharedProject } from "../testing/fixtures.ts";
import { queueSourceVideo } from "../testing/source-video.ts";
import {
  answerByPocketsphinx,
  canHearSpeech,
  installSpeechPrograms,
  spokenFilm,
  type SpokenWord,
} from "../testing/speech/pocketsphinx.ts";
import { startSpeechServer } from "../testing/speech/speech-server.ts";
import { addSpokenVideo } from "../testing/speech/spoken-video.ts";
import { startSpeechWorker } from "../testing/speech/worker-process.ts";
import { until } from "../testing/until.ts";
import { captionsKey } from "../videos/captions/captions-files.ts";
import { readCaptionsOf } from "../videos/captions/captions.ts";
import { readAutomaticCaptions, requestTranscription } from "./service.ts";

// A real encode, and a minute of real recognition.
vi.setConfig({ testTimeout: patient(300_000) });

const server = await startSpeechServer(() => ({ body: { text: "" } }));
const { services, project, context, grant } = await sharedProject({ KINORA_SPEECH_URL: server.url });

const WORDS: readonly SpokenWord[] = [
  ["elephant", 2],
  ["window", 8],
  ["telephone", 21.5],
  ["computer", 47],
  ["mountain", 66],
  ["orange", 71],
];

/** The cues of a video's captions: seconds and text. */
async function cuesOf(videoId: number, captionsId: number): Promise<[second: number, text: string][]> {
  const { stream } = await services.storage.get(captionsKey(videoId, captionsId, 1));
  const file = Buffer.concat(await stream.toArray()).toString("utf8");
  return [...file.matchAll(/(\d\d):(\d\d):([\d.]+) --> .*\n(.+)\n/g)].map(([, hours, minutes, seconds, text = ""]) => [
    Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds),
    text,
  ]);
}

test.runIf(canHearSpeech())(
  "words that a synthetic voice says stand at their times (needs espeak-ng and pocketsphinx, or the right to install them)",
  async () => {
    await installSpeechPrograms();
    const vocabulary = WORDS.map(([word]) => word);
    server.answer = (call) => answerByPocketsphinx(call, vocabulary);
    await updateRows(services, "projects", { id: project.projectId }, { captions_mode: "always" });
    const worker = await runTasks(services, tasks, []);
    const id = await queueSourceVideo(services, project, await spokenFilm(WORDS, 75));
    const [captions] = await until(async () => {
      const { latest } = await readAutomaticCaptions(context, grant, id);
      if (latest?.failure) throw new Error(latest.failure.message);
      const rows = await readCaptionsOf(services.db, id);
      return rows.length > 0 && rows;
    }, 240_000);
    await worker.close();
    expect(captions).toMatchObject({ language: "en", label: "English (automatic)", automatic: true });
    expect(server.calls.length).toBeGreaterThan(1);
    const cues = await cuesOf(id, captions?.id ?? 0);
    expect(cues.map(([, text]) => text)).toEqual(vocabulary);
    for (const [at, [second]] of cues.entries())
      expect(Math.abs(second - (WORDS[at]?.[1] ?? 0)), `${vocabulary[at]} at ${second}`).toBeLessThan(0.35);
  },
);

test("a worker that is killed loses the piece that it recognised, and no other", async () => {
  const atSecond = Promise.withResolvers<void>();
  server.calls.length = 0;
  server.answer = ({ seconds }) => {
    if (server.calls.length === 1) return { body: { language: "en", text: "one" } };
    atSecond.resolve();
    return seconds > 32 ? new Promise(() => undefined) : { body: { language: "en", text: "again" } };
  };
  const id = await addSpokenVideo(services, project, { seconds: 68, silent: [[30, 33]] });
  const first = startSpeechWorker(services, server.url);
  await requestTranscription(context, grant, id, undefined);
  await atSecond.promise;
  await first.kill();
  server.answer = () => ({ body: { language: "en", text: "two" } });
  const worker = await runTasks(services, tasks, []);
  const done = await until(async () => {
    const { latest } = await readAutomaticCaptions(context, grant, id);
    return latest?.state === "complete" && latest;
  }, 120_000);
  await worker.close();
  expect(server.calls.map(({ seconds }) => Math.round(seconds))).toEqual([30, 35, 35]);
  expect((await cuesOf(id, done.captions_id ?? 0)).map(([, text]) => text)).toEqual(["one", "two"]);
  const { rows } = await sql`select from transcription_records where video_id = ${id}`.execute(services.db);
  expect(rows).toHaveLength(1);
});
