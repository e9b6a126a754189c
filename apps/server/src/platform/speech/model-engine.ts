import { cutUtterances } from "@kinora/domain/speech/chunks.ts";
import type { Heard } from "@kinora/domain/speech/heard.ts";
import type { OfflineRecognizer, Sherpa } from "sherpa-onnx-node";
import { encoderThreads } from "../process/machine-memory.ts";
import type { SpeechConfig } from "../settings/speech.ts";
import { SpeechProblem, spokenLanguage, type SpeechEngine, type SpeechPiece } from "./engine.ts";
import { readModelAnswer } from "./model-answer.ts";
import { readModelFolder } from "./model-folder.ts";
import { readWav } from "./wav.ts";

/** Whisper hears 30 s at once, and models without times of words say only what was said in an utterance. */
const UTTERANCE = { minMs: 2_000, maxMs: 15_000 };
/** A model that nobody used for so long gives its memory back. */
const IDLE_MS = 60_000;

/**
 * The engine in the worker: sherpa-onnx with a model folder of the operator. Package and model are loaded with the first piece.
 * @param load imports the package, which is optional
 */
export function modelEngine(
  { folder }: SpeechConfig & { kind: "model" },
  load: () => Promise<Sherpa> = importSherpa,
): SpeechEngine {
  let loaded: { language: string | null; recognizer: OfflineRecognizer } | null = null;
  let idle: NodeJS.Timeout | undefined;
  /** One utterance after the other: each uses all the threads it may. */
  let turn: Promise<unknown> = Promise.resolve();

  const recognizerFor = async (language: string | null) => {
    if (loaded?.language === language) return loaded.recognizer;
    const model = await readModelFolder(folder);
    const { OfflineRecognizer } = await load();
    const { threads = 2 } = encoderThreads();
    const modelConfig = { ...model.config(language), numThreads: threads, provider: "cpu", debug: 0 };
    const recognizer = await OfflineRecognizer.createAsync({
      featConfig: { sampleRate: 16_000, featureDim: 80 },
      modelConfig,
    }).catch((cause: unknown) => {
      throw new SpeechProblem(`The model in ${folder} cannot be loaded.`, { retryable: false, cause });
    });
    loaded = { language, recognizer };
    return recognizer;
  };
  const transcribe = async (piece: SpeechPiece, signal: AbortSignal): Promise<Heard> => {
    signal.throwIfAborted();
    clearTimeout(idle);
    try {
      const recognizer = await recognizerFor(piece.language === null ? null : spokenLanguage(piece.language));
      return await recognise(recognizer, piece, signal);
    } finally {
      idle = setTimeout(() => (loaded = null), IDLE_MS).unref();
    }
  };
  return {
    transcribe(piece, signal) {
      const mine = turn.then(() => transcribe(piece, signal));
      turn = mine.catch(() => undefined);
      return mine;
    },
  };
}

async function recognise(recognizer: OfflineRecognizer, piece: SpeechPiece, signal: AbortSignal): Promise<Heard> {
  const { samples, sampleRate } = await readWav(piece.path);
  const heard: Heard = { language: null, words: [] };
  for (const utterance of cutUtterances(piece.durationMs, piece.silences, UTTERANCE)) {
    signal.throwIfAborted();
    const at = (ms: number) => Math.round((ms * sampleRate) / 1_000);
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples: samples.subarray(at(utterance.startMs), at(utterance.endMs)), sampleRate });
    const { language, words } = readModelAnswer(await recognizer.decodeAsync(stream), utterance);
    heard.language ??= language;
    heard.words.push(...words);
  }
  return heard;
}

async function importSherpa(): Promise<Sherpa> {
  try {
    return (await import("sherpa-onnx-node")).default;
  } catch (cause) {
    throw new SpeechProblem(
      `The package sherpa-onnx-node cannot be loaded on this machine (${process.platform}, ${process.arch}). It comes with Kinora where npm installs optional packages: run \`npm install\` without --omit=optional.`,
      { retryable: false, cause },
    );
  }
}
