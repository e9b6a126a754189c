import { intoMatrix, type sourceMatrix } from "../encoding/colours.ts";

/**
 * The filters every JPEG is written with: JPEG knows no other matrix than that of BT.601 and uses the full range (JFIF 1.02,
 * "Color space"), so pictures of HD video would otherwise come out in other colours than the video.
 *
 * @param size as `scale` takes it: `1280:720`, or `w=480:h=480:force_original_aspect_ratio=decrease`.
 * @param from the matrix of the pictures; `auto` where only they say it.
 */
export const jpegFilters = (size: string, from: ReturnType<typeof sourceMatrix> | "auto"): string =>
  `scale=${size}:flags=bicubic:${intoMatrix(from, "smpte170m", "pc")},format=yuvj420p,setsar=1`;

/** The size of pictures that show what is on air, as `scale` takes it: 480 pixels on the longer side. */
export const smallPicture = "w=480:h=480:force_original_aspect_ratio=decrease";

/** The encoder every JPEG is written with; of `quality` 2 (best) to 31 (https://ffmpeg.org/ffmpeg-codecs.html, `qscale`). */
export const jpegEncoder = (quality: number): string[] => [
  ...["-c:v", "mjpeg", "-q:v", String(quality), "-pix_fmt", "yuvj420p", "-map_metadata", "-1"],
];
