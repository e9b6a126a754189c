import { open } from "node:fs/promises";
import { pictureKind } from "../pictures/picture-kinds.ts";
import { fileUrl } from "../probe/containers.ts";
import { MediaError } from "../tools/errors.ts";

/** A picture that stands still, or a dark background. */
export interface Still {
  /** In pixels. */
  width: number;
  height: number;
  fps: number;
  /** Local path of a JPEG, PNG or WebP picture, which fills the frame. */
  picture: string | null;
}

/** ffmpeg's input of a still. @throws MediaError `not_a_video` for a picture of another kind */
export async function stillInput({ width, height, fps, picture }: Still): Promise<string[]> {
  if (picture === null) return ["-f", "lavfi", "-i", `color=c=0x15171c:size=${width}x${height}:rate=${fps}`];
  return [...(await pictureInput(picture)), "-i", fileUrl(picture)];
}

/** The filters that fill the frame with a still. */
export const stillFrame = ({ width, height, picture }: Still): string[] =>
  picture === null
    ? []
    : [`scale=${width}:${height}:force_original_aspect_ratio=increase`, `crop=${width}:${height}`, "setsar=1"];

/** Opens a picture only with the decoder its first bytes identify. */
async function pictureInput(path: string): Promise<string[]> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    const kind = pictureKind(buffer.subarray(0, bytesRead));
    if (!kind) throw new MediaError("not_a_video", "A slate needs a JPEG, PNG or WebP picture.", false);
    const demuxer = `${kind}_pipe`;
    return ["-protocol_whitelist", "file", "-format_whitelist", demuxer, "-f", demuxer];
  } finally {
    await file.close();
  }
}
