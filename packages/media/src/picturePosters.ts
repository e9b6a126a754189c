import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { defaultLadder, planLadder } from "@kinora/domain/ladder.ts";
import { fileUrl } from "./containers.ts";
import { MediaError } from "./errors.ts";
import type { Poster } from "./poster.ts";
import { runTool } from "./run.ts";
import { requireSuccess } from "./toolFailure.ts";

/** Pictures that may become posters, by their first bytes, and ffmpeg's name for a file of that kind. */
const kinds = { jpeg: "jpeg_pipe", png: "png_pipe", webp: "webp_pipe" } as const;
export type PictureKind = keyof typeof kinds;

const largestSidePixels = 16_384;
const mostPixels = 60_000_000;
/** The smallest poster people are shown. */
const leastShortSidePixels = 350;
const limits = { wallSeconds: 60, cpuSeconds: 60, memoryBytes: 2 * 1024 ** 3, fileBytes: 64 * 1024 ** 2 };

/** What a picture's first bytes say it is; what a name or a browser claims is not asked. */
export function pictureKind(head: Buffer): PictureKind | null {
  if (head.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))) return "jpeg";
  if (head.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))) return "png";
  if (head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP") return "webp";
  return null;
}

/** A picture somebody chose as poster. */
export interface PicturePosterOptions {
  picture: string;
  kind: PictureKind;
  workFolder: string;
  signal: AbortSignal;
}

/**
 * Makes posters of a picture, at 360, 720, 1080 and 1440 pixels of its shorter side and never larger than it, decoded and
 * encoded anew in the sandbox. @throws MediaError `not_a_video`, `too_large` or `too_short` with a sentence about the picture.
 */
export async function makePicturePosters(options: PicturePosterOptions): Promise<Poster[]> {
  const { picture, workFolder, signal } = options;
  const input = ["-protocol_whitelist", "file", "-format_whitelist", kinds[options.kind], "-f", kinds[options.kind]];
  const size = await measure(options, input);
  if (Math.max(size.width, size.height) > largestSidePixels || size.width * size.height > mostPixels) {
    throw new MediaError(
      "too_large",
      `This picture is too large: ${size.width} × ${size.height} pixels. Make it smaller and upload it again.`,
      false,
    );
  }
  if (Math.min(size.width, size.height) < leastShortSidePixels) {
    throw new MediaError("too_short", "This picture is too small: its shorter side needs at least 360 pixels.", false);
  }
  const sizes = planLadder({ ...size, fps: 30 }, defaultLadder);
  const graph = [
    `[0:v:0]split=${sizes.length}${sizes.map((_, index) => `[s${index}]`).join("")}`,
    ...sizes.map(
      ({ width, height }, index) =>
        `[s${index}]scale=${width}:${height}:flags=bicubic,format=yuvj420p,setsar=1[p${index}]`,
    ),
  ].join(";");
  const name = (label: string) => `poster-${label}.jpg`;
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-y", "-v", "error", ...input, "-i", fileUrl(picture), "-filter_complex", graph],
      ...sizes.flatMap(({ label }, index) => [
        ...[
          "-map",
          `[p${index}]`,
          "-frames:v",
          "1",
          "-c:v",
          "mjpeg",
          "-q:v",
          "3",
          "-map_metadata",
          "-1",
          "-f",
          "image2",
          "-update",
          "1",
        ],
        fileUrl(join(workFolder, name(label))),
      ]),
    ],
    inputs: [picture],
    workFolder,
    signal,
    limits,
  });
  const files = new Set(await readdir(workFolder));
  if (result.exitCode !== 0 || !sizes.every(({ label }) => files.has(name(label)))) {
    requireSuccess({ ...result, exitCode: 0 });
    throw unreadable();
  }
  return sizes.map(({ label, width, height }) => ({ label, width, height, path: join(workFolder, name(label)) }));
}

async function measure(
  { picture, signal }: PicturePosterOptions,
  input: readonly string[],
): Promise<{ width: number; height: number }> {
  let answer = "";
  const { exitCode } = await runTool({
    binary: "ffprobe",
    args: ["-v", "error", ...input, "-show_entries", "stream=width,height", "-of", "csv=p=0", fileUrl(picture)],
    inputs: [picture],
    workFolder: null,
    signal,
    limits: { ...limits, fileBytes: 0 },
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
  if (exitCode !== 0 || !(width > 0) || !(height > 0)) throw unreadable();
  return { width, height };
}

const unreadable = () =>
  new MediaError(
    "not_a_video",
    "This picture can not be read. Save it again as JPEG, PNG or WebP and upload that.",
    false,
  );
