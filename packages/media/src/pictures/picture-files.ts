import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { fileUrl } from "../probe/containers.ts";
import { MediaError } from "../tools/errors.ts";
import { runTool } from "../tools/run.ts";
import { pictureKinds, type PictureKind } from "./picture-kinds.ts";
import { pictureTurn } from "./picture-metadata.ts";

const largestSidePixels = 16_384;
const mostPixels = 60_000_000;

/** What decoding a hostile picture may cost. */
export const pictureLimits = {
  wallSeconds: 60,
  cpuSeconds: 60,
  memoryBytes: 2 * 1024 ** 3,
  fileBytes: 64 * 1024 ** 2,
};

/** A picture as it is seen: upright, as the camera that took it was held. */
export interface MeasuredPicture {
  width: number;
  height: number;
  /** Filters of ffmpeg that bring it upright. */
  turn: readonly string[];
}

/** What stands before a picture that is turned by filters: later versions of ffmpeg turn it as well. */
export const UNTURNED = "-noautorotate";

/** Arguments that make ffmpeg open a picture as this format and as nothing else; the file's name follows. */
export const pictureInput = (kind: PictureKind): string[] => [
  ...["-protocol_whitelist", "file", "-format_whitelist", pictureKinds[kind], "-f", pictureKinds[kind]],
];

/**
 * Looks in the sandbox how large a picture is, and in its file how it is to be turned.
 * @throws MediaError `not_a_video` when it cannot be read, `too_large` when decoding it would take too much.
 */
export async function measurePicture(
  picture: string,
  kind: PictureKind,
  signal: AbortSignal,
): Promise<MeasuredPicture> {
  let answer = "";
  const { exitCode } = await runTool({
    binary: "ffprobe",
    args: [
      ...["-v", "error", ...pictureInput(kind)],
      ...["-show_entries", "stream=width,height", "-of", "csv=p=0", fileUrl(picture)],
    ],
    inputs: [picture],
    workFolder: null,
    signal,
    limits: { ...pictureLimits, fileBytes: 0 },
    readers: new Map([
      [
        1,
        async (stream) => {
          answer = await text(stream);
        },
      ],
    ]),
  });
  const [width = 0, height = 0] = (answer.split("\n")[0] ?? "").split(",").map(Number);
  if (exitCode !== 0 || !(width > 0) || !(height > 0)) throw unreadablePicture();
  if (Math.max(width, height) > largestSidePixels || width * height > mostPixels) {
    throw new MediaError(
      "too_large",
      `This picture is too large: ${width} × ${height} pixels. Make it smaller and upload it again.`,
      false,
    );
  }
  const { filters, isSideways } = pictureTurn(await readFile(picture), kind);
  return isSideways ? { width: height, height: width, turn: filters } : { width, height, turn: filters };
}

export const unreadablePicture = () =>
  new MediaError(
    "not_a_video",
    "This picture cannot be read. Save it again as JPEG, PNG or WebP and upload that.",
    false,
  );
