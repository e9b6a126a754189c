import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fileUrl } from "../probe/containers.ts";
import { MediaError } from "../tools/errors.ts";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { jpegEncoder } from "./jpeg.ts";
import { pictureInput } from "./picture-files.ts";
import type { StoryboardPiece } from "./storyboard.ts";

/** A picture to cut out of a storyboard. */
export interface PieceOptions {
  /** A local JPEG: a sheet of the storyboard. */
  sheet: string;
  piece: Pick<StoryboardPiece, "x" | "y" | "width" | "height">;
  /** Of the picture, in pixels. */
  width: number;
  height: number;
  workFolder: string;
  signal: AbortSignal;
}

/** What decoding a sheet of some 800 × 450 pixels may cost. */
const limits = { wallSeconds: 10, cpuSeconds: 10, memoryBytes: 1024 ** 3, fileBytes: 4 * 1024 ** 2 };

/**
 * Cuts a piece out of a storyboard's sheet in the sandbox and returns the path of a JPEG in the work folder.
 * @throws MediaError `corrupt_file` when the sheet cannot be decoded; `timeout`, `aborted`, `disk_full`.
 */
export async function takePiece(options: PieceOptions): Promise<string> {
  const { sheet, piece, width, height, workFolder, signal } = options;
  const path = join(workFolder, "piece.jpg");
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-y", "-v", "error", ...pictureInput("jpeg"), "-i", fileUrl(sheet)],
      // The sheet has the colours of a JPEG already.
      ...[
        "-vf",
        `crop=${piece.width}:${piece.height}:${piece.x}:${piece.y}:exact=1,scale=${width}:${height}:flags=bicubic`,
      ],
      ...["-frames:v", "1", ...jpegEncoder(3), "-f", "image2", "-update", "1", fileUrl(path)],
    ],
    inputs: [sheet],
    workFolder,
    signal,
    limits,
  });
  requireSuccess(result);
  const made = await stat(path).catch(() => null);
  if (!made || made.size === 0)
    throw new MediaError("corrupt_file", "No picture of this moment can be cut out of the storyboard.", false, {
      detail: result.stderrTail,
    });
  return path;
}
