import { renditionInput } from "../speech/find-silences.ts";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";

/** What the filter answers where nothing is louder than its gate (ITU-R BS.1770-4, -70 LUFS). */
const silence = -70;

/**
 * The integrated loudness of a rendition of ours, in LUFS (EBU R 128, https://ffmpeg.org/ffmpeg-filters.html#ebur128); null of
 * silence. @throws MediaError as `requireSuccess`, `timeout`, `aborted`
 */
export async function measureLoudness({
  sound,
  workFolder,
  signal,
}: {
  /** Absolute local path of one fMP4 file (see `joinFragments`). */
  sound: string;
  workFolder: string;
  signal: AbortSignal;
}): Promise<number | null> {
  let loudness: number | null = null;
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-nostats", "-v", "info", ...renditionInput(sound)],
      // Each 100 ms have a line at that level; only the summary is wanted.
      ...["-af", "ebur128=framelog=verbose", "-f", "null", "-"],
    ],
    inputs: [sound],
    workFolder,
    signal,
    limits: { wallSeconds: 3_600 },
    onStderrLine(line) {
      const integrated = /^\s*I:\s+(-?[\d.]+) LUFS/.exec(line)?.[1];
      if (integrated !== undefined) loudness = Number(integrated);
    },
  });
  requireSuccess(result);
  return loudness === null || loudness <= silence ? null : loudness;
}
