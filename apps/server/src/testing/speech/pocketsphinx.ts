import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ffmpeg, madeOnce } from "@kinora/media/fixtures/made-once.ts";
import { canInstall, findProgram, installPackages } from "../../../../../tools/setup/system-packages.mjs";
import type { SpeechAnswer, TranscriptionCall } from "./speech-server.ts";

const execute = promisify(execFile);
const PROGRAMS = ["espeak-ng", "pocketsphinx_continuous"];
const PACKAGES = ["espeak-ng", "pocketsphinx", "pocketsphinx-en-us"];

/** Whether this machine has a voice and ears of Debian's, or may install them. */
export const canHearSpeech = (): boolean => PROGRAMS.every((name) => findProgram(name) !== null) || canInstall();

/** Installs espeak-ng and pocketsphinx where they are missing. @throws Error with the last words of apt */
export async function installSpeechPrograms(): Promise<void> {
  if (PROGRAMS.every((name) => findProgram(name) !== null)) return;
  const problem = await installPackages(PACKAGES);
  if (problem !== null) throw new Error(`espeak-ng and pocketsphinx could not be installed: ${problem}`);
}

/** A word and the second at which it is said. */
export type SpokenWord = readonly [word: string, second: number];

/** A film in which espeak-ng says words at seconds, made once. */
export const spokenFilm = (words: readonly SpokenWord[], seconds: number): Promise<string> =>
  madeOnce(`spoken-${JSON.stringify([words, seconds])}`, "mp4", async (path) => {
    const folder = await mkdtemp(join(tmpdir(), "kinora-voice-"));
    const files = words.map((_word, at) => join(folder, `${at}.wav`));
    for (const [at, [word]] of words.entries())
      await execute("espeak-ng", ["-v", "en-us", "-s", "120", "-w", files[at] ?? "", word]);
    const delayed = words.map(([, second], at) => `[${at + 1}:a]adelay=${Math.round(second * 1_000)}:all=1[d${at}]`);
    const mixed = `${words.map((_word, at) => `[d${at}]`).join("")}amix=inputs=${words.length}:normalize=0,apad[sound]`;
    await ffmpeg([
      ...["-f", "lavfi", "-i", `testsrc2=size=320x180:rate=25:duration=${seconds}`],
      ...files.flatMap((file) => ["-i", file]),
      ...["-filter_complex", [...delayed, mixed].join(";"), "-map", "0:v", "-map", "[sound]", "-t", String(seconds)],
      ...["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", "-ar", "48000", "-ac", "2", path],
    ]);
    await rm(folder, { recursive: true });
  });

/**
 * Answers a call as a server does, by pocketsphinx with a grammar of these words: it finds out which of them are said, and when.
 * Its own model of English is too weak for a synthetic voice.
 */
export async function answerByPocketsphinx(
  { sound, seconds }: TranscriptionCall,
  vocabulary: readonly string[],
): Promise<SpeechAnswer> {
  const folder = await mkdtemp(join(tmpdir(), "kinora-ears-"));
  try {
    const [wav, grammar] = [join(folder, "sound.wav"), join(folder, "words.gram")];
    await writeFile(wav, sound);
    await writeFile(grammar, `#JSGF V1.0;\ngrammar words;\npublic <said> = ( ${vocabulary.join(" | ")} )+ ;\n`);
    const args = ["-infile", wav, "-jsgf", grammar, "-time", "yes", "-logfn", "/dev/null"];
    const { stdout } = await execute("pocketsphinx_continuous", args);
    // `window(2) 2.260 2.850 0.998`: the second way to pronounce it.
    const words = [...stdout.matchAll(/^([a-z]+)(?:\(\d+\))? ([\d.]+) ([\d.]+) [\d.]+$/gm)].map(
      ([, word = "", start, end]) => ({ word, start: Number(start), end: Number(end) }),
    );
    const text = words.map(({ word }) => word).join(" ");
    const segments = words.length === 0 ? [] : [{ id: 0, start: 0, end: seconds, text }];
    return { body: { task: "transcribe", language: "english", duration: seconds, text, segments, words } };
  } finally {
    await rm(folder, { recursive: true });
  }
}
