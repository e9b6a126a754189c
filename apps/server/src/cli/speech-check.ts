import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { languageName } from "@kinora/domain/videos/languages.ts";
import { decodeSpeech } from "@kinora/media/speech/decode-speech.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import { speechName } from "../platform/settings/speech.ts";
import { SpeechProblem } from "../platform/speech/engine.ts";
import { openSpeech } from "../platform/speech/open-speech.ts";
import { readWav } from "../platform/speech/wav.ts";
import { CommandError, type Command } from "./command.ts";

const MINUTE = 60;
const SAMPLE_RATE = 16_000;
const WORDS_SHOWN = 12;

/** Says which speech engine is set, whether it answers, and how long it takes for a minute of sound (docs/operations/speech.md). */
export const speechCheck: Command = {
  usage: "[FILE]",
  async run({ config, print }, args) {
    const [file, ...more] = args;
    if (more.length > 0) throw new CommandError("Name one file with speech, or none.");
    const engine = openSpeech(config.speech);
    if (config.speech === null || engine === null) {
      print("No speech engine is set: automatic captions are off. Set KINORA_SPEECH_URL or KINORA_SPEECH_MODEL.");
      return 1;
    }
    print(`Speech engine: ${speechName(config.speech)}`);
    const folder = await mkdtemp(join(tmpdir(), "kinora-speech-"));
    try {
      const signal = new AbortController().signal;
      const path = file === undefined ? await syntheticMinute(folder) : await decoded(resolve(file), folder);
      const { samples } = await readWav(path);
      const seconds = samples.length / SAMPLE_RATE;
      const piece = { path, durationMs: Math.round(seconds * 1_000), silences: [], language: null };
      const begunAt = performance.now();
      const heard = await engine.transcribe(piece, signal);
      const took = (performance.now() - begunAt) / 1_000;
      for (const line of report({ seconds, took }, file === undefined ? null : heard)) print(line);
      return 0;
    } catch (error) {
      if (error instanceof SpeechProblem || error instanceof MediaError) throw new CommandError(error.message);
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function decoded(source: string, workFolder: string): Promise<string> {
  return decodeSpeech({ source, seconds: MINUTE, workFolder, signal: new AbortController().signal });
}

/** What the operator reads: the speed, and of a file what was recognised. */
export function report(
  { seconds, took }: { seconds: number; took: number },
  heard: { language: string | null; words: readonly { text: string }[] } | null,
): string[] {
  const perMinute = (took * MINUTE) / seconds;
  const speed = `A minute of sound takes ${perMinute.toFixed(1)} s, ${(seconds / took).toFixed(1)} times as fast as it plays.`;
  if (heard === null) return [speed, "That was a synthetic sound. Name a file with speech to see what is recognised."];
  const words = heard.words.slice(0, WORDS_SHOWN).map(({ text }) => text);
  const language =
    heard.language === null ? "The engine names no language." : `Language: ${languageName(heard.language)}`;
  const more = heard.words.length > WORDS_SHOWN ? " …" : "";
  return [speed, language, words.length === 0 ? "No speech was recognised." : `Recognised: ${words.join(" ")}${more}`];
}

/** A minute of a voice that says nothing: vowels of 120 Hz, four in a second. Enough to measure an engine, nothing to understand. */
async function syntheticMinute(folder: string): Promise<string> {
  const samples = Buffer.alloc(MINUTE * SAMPLE_RATE * 2);
  for (let at = 0; at < MINUTE * SAMPLE_RATE; at += 1) {
    const second = at / SAMPLE_RATE;
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 4 * second));
    let value = 0;
    for (let harmonic = 1; harmonic <= 12; harmonic += 1)
      value += Math.sin(2 * Math.PI * 120 * harmonic * second) / harmonic;
    samples.writeInt16LE(Math.round(value * syllable * 6_000), at * 2);
  }
  const path = join(folder, "synthetic.wav");
  await writeFile(path, Buffer.concat([wavHeader(samples.length), samples]));
  return path;
}

function wavHeader(bytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(36 + bytes, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(bytes, 40);
  return header;
}
