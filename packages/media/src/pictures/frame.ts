import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fileUrl } from "../probe/containers.ts";
import { MediaError } from "../tools/errors.ts";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { jpegEncoder, jpegFilters } from "./jpeg.ts";

/** A picture to take from a segment. */
export interface FrameOptions {
  /** A local fMP4 file: a rendition's init segment and one of its media segments. */
  segment: string;
  /** The first frame at or after this many seconds of the segment is taken; beyond its end, the last one. */
  atSeconds: number;
  /** Of the picture, in pixels; without a height it keeps the shape of the frame. */
  width: number;
  height: number | null;
  workFolder: string;
  signal: AbortSignal;
}

/** What decoding a few seconds may cost. */
const limits = { wallSeconds: 20, cpuSeconds: 40, memoryBytes: 2 * 1024 ** 3, fileBytes: 16 * 1024 ** 2 };
/** Longer than any segment. */
const longestSegmentSeconds = 60;

/**
 * Decodes one frame of a segment in the sandbox and returns the path of a JPEG in the work folder.
 * @throws MediaError `corrupt_file` when no frame can be decoded; `timeout`, `aborted`, `disk_full`.
 */
export async function takeFrame(options: FrameOptions): Promise<string> {
  const { segment, atSeconds, width, height, workFolder, signal } = options;
  const path = join(workFolder, "frame.jpg");
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-y", "-v", "error"],
      ...["-protocol_whitelist", "file", "-format_whitelist", "mov,mp4", "-i", fileUrl(segment), "-map", "0:v:0"],
      ...[
        "-vf",
        // Counted from the first frame, whatever times the segment has; the last frame stays on at the end.
        `setpts=PTS-STARTPTS,tpad=stop_mode=clone:stop_duration=${longestSegmentSeconds},trim=start=${atSeconds.toFixed(6)},${jpegFilters(`${width}:${height ?? -2}`, "auto")}`,
      ],
      ...["-frames:v", "1", ...jpegEncoder(3), "-f", "image2", "-update", "1", fileUrl(path)],
    ],
    inputs: [segment],
    workFolder,
    signal,
    limits,
  });
  requireSuccess(result);
  const made = await stat(path).catch(() => null);
  if (!made || made.size === 0)
    throw new MediaError("corrupt_file", "No picture of this moment can be decoded.", false, {
      detail: result.stderrTail,
    });
  return path;
}
