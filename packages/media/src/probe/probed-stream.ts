import type { Rational } from "./facts.ts";
import type { ProbedSideData } from "./mastering.ts";

/** A stream as `ffprobe -show_streams -of json` prints it (https://ffmpeg.org/ffprobe.html); every field may be missing. */
export interface ProbedStream {
  index?: number;
  codec_type?: string;
  codec_name?: string;
  /** What the container calls the codec, also one that ffprobe does not know. */
  codec_tag_string?: string;
  profile?: string;
  level?: number;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  pix_fmt?: string;
  bits_per_raw_sample?: string;
  field_order?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  color_transfer?: string;
  color_space?: string;
  color_primaries?: string;
  start_time?: string;
  duration?: string;
  nb_frames?: string;
  has_b_frames?: number;
  bit_rate?: string;
  channels?: number;
  channel_layout?: string;
  sample_rate?: string;
  disposition?: Record<string, number>;
  side_data_list?: (ProbedSideData & { rotation?: number; displaymatrix?: string })[];
  tags?: Record<string, string>;
}

/** Codecs of still pictures, which are a video only when there are several. */
export const pictureCodecs: ReadonlySet<string> = new Set(["png", "mjpeg", "bmp", "tiff", "webp", "jpeg2000"]);

/**
 * Whether a track is a cover or a camera's thumbnail that is not marked as one: of a codec of pictures, with one picture or at
 * most one a second. Matroska does not count pictures.
 */
export function isStillTrack(stream: ProbedStream): boolean {
  if (stream.disposition?.["still_image"] === 1 || stream.disposition?.["timed_thumbnails"] === 1) return true;
  if (!pictureCodecs.has(stream.codec_name ?? "")) return false;
  const rate = rational(stream.avg_frame_rate, "/") ?? rational(stream.r_frame_rate, "/");
  return whole(stream.nb_frames) === 1 || rate === null || rate.numerator <= rate.denominator;
}

/** How long a track lasts, in seconds; 0 when the file does not say. */
export const trackSeconds = (stream: ProbedStream): number => seconds(stream.duration) || seconds(tagDuration(stream));

export function rational(text: string | undefined, separator: string): Rational | null {
  const [numerator = Number.NaN, denominator = Number.NaN] = (text ?? "").split(separator).map(Number);
  return numerator > 0 && denominator > 0 ? { numerator, denominator } : null;
}

export function seconds(text: string | undefined): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : 0;
}

export function whole(text: string | undefined): number | null {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) ? Math.round(value) : null;
}

/** Matroska writes `DURATION=00:01:02.500000000` as a tag. */
function tagDuration(stream: ProbedStream): string | undefined {
  const match = /^(\d+):(\d+):(\d+(?:\.\d+)?)$/.exec(stream.tags?.DURATION ?? "");
  return match ? String(Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3])) : undefined;
}
