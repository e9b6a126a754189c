import { createReadStream, createWriteStream } from "node:fs";
import { stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileUrl } from "../probe/containers.ts";
import { MediaError } from "../tools/errors.ts";
import { aborted, runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";

/** Pieces of one fMP4 track in order: the init segment, then every segment; local paths, buffers or streams. */
export type FragmentParts = Iterable<string | Buffer | Readable> | AsyncIterable<string | Buffer | Readable>;

/** Joins an init segment and segments into one local fMP4 file. */
export async function joinFragments(parts: FragmentParts, outputPath: string, signal?: AbortSignal): Promise<void> {
  try {
    await pipeline(
      Readable.from(bytesOf(parts), { objectMode: true }),
      createWriteStream(outputPath),
      signal ? { signal } : {},
    );
  } catch (error) {
    if (signal?.aborted) throw aborted(signal);
    if (error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT")) {
      throw new MediaError(
        "disk_full",
        "The server ran out of space while preparing this video; it will be tried again.",
        true,
        { cause: error },
      );
    }
    throw error;
  }
}

async function* bytesOf(parts: FragmentParts): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    if (Buffer.isBuffer(part)) yield part;
    else yield* typeof part === "string" ? createReadStream(part) : part;
  }
}

/** A progressive MP4 to make from finished renditions. */
export interface DownloadOptions {
  /** The picture and the sound, or one of them. */
  tracks: readonly FragmentParts[];
  /** Folder only this run uses; the result is written inside. */
  workFolder: string;
  signal: AbortSignal;
}

/** Makes a fast-start MP4 for download without encoding; answers its local path in the work folder. */
export async function makeDownload({
  tracks,
  workFolder,
  signal,
}: DownloadOptions): Promise<{ path: string; sizeBytes: number }> {
  const inputs = tracks.map((_, position) => join(workFolder, `download-${position}.mp4`));
  const path = join(workFolder, "download.mp4");
  try {
    for (const [position, parts] of tracks.entries()) {
      const input = inputs[position];
      if (input) await joinFragments(parts, input, signal);
    }
    const result = await runTool({
      binary: "ffmpeg",
      args: [
        ...["-hide_banner", "-nostdin", "-y", "-v", "error"],
        ...inputs.flatMap((input) => [
          "-protocol_whitelist",
          "file",
          "-format_whitelist",
          "mov,mp4",
          "-i",
          fileUrl(input),
        ]),
        ...inputs.flatMap((_, position) => ["-map", String(position)]),
        ...["-c", "copy", "-map_metadata", "-1", "-movflags", "+faststart", "-f", "mp4", fileUrl(path)],
      ],
      inputs: [],
      workFolder,
      signal,
    });
    requireSuccess(result);
    return { path, sizeBytes: (await stat(path)).size };
  } finally {
    for (const input of inputs) await unlink(input).catch(ignoreMissing);
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}
