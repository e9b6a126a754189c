import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { SpeechProblem } from "./engine.ts";

/** A model of a folder, as sherpa-onnx takes it in `modelConfig`. */
interface SpeechModel {
  kind: "whisper" | "moonshine" | "sense_voice";
  /** Its `modelConfig` for a language (ISO 639-1), or null to detect it. */
  config(language: string | null): Record<string, unknown>;
}

/**
 * Finds out by its files which model a folder has: Whisper, Moonshine or SenseVoice as sherpa-onnx publishes them
 * (https://k2-fsa.github.io/sherpa/onnx/pretrained_models/). Of two sizes of one file the quantised one is taken.
 * @throws SpeechProblem naming what is missing.
 */
export async function readModelFolder(folder: string): Promise<SpeechModel> {
  const files = await readdir(folder).catch((cause: unknown) => {
    throw new SpeechProblem(`The folder ${folder} of KINORA_SPEECH_MODEL cannot be read.`, { retryable: false, cause });
  });
  const find = (name: RegExp) => {
    const found = files.filter((file) => name.test(file)).toSorted((a, b) => Number(isSmall(b)) - Number(isSmall(a)));
    return found[0] === undefined ? null : join(folder, found[0]);
  };
  const tokens = find(/(^|-)tokens\.txt$/);
  const whisper = { encoder: find(/-encoder(\.int8)?\.onnx$/), decoder: find(/-decoder(\.int8)?\.onnx$/) };
  const moonshine = {
    preprocessor: find(/^preprocess\.onnx$/),
    encoder: find(/^encode(\.int8)?\.onnx$/),
    uncachedDecoder: find(/^uncached_decode(\.int8)?\.onnx$/),
    cachedDecoder: find(/^cached_decode(\.int8)?\.onnx$/),
  };
  const single = find(/^model(\.int8)?\.onnx$/);
  if (tokens !== null && isWhole(whisper))
    return { kind: "whisper", config: (language) => ({ whisper: { ...whisper, language: language ?? "" }, tokens }) };
  if (tokens !== null && isWhole(moonshine)) return { kind: "moonshine", config: () => ({ moonshine, tokens }) };
  if (tokens !== null && single !== null) {
    return {
      kind: "sense_voice",
      config: (language) => ({
        senseVoice: { model: single, language: language ?? "auto", useInverseTextNormalization: 1 },
        tokens,
      }),
    };
  }
  throw new SpeechProblem(
    `The folder ${folder} of KINORA_SPEECH_MODEL has no model that Kinora knows. ${missing(folder, tokens)}`,
    { retryable: false },
  );
}

const isSmall = (file: string) => file.endsWith(".int8.onnx");
const isWhole = (files: Record<string, string | null>) => Object.values(files).every((file) => file !== null);

const missing = (folder: string, tokens: string | null): string =>
  tokens === null
    ? `A file tokens.txt, or one whose name ends with -tokens.txt, is missing. Is ${basename(folder)} the folder that was unpacked?`
    : "It needs a Whisper encoder and decoder (*-encoder.onnx, *-decoder.onnx), the four files of Moonshine, or model.onnx of SenseVoice.";
