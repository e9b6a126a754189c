import { once } from "node:events";
import { Worker } from "node:worker_threads";
import {
  CAPTIONS_MAXIMUM_BYTES,
  CaptionsProblem,
  readCaptions,
  type ReadCaptions,
} from "@kinora/domain/videos/captions.ts";
import { Refusal } from "../../platform/refusal.ts";

/** Files up to this many characters are parsed synchronously, in less time than a thread takes to start. */
const LARGE_LETTERS = 65_536;
const LONGEST_MS = 10_000;
const THREAD_MEMORY_MB = 256;

export type CaptionsAnswer = { read: ReadCaptions } | { problem: string };

/** Large files are read one after the other, so that many at once take one processor and the memory of one. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Reads an uploaded caption file; a large one on a thread of its own, so that it does not block other requests.
 * @throws Refusal `invalid` when nothing of the file can be read as WebVTT or SRT, or it is too large.
 */
export async function readCaptionsUpload(file: string): Promise<ReadCaptions> {
  if (Buffer.byteLength(file) > CAPTIONS_MAXIMUM_BYTES) throw wrong("A caption file can have up to 1 MiB.");
  if (file.length > LARGE_LETTERS) {
    const reading = turn.then(() => readLargeCaptions(file));
    turn = reading.catch(() => undefined);
    const answer = await reading;
    if ("problem" in answer) throw wrong(answer.problem);
    return answer.read;
  }
  try {
    return readCaptions(file);
  } catch (error) {
    if (error instanceof CaptionsProblem) throw wrong(error.message);
    throw error;
  }
}

async function readLargeCaptions(file: string): Promise<CaptionsAnswer> {
  const worker = new Worker(new URL("./captions-worker.ts", import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });
  try {
    const [answer] = (await once(worker, "message", { signal: AbortSignal.timeout(LONGEST_MS) })) as [CaptionsAnswer];
    return answer;
  } finally {
    await worker.terminate();
  }
}

const wrong = (message: string) => new Refusal("invalid", message, { fields: { file: [message] } });
