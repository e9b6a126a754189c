import { join } from "node:path";
import { fileUrl } from "../probe/containers.ts";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { renditionInput } from "./find-silences.ts";

/** What speech engines are made for: 16,000 samples a second of one channel. */
export const SPEECH_SAMPLE_RATE = 16_000;

/** A piece of sound to be recognised. */
interface CutOptions {
  /** Absolute local path of segments of an audio rendition of ours as one fMP4 file (see `joinFragments`). */
  sound: string;
  /** Counted from where these segments begin. */
  startMs: number;
  endMs: number;
  workFolder: string;
  signal: AbortSignal;
}

/** Writes a piece of sound as WAV (16 bit, mono, 16 kHz) and answers its path. @throws MediaError as `requireSuccess`, `aborted` */
export async function cutSpeech({ sound, startMs, endMs, workFolder, signal }: CutOptions): Promise<string> {
  const path = join(workFolder, "speech.wav");
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-y", "-v", "error", ...renditionInput(sound)],
      ...["-af", `atrim=start=${startMs / 1_000}:end=${endMs / 1_000},asetpts=PTS-STARTPTS`],
      ...["-ar", String(SPEECH_SAMPLE_RATE), "-ac", "1", "-c:a", "pcm_s16le", "-map_metadata", "-1", "-f", "wav"],
      fileUrl(path),
    ],
    inputs: [sound],
    workFolder,
    signal,
    limits: { wallSeconds: 600 },
  });
  requireSuccess(result);
  return path;
}
