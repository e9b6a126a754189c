/** Pictures people may upload, by their first bytes, and ffmpeg's name for a file of that kind. */
export const pictureKinds = { jpeg: "jpeg_pipe", png: "png_pipe", webp: "webp_pipe" } as const;
export type PictureKind = keyof typeof pictureKinds;

/** What a picture's first bytes say it is; what a name or a browser claims is not asked. */
export function pictureKind(head: Buffer): PictureKind | null {
  if (head.subarray(0, 3).equals(Buffer.from("ffd8ff", "hex"))) return "jpeg";
  if (head.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))) return "png";
  if (head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP") return "webp";
  return null;
}
