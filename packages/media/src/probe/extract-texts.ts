import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { fileUrl, hostileInputOptions } from "./containers.ts";
import type { TextTrack } from "./facts.ts";

/** Text is small, but is read from a whole film. */
const limits = { wallSeconds: 1800, cpuSeconds: 900, memoryBytes: 2 * 1024 ** 3, fileBytes: 4 * 1024 ** 2 };

/** Captions within a source. */
export interface ExtractOptions {
  source: string;
  tracks: readonly TextTrack[];
  workFolder: string;
  signal: AbortSignal;
}

/**
 * Writes captions within a source as WebVTT, each track of them, with times from the first moment of the file on. Reads the
 * file once. @throws MediaError as `requireSuccess`, `timeout`, `aborted`
 */
export async function extractTexts({ source, tracks, workFolder, signal }: ExtractOptions): Promise<string[]> {
  if (tracks.length === 0) return [];
  const paths = tracks.map(({ streamIndex }) => join(workFolder, `texts-${streamIndex}.vtt`));
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-y", "-v", "error", ...hostileInputOptions, "-i", fileUrl(source)],
      ...tracks.flatMap(({ streamIndex }, index) => [
        ...["-map", `0:${streamIndex}`, "-c:s", "webvtt", "-map_metadata", "-1", "-f", "webvtt"],
        fileUrl(paths[index] ?? ""),
      ]),
    ],
    inputs: [source],
    workFolder,
    signal,
    limits,
  });
  requireSuccess(result);
  return Promise.all(paths.map((path) => readFile(path, "utf8")));
}
