import { jpegEncoder, jpegFilters, smallPicture } from "../pictures/jpeg.ts";
import { startLiveProcess } from "./live-process.ts";
import { readPictures } from "./thumbnails.ts";

/** A picture of a livestream and its audio level. */
export interface LiveSnapshot {
  /** JPEG, 480 pixels on its longer side. */
  picture: Buffer;
  /** Mean of the sound, in decibels below the loudest there is; null without sound. */
  audioLevelDb: number | null;
}

/** A short piece of a livestream that starts with a key frame. */
export interface SnapshotSource {
  bytes: Buffer;
  container: "live_flv" | "matroska" | "mov";
  hasSound: boolean;
}

const PICTURE_PIPE = 3;
/** Widens the picture to its shape as displayed. */
const squarePixels = "scale=w=max(iw*sar\\,2):h=ih";
const LONGEST_MS = 10_000;
const mean = /mean_volume: (-?[\d.]+) dB/;

/** Decodes the first picture and measures the sound (https://ffmpeg.org/ffmpeg-filters.html, "volumedetect"); null when there is no picture in it. */
export async function takeSnapshot({ bytes, container, hasSound }: SnapshotSource): Promise<LiveSnapshot | null> {
  let audioLevelDb: number | null = null;
  const process = await startLiveProcess({
    args: [
      ...["-hide_banner", "-nostdin", "-v", "info", "-nostats", "-threads", "1"],
      ...["-protocol_whitelist", "pipe", "-format_whitelist", container, "-f", container, "-i", "pipe:0"],
      ...["-map", "0:v:0", "-frames:v", "1", "-vf", `${squarePixels},${jpegFilters(smallPicture, "auto")}`],
      ...[...jpegEncoder(5), "-f", "image2pipe", `pipe:${PICTURE_PIPE}`],
      ...(hasSound ? ["-map", "0:a:0", "-af", "volumedetect", "-f", "null", "-"] : []),
    ],
    input: true,
    outputs: [PICTURE_PIPE],
    onStderrLine: (line) => {
      const [, level] = mean.exec(line) ?? [];
      if (level !== undefined) audioLevelDb = Number(level);
    },
  });
  const late = setTimeout(() => process.kill(), LONGEST_MS);
  process.input?.end(bytes);
  let picture: Buffer | null = null;
  for await (const each of readPictures(process.outputs.get(PICTURE_PIPE) ?? neverRead())) picture ??= each;
  await process.ended;
  clearTimeout(late);
  return picture && { picture, audioLevelDb };
}

function neverRead(): never {
  throw new Error("The picture has no pipe.");
}
