import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { longestVideoSeconds } from "../encoding/encoding-plan.ts";
import { fileUrl, hostileInputOptions } from "../probe/containers.ts";
import { askProbe } from "../probe/probe-run.ts";
import { isStillTrack, type ProbedStream } from "../probe/probed-stream.ts";
import { chooseTracks } from "../probe/track-choice.ts";
import { MediaError } from "../tools/errors.ts";
import { readProgress } from "../tools/progress.ts";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";

/** Size of the picture of a sound, in pixels. */
export const soundPicture = { width: 1280, height: 720 } as const;

/** The lowest rate the ladder has: the picture never changes. */
const framesPerSecond = 5;

/** What a sound without a picture is made into. */
export interface SoundFilmOptions {
  /** Absolute local path of a file with sound and without video. */
  source: string;
  /** Where the film is written: a Matroska file. Its folder is the one the tools may write to. */
  target: string;
  workFolder: string;
  signal: AbortSignal;
}

/** What a sound was before its film was made. */
export interface SoundFacts {
  /** ffmpeg's demuxer, first name: mp3, mov, flac, … */
  container: string;
  /** ffmpeg's name: mp3, aac, … */
  codec: string;
  /** Bits per second over the whole file. */
  bitrate: number;
  hasCover: boolean;
}

/**
 * Makes a film of a sound, so that all that plays, cuts, loops and embeds videos takes it as one: its cover, or else its waveform,
 * stands still over the whole length. The sound is copied, and encoded without loss where Matroska does not take its codec.
 *
 * @throws MediaError `corrupt_file`, `too_short`, `too_long`, `timeout`, `aborted`, `disk_full`, `tool_failed`.
 */
export async function makeSoundFilm(options: SoundFilmOptions): Promise<SoundFacts> {
  const { source, target, workFolder, signal } = options;
  const { sound, cover, ...facts } = await soundTracks(source, signal);
  const picture = join(workFolder, "sound.png");
  const hasCover = cover !== null && (await drawn(options, coverGraph(cover), picture));
  if (!hasCover && !(await drawn(options, waveformGraph(sound), picture)))
    throw new MediaError(
      "corrupt_file",
      "The sound of this file cannot be decoded; export it again as MP3 or M4A.",
      false,
    );
  const seconds = await lengthOf(options, sound);
  const { size: sizeBytes } = await stat(source);
  const args = (codec: string) => [
    ...["-hide_banner", "-nostdin", "-y", "-v", "error"],
    ...[
      "-f",
      "image2",
      "-pattern_type",
      "none",
      "-loop",
      "1",
      "-framerate",
      String(framesPerSecond),
      "-i",
      fileUrl(picture),
    ],
    ...[...hostileInputOptions, "-i", fileUrl(source), "-map", "0:v:0", "-map", `1:${sound}`, "-c:a", codec],
    // A group of pictures as the ladder has them, so that the film can be cut into segments as it is.
    ...[
      "-c:v",
      "libx264",
      "-preset",
      "veryfast",
      "-tune",
      "stillimage",
      "-crf",
      "20",
      "-pix_fmt",
      "yuv420p",
      "-bf",
      "0",
    ],
    ...["-g", String(framesPerSecond * 2), "-keyint_min", String(framesPerSecond * 2), "-sc_threshold", "0"],
    ...["-map_metadata", "-1", "-t", seconds.toFixed(3), "-f", "matroska", fileUrl(target)],
  ];
  const run = (codec: string) =>
    runTool({ binary: "ffmpeg", args: args(codec), inputs: [source, picture], workFolder, signal });
  const copied = await run("copy");
  // Matroska has no place for AMR and the like.
  if (copied.exitCode !== 0) requireSuccess(await run("flac"));
  await rm(picture, { force: true });
  return { ...facts, bitrate: Math.round((sizeBytes * 8) / seconds), hasCover };
}

/** How long the sound is, in seconds, by reading it through: what files without an index say of their length is a guess. */
async function lengthOf({ source, workFolder, signal }: SoundFilmOptions, stream: number): Promise<number> {
  let length = 0;
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-v", "error", ...hostileInputOptions, "-i", fileUrl(source)],
      ...["-map", `0:${stream}`, "-c", "copy", "-progress", "pipe:1", "-f", "null", "-"],
    ],
    inputs: [source],
    workFolder,
    signal,
    readers: new Map([[1, (output) => readProgress(output, ({ seconds }) => (length = Math.max(length, seconds)))]]),
  });
  requireSuccess(result);
  if (!(length >= 0.1))
    throw new MediaError(
      "too_short",
      "This sound is shorter than a tenth of a second; upload one that is longer.",
      false,
    );
  // Before a picture is made for all of it: times that jump make a small file last for years.
  if (length > longestVideoSeconds)
    throw new MediaError(
      "too_long",
      `This file says that it lasts ${Math.round(length / 3600).toLocaleString("en")} hours; upload one of at most ${longestVideoSeconds / 3600} hours.`,
      false,
    );
  return length;
}

/** The streams of a file by their index: its sound, and its cover where it has one. @throws MediaError `corrupt_file` */
async function soundTracks(source: string, signal: AbortSignal) {
  const answer = await askProbe(source, { signal }, ["-show_format", "-show_streams", "-of", "json"]);
  const { streams = [], format } = JSON.parse(answer) as {
    streams?: ProbedStream[];
    format?: { format_name?: string };
  };
  const container = format?.format_name?.split(",")[0] ?? "unknown";
  const { sound } = chooseTracks(streams, container);
  if (sound?.index === undefined || !sound.codec_name)
    throw new MediaError(
      "corrupt_file",
      "This file has no sound that can be decoded; export it again as MP3 or M4A.",
      false,
    );
  // Not every program marks a cover as one.
  const cover = streams.find(
    (stream) => stream.codec_type === "video" && (stream.disposition?.["attached_pic"] === 1 || isStillTrack(stream)),
  );
  return { sound: sound.index, codec: sound.codec_name, container, cover: cover?.index ?? null };
}

/** The whole cover before an enlarged and blurred one, whatever its shape. */
function coverGraph(stream: number): string {
  const { width, height } = soundPicture;
  return [
    `[0:${stream}]format=rgb24,split[behind][before]`,
    `[behind]scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height},boxblur=24:3,eq=brightness=-0.12[wide]`,
    `[before]scale=${width}:${height}:force_original_aspect_ratio=decrease[whole]`,
    "[wide][whole]overlay=(W-w)/2:(H-h)/2[picture]",
  ].join(";");
}

/** The loudness of the whole sound from left to right as bars, in the colours of a player without a picture. */
function waveformGraph(stream: number): string {
  const { width, height } = soundPicture;
  const [pitch, gap] = [10, 4];
  const bars = (width - 16 * pitch) / pitch;
  // In planes: drawgrid of ffmpeg 5 crashes where it replaces pixels of packed RGBA.
  return [
    `color=c=0x11151c:s=${width}x${height}[ground]`,
    `[0:${stream}]aformat=channel_layouts=mono,showwavespic=s=${bars}x${height / 2}:colors=0x7aa2ff:scale=sqrt,scale=${bars * pitch}:${height / 2}:flags=neighbor,format=yuva444p,drawgrid=w=${pitch}:h=${height}:t=${gap}:c=black@0:replace=1[wave]`,
    `[ground][wave]overlay=${8 * pitch}:${height / 4}:shortest=1[picture]`,
  ].join(";");
}

/** Whether a graph made one picture: covers may be damaged, and then the waveform takes their place. */
async function drawn(
  { source, workFolder, signal }: SoundFilmOptions,
  graph: string,
  picture: string,
): Promise<boolean> {
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-y", "-v", "error", ...hostileInputOptions, "-i", fileUrl(source)],
      ...[
        "-filter_complex",
        graph,
        "-map",
        "[picture]",
        "-frames:v",
        "1",
        "-f",
        "image2",
        "-update",
        "1",
        fileUrl(picture),
      ],
    ],
    inputs: [source],
    workFolder,
    signal,
  });
  return result.exitCode === 0;
}
