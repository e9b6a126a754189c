import { open, readFile, rm, writeFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { fileUrl, maxSourcePixels, maxSourceSidePixels } from "../probe/containers.ts";
import { MediaError } from "../tools/errors.ts";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { AnimatedPngWriter } from "./animated-png.ts";
import { readAnimatedWebp, stillOf, type AnimatedWebp, type WebpFrame } from "./animated-webp.ts";
import { pictureInput } from "./picture-files.ts";
import { isAnimatedWebp } from "./pictures.ts";

/** Frames that one run of ffmpeg decodes: starting it takes longer than a frame. */
const FRAMES_AT_ONCE = 16;

/** Most frames of a file: over five minutes at 30 a second. */
export const MOST_FRAMES = 10_000;

/** Most pixels of all frames together, which are stored without loss: 1080p for 16 seconds at 30 a second, 480p for over a minute. */
export const MOST_PIXELS = 1_000_000_000;

/** What an animated WebP is made into. */
export interface WebpFilmOptions {
  /** Absolute local path of an animated WebP. */
  source: string;
  /** Where the film is written: an animated PNG. */
  target: string;
  /** Where frames are decoded. */
  workFolder: string;
  signal: AbortSignal;
}

/** Whether a local file is a WebP that moves. */
export async function isWebpFilm(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(30), 0, 30, 0);
    return isAnimatedWebp(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** What ffmpeg reads of a local source: the film that is made of an animated WebP in `workFolder`, otherwise the source. @throws as `makeWebpFilm` */
export async function readableSource(source: string, workFolder: string, signal: AbortSignal): Promise<string> {
  if (!(await isWebpFilm(source))) return source;
  const target = join(workFolder, "film.png");
  await makeWebpFilm({ source, target, workFolder, signal });
  return target;
}

/**
 * Makes an animated PNG, which ffmpeg reads, of an animated WebP, whose frames ffmpeg decodes only as files of their own. Both have
 * the same model: parts of a canvas, laid over or replacing what is there, with a time each.
 *
 * @throws MediaError `corrupt_file`, `too_large`, `too_long`, `timeout`, `aborted`, `disk_full`, `tool_failed`.
 */
export async function makeWebpFilm({ source, target, workFolder, signal }: WebpFilmOptions): Promise<void> {
  const file = await open(source, "r");
  try {
    const webp = checked(await readAnimatedWebp(file, MOST_FRAMES));
    const film = await open(target, "w");
    try {
      const writer = new AnimatedPngWriter();
      await film.writeFile(writer.begin(webp, webp.frames.length));
      for (let from = 0; from < webp.frames.length; from += FRAMES_AT_ONCE) {
        const frames = webp.frames.slice(from, from + FRAMES_AT_ONCE);
        const pictures = await decode({ file, webp, workFolder, signal }, frames, from === 0);
        for (const [place, frame] of frames.entries()) {
          const part = from + place === 0 ? { ...frame, x: 0, y: 0, width: webp.width, height: webp.height } : frame;
          await film.writeFile(writer.picture(await readFile(pictures[place] ?? ""), part));
        }
        await Promise.all(pictures.map((path) => rm(path)));
      }
      await film.writeFile(writer.end());
    } finally {
      await film.close();
    }
  } finally {
    await file.close();
  }
}

interface Decoding {
  file: FileHandle;
  webp: AnimatedWebp;
  workFolder: string;
  signal: AbortSignal;
}

/** The picture of a frame may claim another size than the frame. */
const stillInput = [...pictureInput("webp"), "-threads", "1", "-max_pixels", String(maxSourcePixels)];

/** Decodes frames to PNGs and answers their paths; the first frame of all is made as large as the canvas. */
async function decode(
  { file, webp, workFolder, signal }: Decoding,
  frames: readonly WebpFrame[],
  areFirst: boolean,
): Promise<string[]> {
  const stills = frames.map((_frame, place) => join(workFolder, `${place}.webp`));
  const pictures = frames.map((_frame, place) => join(workFolder, `${place}.png`));
  for (const [place, frame] of frames.entries()) await writeFile(stills[place] ?? "", await stillOf(file, frame));
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-y", "-v", "error"],
      ...stills.flatMap((still) => [...stillInput, "-i", fileUrl(still)]),
      ...pictures.flatMap((picture, place) => [
        ...["-map", `${place}:v:0`, "-frames:v", "1", "-vf", graphOf(webp, frames[place], areFirst && place === 0)],
        ...[
          "-c:v",
          "png",
          "-threads",
          "1",
          "-compression_level",
          "1",
          "-f",
          "image2",
          "-update",
          "1",
          fileUrl(picture),
        ],
      ]),
    ],
    inputs: stills,
    workFolder,
    signal,
  });
  requireSuccess(result);
  await Promise.all(stills.map((still) => rm(still)));
  return pictures;
}

/** What its container says of a frame holds, whatever its picture says. */
function graphOf(webp: AnimatedWebp, frame: WebpFrame | undefined, coversCanvas: boolean): string {
  if (!frame) return "null";
  const size = `scale=${frame.width}:${frame.height},format=rgba`;
  return coversCanvas ? `${size},pad=${webp.width}:${webp.height}:${frame.x}:${frame.y}:color=black@0` : size;
}

/** @throws MediaError where there is nothing to show, or more than is decoded here. */
function checked(webp: AnimatedWebp | null): AnimatedWebp {
  const frames = webp?.frames ?? [];
  if (!webp || frames.length === 0) throw broken();
  const { width, height } = webp;
  if (Math.max(width, height) > maxSourceSidePixels || width * height > maxSourcePixels) {
    throw new MediaError(
      "too_large",
      `This animated WebP has ${width} × ${height} pixels, more than can be read here; make it smaller and upload that.`,
      false,
    );
  }
  if (frames.some((frame) => frame.x + frame.width > width || frame.y + frame.height > height)) throw broken();
  const pixels = frames.reduce((sum, frame) => sum + frame.width * frame.height, width * height);
  if (frames.length > MOST_FRAMES || pixels > MOST_PIXELS)
    throw new MediaError(
      "too_long",
      "This animated WebP is too long for its size; save it as MP4 and upload that.",
      false,
    );
  return webp;
}

const broken = () =>
  new MediaError("corrupt_file", "This animated WebP is broken; save it again, or as MP4, and upload that.", false);
