import { join } from "node:path";
import { fileUrl, hostileInputOptions } from "../probe/containers.ts";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { SPEECH_SAMPLE_RATE } from "./cut-speech.ts";

interface DecodeOptions {
  /** Absolute local path of any file with sound. */
  source: string;
  /** How much of its beginning is decoded. */
  seconds: number;
  workFolder: string;
  signal: AbortSignal;
}

/** Writes the beginning of a file's sound as WAV (16 bit, mono, 16 kHz) and answers its path. @throws MediaError */
export async function decodeSpeech({ source, seconds, workFolder, signal }: DecodeOptions): Promise<string> {
  const path = join(workFolder, "decoded.wav");
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-y", "-v", "error", ...hostileInputOptions, "-i", fileUrl(source)],
      ...["-map", "0:a:0", "-t", String(seconds), "-ar", String(SPEECH_SAMPLE_RATE), "-ac", "1"],
      ...["-c:a", "pcm_s16le", "-map_metadata", "-1", "-f", "wav", fileUrl(path)],
    ],
    inputs: [source],
    workFolder,
    signal,
    limits: { wallSeconds: 120 },
  });
  requireSuccess(result);
  return path;
}
