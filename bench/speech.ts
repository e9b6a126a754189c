import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ffmpeg } from "@kinora/media/fixtures/made-once.ts";
import {
  answerByPocketsphinx,
  installSpeechPrograms,
  spokenFilm,
  type SpokenWord,
} from "@kinora/server/testing/speech/pocketsphinx.ts";
import { startSpeechServer, type SpeechServer } from "@kinora/server/testing/speech/speech-server.ts";
import { until, untilEnded } from "../e2e/pipeline-project.ts";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { watchProcessTree } from "./process-tree.ts";
import { processorSeconds } from "./processor-time.ts";
import { startProduct, type Product } from "./product.ts";
import { alternate, median } from "./rounds.ts";
import { rounds, sized } from "./sizes.ts";
import { uploadPublished } from "./source-upload.ts";
import { openAgent } from "./tus-client.ts";

const VOCABULARY = ["elephant", "window", "telephone", "computer", "mountain", "orange"];
const ROUNDS = rounds(3);
const SECONDS = sized(120, 30);
/** As a person who talks without a pause for breath; between two words an engine that is sent all of it hears silence. */
const WORD_EVERY_SECONDS = 1.25;
const PATIENCE_MS = 900_000;

/** What captions by machine cost beside what the engine takes for the same sound. */
export const speech: Benchmark = {
  what: "processor seconds for a minute of speech: Kinora and the engine, beside the engine alone with the whole sound at once (pocketsphinx)",
  async run(cleanUp) {
    await installSpeechPrograms();
    const engine = await startSpeechServer((call) => answerByPocketsphinx(call, VOCABULARY));
    cleanUp.defer(() => engine.close());
    const env = { KINORA_SPEECH_URL: engine.url, KINORA_PROCESSES: "apart" };
    const product = await startProduct(cleanUp, { env });
    const words = Array.from({ length: Math.floor(SECONDS / WORD_EVERY_SECONDS) - 1 }, (_, at): SpokenWord => [
      VOCABULARY[at % VOCABULARY.length] ?? "",
      at * WORD_EVERY_SECONDS,
    ]);
    const film = await spokenFilm(words, SECONDS);
    const { videoId } = await uploadPublished(product, openAgent(cleanUp), film);
    await untilEnded(product.project, videoId, PATIENCE_MS);
    const call = await wholeSound(film);
    const taken = await alternate(ROUNDS, {
      ours: () => transcribed(product, videoId),
      alone: () => ofChildren(() => answerByPocketsphinx(call, VOCABULARY)),
    });
    print({
      what: "captions by machine, a minute of speech",
      ours: perMinute(median(taken.ours)),
      unit: "CPU-s",
      beside: { what: "the engine alone", value: perMinute(median(taken.alone)) },
      better: "lower",
      goal: "none",
      rounds: ROUNDS,
    });
  },
};

const perMinute = (seconds: number) => (seconds * 60) / SECONDS;

/** Processor seconds of the worker, its tools and the engine for captions of a whole video. */
async function transcribed({ kinora, project }: Product, videoId: number): Promise<number> {
  const tree = watchProcessTree(kinora.pids["worker"] ?? 0);
  const engineSeconds = await ofChildren(async () => {
    const { status } = await project.call("POST", `/videos/${videoId}/automatic-captions`, {});
    if (status >= 300) throw new Error(`Asking for captions was answered with ${status}.`);
    const last = project.db
      .selectFrom("transcriptions")
      .select("state")
      .where("video_id", "=", videoId)
      .orderBy("id", "desc");
    const ended = await until(
      "captions are made",
      async () => {
        const state = (await last.limit(1).executeTakeFirst())?.state;
        return state === "complete" || state === "failed" ? state : null;
      },
      PATIENCE_MS,
    );
    if (ended === "failed") throw new Error("The captions failed.");
  });
  return tree.stop() + engineSeconds;
}

/** Processor seconds of the children that this process has while it does something: the engine's. */
async function ofChildren(work: () => Promise<unknown>): Promise<number> {
  const seconds = () => processorSeconds(process.pid, { children: true }) - processorSeconds(process.pid);
  const before = seconds();
  await work();
  return seconds() - before;
}

/** The sound of a film as one call has it. */
async function wholeSound(film: string): Promise<SpeechServer["calls"][number]> {
  const folder = await mkdtemp(join(tmpdir(), "kinora-whole-sound-"));
  const wav = join(folder, "sound.wav");
  await ffmpeg(["-i", film, "-vn", "-ac", "1", "-ar", "16000", "-c:a", "pcm_s16le", wav]);
  const sound = await readFile(wav);
  await rm(folder, { recursive: true });
  return { path: "", authorization: undefined, fields: {}, sound, seconds: SECONDS };
}
