import type { SourceFacts } from "./facts.ts";

/**
 * The demuxers ffmpeg may use on a file of a user. Real containers only: playlists and manifests (hls, dash, concat, …)
 * open other files and other people's segments (https://ffmpeg.org/ffmpeg-formats.html, `format_whitelist`).
 */
const demuxers = [
  "mov",
  "mp4",
  "m4a",
  "3gp",
  "3g2",
  "mj2",
  "matroska",
  "webm",
  "avi",
  "mpegts",
  "mpeg",
  "mpegvideo",
  "flv",
  "live_flv",
  "asf",
  "ogg",
  "mxf",
  "gif",
  "apng",
  "dv",
  "rm",
  "h264",
  "hevc",
  "wav",
  "mp3",
  "aac",
  "flac",
  "aiff",
  "caf",
];

/** Largest side of a source, in pixels. */
export const maxSourceSidePixels = 8192;

/** Most pixels of one frame of a source: 8192×4608 and a little. */
export const maxSourcePixels = 40_000_000;

/** What must stand before `-i` for a file a user gave, in ffprobe and ffmpeg alike. */
export const hostileInputOptions: readonly string[] = [
  "-protocol_whitelist",
  "file,pipe",
  "-format_whitelist",
  demuxers.join(","),
  // The bitstream may claim another size than the container.
  "-max_pixels",
  String(maxSourcePixels),
];

/** Containers with an index, where a seek lands on the key frame at or before the moment asked for. */
export function seeksExactly(container: string): boolean {
  return ["mov", "matroska", "avi"].includes(container);
}

/**
 * An output that keeps a second track in use without writing anything. In broadcast containers ffmpeg counts time from the
 * earliest track in use, so a run that used the picture alone and one that used the sound alone would not agree; where the
 * clock of the file jumps, they agree only if both read both to the end.
 */
export function sharedZero(
  { container, clockJumps }: Pick<SourceFacts, "container" | "clockJumps">,
  otherStreamIndex: number | undefined,
): string[] {
  if (seeksExactly(container) || otherStreamIndex === undefined) return [];
  const until = clockJumps ? [] : ["-t", "0.1"];
  return ["-map", `0:${otherStreamIndex}`, "-c", "copy", ...until, "-f", "null", "-"];
}

/** A local path as an ffmpeg URL, so that no character in it is taken for a protocol or an option. */
export function fileUrl(path: string): string {
  return `file:${path}`;
}
