import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { defaultLadder, planLadder } from "@kinora/domain/transcoding/ladder.ts";
import { fileUrl } from "../probe/containers.ts";
import { MediaError } from "../tools/errors.ts";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { jpegEncoder, jpegFilters } from "./jpeg.ts";
import { measurePicture, pictureInput, pictureLimits, unreadablePicture, UNTURNED } from "./picture-files.ts";
import { type PictureKind } from "./picture-kinds.ts";
import type { Poster } from "./poster.ts";

/** The smallest poster people are shown. */
const leastShortSidePixels = 350;

/** A picture uploaded as poster. */
export interface PicturePosterOptions {
  picture: string;
  kind: PictureKind;
  workFolder: string;
  signal: AbortSignal;
}

/**
 * Makes posters of a picture, at 360, 720, 1080 and 1440 pixels of its shorter side and never larger than it, decoded and
 * re-encoded in the sandbox. @throws MediaError `not_a_video`, `too_large` or `too_short` with a sentence about the picture.
 */
export async function makePicturePosters(options: PicturePosterOptions): Promise<Poster[]> {
  const { picture, kind, workFolder, signal } = options;
  const size = await measurePicture(picture, kind, signal);
  if (Math.min(size.width, size.height) < leastShortSidePixels) {
    throw new MediaError("too_short", "This picture is too small: its shorter side needs at least 360 pixels.", false);
  }
  const sizes = planLadder({ width: size.width, height: size.height, fps: 30 }, defaultLadder);
  const graph = [
    `[0:v:0]${[...size.turn, ""].join(",")}split=${sizes.length}${sizes.map((_, index) => `[s${index}]`).join("")}`,
    ...sizes.map(({ width, height }, index) => `[s${index}]${jpegFilters(`${width}:${height}`, "auto")}[p${index}]`),
  ].join(";");
  const name = (label: string) => `poster-${label}.jpg`;
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...[
        "-hide_banner",
        "-nostdin",
        "-y",
        "-v",
        "error",
        UNTURNED,
        ...pictureInput(kind),
        "-i",
        fileUrl(picture),
        "-filter_complex",
        graph,
      ],
      ...sizes.flatMap(({ label }, index) => [
        ...["-map", `[p${index}]`, "-frames:v", "1", ...jpegEncoder(3), "-f", "image2", "-update", "1"],
        fileUrl(join(workFolder, name(label))),
      ]),
    ],
    inputs: [picture],
    workFolder,
    signal,
    limits: pictureLimits,
  });
  const files = new Set(await readdir(workFolder));
  if (result.exitCode !== 0 || !sizes.every(({ label }) => files.has(name(label)))) {
    requireSuccess({ ...result, exitCode: 0 });
    throw unreadablePicture();
  }
  return sizes.map(({ label, width, height }) => ({ label, width, height, path: join(workFolder, name(label)) }));
}
