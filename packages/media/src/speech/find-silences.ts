import { fileUrl } from "../probe/containers.ts";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";

/** A span in which nothing is heard, in milliseconds from the beginning of the sound. */
interface QuietSpan {
  startMs: number;
  endMs: number;
}

interface SoundOptions {
  /** Absolute local path of an audio rendition of ours as one fMP4 file (see `joinFragments`). */
  sound: string;
  workFolder: string;
  signal: AbortSignal;
}

/** Below it sound counts as silent, and pauses between sentences last so long. */
const THRESHOLD = "-38dB";
const SHORTEST_SECONDS = 0.3;

/** What must stand before `-i` for a rendition of ours. */
export const renditionInput = (path: string): string[] => [
  ...["-protocol_whitelist", "file", "-format_whitelist", "mov,mp4", "-i", fileUrl(path)],
  ...["-map", "0:a:0"],
];

/**
 * The silences of a sound in order (https://ffmpeg.org/ffmpeg-filters.html#silencedetect). One that lasts until the end of the
 * file ends at `durationMs`. @throws MediaError as `requireSuccess`, `timeout`, `aborted`
 */
export async function findSilences({
  sound,
  workFolder,
  signal,
  durationMs,
}: SoundOptions & { durationMs: number }): Promise<QuietSpan[]> {
  const silences: QuietSpan[] = [];
  let begun: number | null = null;
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-nostats", "-v", "info", ...renditionInput(sound)],
      ...["-af", `silencedetect=noise=${THRESHOLD}:duration=${SHORTEST_SECONDS}`, "-f", "null", "-"],
    ],
    inputs: [sound],
    workFolder,
    signal,
    limits: { wallSeconds: 3_600 },
    onStderrLine(line) {
      const [, edge, seconds] = /silence_(start|end): (-?[\d.]+)/.exec(line) ?? [];
      const moment = Math.min(durationMs, Math.max(0, Math.round(Number(seconds) * 1_000)));
      if (edge === "start") begun = moment;
      if (edge !== "end" || begun === null) return;
      if (moment > begun) silences.push({ startMs: begun, endMs: moment });
      begun = null;
    },
  });
  requireSuccess(result);
  if (begun !== null && begun < durationMs) silences.push({ startMs: begun, endMs: durationMs });
  return silences;
}
