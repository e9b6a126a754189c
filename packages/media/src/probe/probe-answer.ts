import { MediaError } from "../tools/errors.ts";
import { maxSourcePixels, maxSourceSidePixels } from "./containers.ts";
import type { AudioFacts, Rational, SourceFacts, VideoFacts } from "./facts.ts";
import { languageTag } from "./language-tag.ts";
import { readMastering } from "./mastering.ts";
import { pictureCodecs, rational, seconds, trackSeconds, whole, type ProbedStream } from "./probed-stream.ts";
import { sourceChapters, textTracks, type ProbedChapter } from "./source-texts.ts";
import { chooseTracks } from "./track-choice.ts";

interface ProbedFile {
  streams?: ProbedStream[];
  chapters?: ProbedChapter[];
  format?: { format_name?: string; duration?: string; start_time?: string; bit_rate?: string };
}

const soundAloneMessage = "This file has sound but no video track; upload a video file.";

/** Turns ffprobe's JSON into facts. A duration of 0 means the container does not say. @throws MediaError as `probe`. */
export function readFacts(json: string, sizeBytes: number): SourceFacts {
  const file = JSON.parse(json) as ProbedFile;
  const streams = file.streams ?? [];
  const container = file.format?.format_name?.split(",")[0] ?? "unknown";
  const { picture: chosen, sound, right, others, leftOut } = chooseTracks(streams, container);
  if (!chosen) {
    if (!streams.some((stream) => stream.codec_type === "audio"))
      throw new MediaError(
        "corrupt_file",
        "This file has neither picture nor sound; export it again as MP4 (H.264) and upload that.",
        false,
      );
    throw new MediaError("no_video_track", soundAloneMessage, false);
  }
  const containerSeconds = seconds(file.format?.duration);
  const video = videoFacts(chosen, containerSeconds);
  const audio = sound ? audioFacts(sound, right, containerSeconds) : null;
  const otherSounds = others.map((stream) => audioFacts(stream, undefined, containerSeconds));
  const durationSeconds = Math.max(containerSeconds, video.durationSeconds);
  refuseStills(container, video, chosen, { durationSeconds, audio });
  const startTimeSeconds = seconds(file.format?.start_time);
  const texts = textTracks(streams);
  const chapters = sourceChapters(file.chapters ?? [], startTimeSeconds);
  return {
    container,
    durationSeconds,
    sizeBytes,
    bitrate: whole(file.format?.bit_rate) ?? (durationSeconds > 0 ? Math.round((sizeBytes * 8) / durationSeconds) : 0),
    startTimeSeconds,
    video,
    audio,
    ...(otherSounds.length > 0 ? { otherSounds } : {}),
    ...(leftOut.length > 0 ? { leftOut } : {}),
    ...(texts.length > 0 ? { texts } : {}),
    ...(chapters.length > 0 ? { chapters } : {}),
  };
}

/** A single picture is no video without a sound; with one it is its cover, or stands while it plays. */
function refuseStills(
  container: string,
  video: VideoFacts,
  stream: ProbedStream,
  { durationSeconds, audio }: Pick<SourceFacts, "durationSeconds" | "audio">,
): void {
  const single = video.frames === 1 || (container === "gif" && stream.nb_frames === "1");
  const isCover = single && (container === "gif" || pictureCodecs.has(video.codec));
  if (isCover && audio) throw new MediaError("no_video_track", soundAloneMessage, false);
  if (isCover) {
    throw new MediaError("not_a_video", "This file is a picture, not a video; upload a video file such as MP4.", false);
  }
  if ((single && !audio) || (durationSeconds > 0 && durationSeconds < 0.1)) {
    throw new MediaError(
      "too_short",
      "This video is shorter than a tenth of a second; upload one that is longer.",
      false,
    );
  }
}

/** What a video cannot do without. @throws MediaError when it is missing, or the picture is larger than any that is decoded here. */
function requireDecodable(stream: ProbedStream): { codec: string; codedWidth: number; codedHeight: number } {
  const codedWidth = stream.width ?? 0;
  const codedHeight = stream.height ?? 0;
  if (!stream.codec_name || stream.codec_name === "unknown" || stream.codec_name === "none") {
    throw new MediaError(
      "unsupported_codec",
      "This video uses a codec that cannot be read here; export it as MP4 (H.264) and upload that.",
      false,
    );
  }
  if (codedWidth <= 0 || codedHeight <= 0) {
    throw new MediaError(
      "corrupt_file",
      "This file says nothing of its picture; export it again as MP4 (H.264) and upload that.",
      false,
    );
  }
  if (Math.max(codedWidth, codedHeight) > maxSourceSidePixels || codedWidth * codedHeight > maxSourcePixels) {
    throw new MediaError(
      "too_large",
      `This video is ${codedWidth}×${codedHeight}; export it with at most 7680×4320 pixels and upload that.`,
      false,
    );
  }
  return { codec: stream.codec_name, codedWidth, codedHeight };
}

function videoFacts(stream: ProbedStream, containerSeconds: number): VideoFacts {
  const { codec, codedWidth, codedHeight } = requireDecodable(stream);
  const rotation = readRotation(stream);
  const aspect = pixelShape(stream);
  const squeezed = displayedSize(codedWidth, codedHeight, aspect);
  const [width, height] = rotation % 180 === 0 ? squeezed : [squeezed[1], squeezed[0]];
  const average = rational(stream.avg_frame_rate, "/");
  const base = rational(stream.r_frame_rate, "/");
  const fps = average ?? base ?? { numerator: 30, denominator: 1 };
  const progressive = stream.field_order === undefined || ["progressive", "unknown"].includes(stream.field_order);
  const frames = whole(stream.nb_frames);
  const said = (value: string | undefined) => (value && value !== "unknown" ? value : null);
  const transfer = said(stream.color_transfer);
  const pixelFormat = stream.pix_fmt ?? "unknown";
  const mastering = transfer === "smpte2084" ? readMastering(stream.side_data_list) : null;
  return {
    codec,
    profile: stream.profile ?? null,
    level: stream.level !== undefined && stream.level > 0 ? stream.level : null,
    width,
    height,
    codedWidth,
    codedHeight,
    rotation,
    ...(isMirrored(stream) ? { mirrored: true } : {}),
    squarePixels: aspect.numerator === aspect.denominator,
    pixelFormat,
    bitDepth: bitDepth(stream, pixelFormat),
    progressive,
    fps,
    ...evenness(average, base, progressive),
    colorTransfer: transfer,
    colorSpace: said(stream.color_space),
    colorPrimaries: said(stream.color_primaries),
    hdr: transfer === "smpte2084" || transfer === "arib-std-b67",
    ...(mastering ? { mastering } : {}),
    startTimeSeconds: seconds(stream.start_time),
    durationSeconds: trackSeconds(stream) || containerSeconds,
    frames,
    reorderFrames: stream.has_b_frames ?? 0,
    bitrate: whole(stream.bit_rate),
    streamIndex: stream.index ?? 0,
  };
}

/** The facts of a track of sound; `right` is the other side of a mono track. */
export function audioFacts(
  stream: ProbedStream,
  right: ProbedStream | undefined,
  containerSeconds: number,
): AudioFacts {
  return {
    codec: stream.codec_name ?? "unknown",
    profile: stream.profile ?? null,
    channels: stream.channels ?? 0,
    sampleRate: whole(stream.sample_rate) ?? 0,
    language: languageTag(stream.tags?.language),
    startTimeSeconds: seconds(stream.start_time),
    durationSeconds: trackSeconds(stream) || containerSeconds,
    bitrate: whole(stream.bit_rate),
    streamIndex: stream.index ?? 0,
    ...(stream.tags?.title ? { title: stream.tags.title } : {}),
    ...(stream.disposition?.visual_impaired === 1 ? { describesPictures: true } : {}),
    ...(right ? { rightStreamIndex: right.index ?? 0 } : {}),
  };
}

/** Formats such as yuv420p10le and p010le carry their depth in their name. */
function bitDepth(stream: ProbedStream, pixelFormat: string): number {
  const named = /p0?(9|10|12|14|16)(?:le|be)$/.exec(pixelFormat)?.[1];
  return named ? Number(named) : whole(stream.bits_per_raw_sample) || 8;
}

/** ffprobe gives the display matrix counter-clockwise; players turn clockwise. Odd angles are rounded to a quarter turn. */
function readRotation(stream: ProbedStream): 0 | 90 | 180 | 270 {
  const matrix = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation;
  const clockwise = matrix === undefined ? Number(stream.tags?.rotate ?? 0) : -matrix;
  const quarter = ((Math.round((Number.isFinite(clockwise) ? clockwise : 0) / 90) % 4) + 4) % 4;
  return ([0, 90, 180, 270] as const)[quarter as 0 | 1 | 2 | 3];
}

/** Whether the display matrix flips the picture, which its angle does not say. ffprobe prints it in three lines of three numbers. */
function isMirrored(stream: ProbedStream): boolean {
  const text = stream.side_data_list?.find((data) => data.displaymatrix !== undefined)?.displaymatrix ?? "";
  const [[a = 0, b = 0] = [], [c = 0, d = 0] = []] = text
    .trim()
    .split("\n")
    .map((line) =>
      line
        .replace(/^\s*[0-9a-f]+:/i, "")
        .trim()
        .split(/\s+/)
        .map(Number),
    );
  return a * d - b * c < 0;
}

/** Pixels within a hundredth of square are square: programs round sizes and then say so with odd fractions. */
function pixelShape(stream: ProbedStream): Rational {
  const square = { numerator: 1, denominator: 1 };
  const aspect = rational(stream.sample_aspect_ratio, ":") ?? square;
  return Math.abs(aspect.numerator / aspect.denominator - 1) < 0.01 ? square : aspect;
}

/** Wide pixels make the picture wider, tall ones make it taller; nothing is thrown away. Absurd shapes are ignored. */
function displayedSize(width: number, height: number, aspect: Rational): [number, number] {
  const ratio = aspect.numerator / aspect.denominator;
  if (!(ratio > 0.1 && ratio < 10)) return [width, height];
  return ratio >= 1 ? [Math.round(width * ratio), height] : [width, Math.round(height / ratio)];
}

/**
 * Two rates that differ say that frames do not come evenly. A base rate of twice the average is the rate of fields where there
 * are fields; else only the pictures' distances can tell.
 */
function evenness(
  average: Rational | null,
  base: Rational | null,
  progressive: boolean,
): Pick<VideoFacts, "variableFrameRate" | "baseIsDouble"> {
  if (!average || !base) return { variableFrameRate: false };
  const ratio = base.numerator / base.denominator / (average.numerator / average.denominator);
  if (Math.abs(ratio - 2) <= 0.005)
    return progressive ? { variableFrameRate: true, baseIsDouble: true } : { variableFrameRate: false };
  return { variableFrameRate: Math.abs(ratio - 1) > 0.005 };
}
