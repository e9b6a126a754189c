import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import type { OfflineRecognizer, RecognizerConfig, RecognizerResult, Sherpa } from "sherpa-onnx-node";
import { expect, test } from "vitest";
import { modelEngine } from "./model-engine.ts";
import { readModelFolder } from "./model-folder.ts";

const folder = testFolder("model");

async function modelOf(...files: string[]): Promise<string> {
  const own = await mkdtemp(join(folder, "model-"));
  for (const file of files) await writeFile(join(own, file), "");
  return own;
}

/** Ten seconds as WAV, of which each sample has its own second as value. */
async function aSound(): Promise<string> {
  const samples = Buffer.alloc(2 * 160_000);
  for (let at = 0; at < 160_000; at += 1) samples.writeInt16LE(Math.floor(at / 16_000) * 1_000, at * 2);
  const header = Buffer.alloc(54);
  header.write("RIFF", 0, "latin1");
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt32LE(16_000, 24);
  // A chunk of an odd length before the samples, as encoders write their name.
  header.write("LIST", 36, "latin1");
  header.writeUInt32LE(1, 40);
  header.write("data", 46, "latin1");
  header.writeUInt32LE(samples.length, 50);
  const path = join(folder, "sound.wav");
  await writeFile(path, Buffer.concat([header, samples]));
  return path;
}

/** The package with answers of a recording, one for each utterance. */
function recorded(answers: readonly RecognizerResult[]) {
  const configs: RecognizerConfig[] = [];
  const heard: { seconds: number; first: number }[] = [];
  const createStream = () => ({
    acceptWaveform: ({ samples, sampleRate }: { samples: Float32Array; sampleRate: number }) =>
      heard.push({ seconds: samples.length / sampleRate, first: Math.round((samples[0] ?? 0) * 32.768) }),
  });
  const recognizer = { createStream, decodeAsync: () => Promise.resolve(answers[heard.length - 1] ?? { text: "" }) };
  const createAsync = (config: RecognizerConfig) => {
    configs.push(config);
    return Promise.resolve(recognizer as unknown as OfflineRecognizer);
  };
  return { configs, heard, load: () => Promise.resolve({ OfflineRecognizer: { createAsync } } as unknown as Sherpa) };
}

const never = new AbortController().signal;

test("utterances between silences are recognised one by one, and tokens have their times", async () => {
  const model = await modelOf("model.int8.onnx", "model.onnx", "tokens.txt");
  const { configs, heard, load } = recorded([
    // As SenseVoice answers.
    { text: "Good day.", lang: "<|en|>", tokens: ["▁Good", "▁d", "ay", "."], timestamps: [0.24, 0.6, 0.72, 0.9] },
    // As Whisper answers: no times.
    { text: " ab cd", lang: "en", tokens: [" ab", " cd"], timestamps: [] },
  ]);
  const engine = modelEngine({ kind: "model", folder: model }, load);
  const silences = [{ startMs: 3_000, endMs: 5_000 }];
  const found = await engine.transcribe({ path: await aSound(), durationMs: 10_000, silences, language: null }, never);
  expect(heard).toEqual([
    { seconds: 3.25, first: 0 },
    { seconds: 5.25, first: 4 },
  ]);
  expect(found).toEqual({
    language: "en",
    words: [
      { text: "Good", spaced: true, startMs: 240, endMs: 600 },
      { text: "day.", spaced: true, startMs: 600, endMs: 900 },
      { text: "ab", spaced: true, startMs: 4_750, endMs: 7_375 },
      { text: "cd", spaced: true, startMs: 7_375, endMs: 10_000 },
    ],
  });
  expect(configs[0]?.modelConfig).toMatchObject({
    senseVoice: { model: join(model, "model.int8.onnx"), language: "auto" },
    tokens: join(model, "tokens.txt"),
    provider: "cpu",
  });
});

test("a model is loaded once for each language that follows another", async () => {
  const files = ["small-encoder.onnx", "small-decoder.onnx", "small-encoder.int8.onnx", "small-tokens.txt"];
  const model = await modelOf(...files);
  const { configs, load } = recorded([]);
  const engine = modelEngine({ kind: "model", folder: model }, load);
  const piece = { path: await aSound(), durationMs: 10_000, silences: [] };
  for (const language of [null, null, "pt-BR", "pt"]) await engine.transcribe({ ...piece, language }, never);
  expect(configs.map(({ modelConfig }) => modelConfig["whisper"])).toEqual(
    ["", "pt"].map((language) => ({
      encoder: join(model, "small-encoder.int8.onnx"),
      decoder: join(model, "small-decoder.onnx"),
      language,
    })),
  );
});

test("Moonshine is known by its files", async () => {
  const files = ["preprocess.onnx", "encode.int8.onnx", "uncached_decode.int8.onnx", "cached_decode.int8.onnx"];
  const { kind, config } = await readModelFolder(await modelOf(...files, "tokens.txt"));
  expect(kind).toBe("moonshine");
  expect(config("en")).toHaveProperty("moonshine.cachedDecoder");
});

test.each([
  ["is no folder", () => Promise.resolve("/nowhere/model"), "cannot be read"],
  [
    "has no tokens",
    () => modelOf("model.onnx"),
    "A file tokens.txt, or one whose name ends with -tokens.txt, is missing",
  ],
  [
    "has a part of a model",
    () => modelOf("tiny-encoder.onnx", "tiny-tokens.txt"),
    "It needs a Whisper encoder and decoder",
  ],
])("a folder that %s says so", async (_what, make, words) => {
  const engine = modelEngine({ kind: "model", folder: await make() }, recorded([]).load);
  const piece = { path: await aSound(), durationMs: 10_000, silences: [], language: null };
  await expect(engine.transcribe(piece, never)).rejects.toMatchObject({
    name: "SpeechProblem",
    retryable: false,
    message: expect.stringContaining(words),
  });
});

test("a package that is missing, and files that are no model, say so", async () => {
  const model = await modelOf("model.onnx", "tokens.txt");
  const piece = { path: await aSound(), durationMs: 10_000, silences: [], language: null };
  const broken = { OfflineRecognizer: { createAsync: () => Promise.reject(new Error("Please check your config!")) } };
  const engine = modelEngine({ kind: "model", folder: model }, () => Promise.resolve(broken as unknown as Sherpa));
  await expect(engine.transcribe(piece, never)).rejects.toThrow(`The model in ${model} cannot be loaded.`);
});
