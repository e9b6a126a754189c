import type { PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import { intoMatrix, planColours, sourceMatrix, tagFilter, tagOptions } from "../encoding/colours.ts";
import { framesOfFields } from "../encoding/fields.ts";
import { toneMapped } from "../encoding/tone-mapping.ts";
import { jpegEncoder, jpegFilters, smallPicture } from "../pictures/jpeg.ts";
import { pictureTimescale } from "./decode-clock.ts";
import type { LiveEncodePlan } from "./live-encode-plan.ts";

/** Rungs are written to this descriptor and those after it. */
export const firstRungPipe = 3;

/** Codecs that FLV readers older than ffmpeg 6.1 do not know. */
const inMatroska: ReadonlySet<string> = new Set(["hevc", "av1", "vp9"]);

/** A still as an input, and the filters that make one frame of it. */
export interface EncodedStill {
  input: readonly string[];
  filters: readonly string[];
  /** In pixels. */
  width: number;
  height: number;
}

/**
 * The command line of a live encode: FLV (or Matroska) in on standard input, fMP4 of each rung out on a pipe, progress on output 1
 * (https://ffmpeg.org/ffmpeg-formats.html, "mov, mp4, ismv").
 *
 * @param thumbnailSeconds between pictures on the last pipe; 0 for none.
 * @param known the filters this ffmpeg has.
 * @param still the picture of sound alone.
 */
export function encoderArguments(
  plan: LiveEncodePlan,
  thumbnailSeconds: number,
  known: ReadonlySet<string>,
  still: EncodedStill | null = null,
): string[] {
  const { audioCodec, picture: facts } = plan.input;
  const tags = facts ? tagOptions(planColours({ video: facts })) : [];
  // The live demuxer accepts timestamps that jump; untrusted input is read with the expected demuxer only.
  const demuxer = inMatroska.has(plan.input.videoCodec ?? "") ? "matroska" : "live_flv";
  const picture = thumbnailSeconds > 0 ? thumbnailArguments(plan, thumbnailSeconds) : [];
  return [
    ...["-hide_banner", "-nostdin", "-v", "error", "-nostats", "-progress", "pipe:1"],
    // A pass-through decodes for thumbnails only, for which key frames are enough.
    ...(plan.passThrough ? ["-skip_frame", "nokey"] : []),
    ...["-protocol_whitelist", "pipe", "-format_whitelist", demuxer, "-f", demuxer],
    ...["-analyzeduration", "2000000", "-probesize", "2000000", "-fpsprobesize", "0", "-i", "pipe:0"],
    ...(audioCodec === null ? ["-f", "lavfi", "-i", "anullsrc=sample_rate=48000:channel_layout=stereo"] : []),
    ...(still?.input ?? []),
    ...filters(plan, known, still),
    ...plan.rungs.flatMap((rung, position) => [
      ...["-map", plan.passThrough ? "0:v:0" : `[v${position}]`],
      ...["-map", audioMap(plan, position)],
      ...(plan.passThrough ? ["-c:v", "copy"] : [...pictureOptions(plan, rung), ...tags]),
      ...["-c:a", "aac", "-b:a", `${plan.audioKbps}k`, "-ac", "2", "-ar", "48000"],
      ...(audioCodec === null ? ["-shortest"] : []),
      ...fragmentArguments(plan, firstRungPipe + position),
    ]),
    ...picture,
  ];
}

/** The muxer's options of one rung: fragments at key frames and as long as a part. */
export function fragmentArguments(
  plan: Pick<LiveEncodePlan, "fps" | "partTargetSeconds" | "passThrough">,
  pipe: number,
): string[] {
  return [
    ...["-map_metadata", "-1", "-sn", "-dn"],
    ...["-movflags", "+frag_keyframe+empty_moov+default_base_moof"],
    ...["-frag_duration", String(fragmentMicroseconds(plan)), "-video_track_timescale", String(pictureTimescale)],
    // Audio that stops must not delay the video.
    ...["-max_interleave_delta", "1000000", "-flush_packets", "1", "-f", "mp4", `pipe:${pipe}`],
  ];
}

/**
 * Fragment duration: a fragment is written with the first frame after it, so it is slightly less than the frames of a part.
 * Passed-through media has uneven timestamps and gets room for one more frame.
 */
function fragmentMicroseconds({
  fps,
  partTargetSeconds,
  passThrough,
}: Pick<LiveEncodePlan, "fps" | "partTargetSeconds" | "passThrough">): number {
  const spare = passThrough && partTargetSeconds >= 0.4 ? 1 : 0;
  const frames = Math.max(1, Math.floor(partTargetSeconds * fps + 0.05) - spare);
  return Math.round((frames / fps - Math.min(0.003, 0.2 / fps)) * 1_000_000);
}

function audioMap({ input, passThrough, rungs }: LiveEncodePlan, position: number): string {
  if (input.audioCodec === null) return "1:a:0";
  return passThrough && rungs.length === 1 ? "[a0]" : `[a${position}]`;
}

/** Decodes once and splits for the rungs; gaps in audio become silence, gaps in video repeat the last frame. */
function filters(plan: LiveEncodePlan, known: ReadonlySet<string>, still: EncodedStill | null): string[] {
  const { input } = plan;
  const chains = plan.passThrough ? [] : pictureChains(plan, known, still);
  if (input.audioCodec !== null) {
    const outputs = plan.rungs.map((_, at) => `[a${at}]`);
    if (still) outputs.push("[paced]");
    chains.push(`[0:a:0]aresample=48000:async=1:first_pts=0,asplit=${outputs.length}${outputs.join("")}`);
    if (still) chains.push(...pacedStill(still, plan.fps));
  }
  return chains.length > 0 ? ["-filter_complex", chains.join(";")] : [];
}

/**
 * A still above a drawing of the sound: a picture that comes as the sound does and ends with it, where a repeated one would run ahead.
 */
const pacedStill = ({ filters: still, width, height }: EncodedStill, fps: number): string[] => [
  `[paced]showwaves=size=${width}x${height}:rate=${fps}[moving]`,
  `[1:v:0]${still.join(",")}[still]`,
  "[moving][still]overlay=format=yuv420[picture]",
];

/** From the publisher's picture to one output `[v0]`, `[v1]`, … per rung; fields, colours and shape as in renditions of uploads. */
function pictureChains(plan: LiveEncodePlan, known: ReadonlySet<string>, still: EncodedStill | null): string[] {
  const { rungs, fps, input } = plan;
  const facts = input.picture ? { video: input.picture } : null;
  const mapped = facts ? toneMapped(facts, known) : [];
  const largest = rungs.at(-1);
  const chain = [
    ...(facts ? framesOfFields(facts.video, "field") : []),
    `fps=fps=${fps}`,
    ...(mapped.length > 0 && largest ? [`scale=${largest.width}:${largest.height}:flags=bicubic`, ...mapped] : []),
  ];
  const colours = facts && planColours(facts);
  const matrix =
    facts && colours ? `:${intoMatrix(mapped.length > 0 ? "bt709" : sourceMatrix(facts), colours.matrix, "tv")}` : "";
  const tagged = colours && known.has("setparams") ? `,${tagFilter(colours)}` : "";
  return [
    `${still ? "[picture]" : "[0:v:0]"}${chain.join(",")},split=${rungs.length}${rungs.map((_, at) => `[s${at}]`).join("")}`,
    ...rungs.map(
      ({ width, height }, at) =>
        `[s${at}]scale=${width}:${height}:flags=bicubic${matrix},format=yuv420p,setsar=1${tagged}[v${at}]`,
    ),
  ];
}

/** x264 options with key frames at the same times on every rung and low delay. */
export function pictureOptions(
  { fps, segmentSeconds, partTargetSeconds }: Pick<LiveEncodePlan, "fps" | "segmentSeconds" | "partTargetSeconds">,
  { crf, maxBitrateKbps, bufferKbits }: PlannedRendition,
): string[] {
  return [
    ...["-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-bf", "0"],
    ...(partTargetSeconds <= 0.3 ? ["-tune", "zerolatency"] : []),
    // Some players keep the first initialisation segment across seams, so each key frame has its parameter sets.
    ...["-x264-params", `repeat-headers=1${partTargetSeconds <= 0.3 ? "" : ":rc-lookahead=8:sync-lookahead=0"}`],
    ...["-crf", String(crf), "-maxrate", `${maxBitrateKbps}k`, "-bufsize", `${bufferKbits}k`],
    ...["-sc_threshold", "0", "-g", String(Math.ceil(fps * 60))],
    // Millisecond timestamps can place a frame slightly early.
    ...["-force_key_frames", `expr:gte(t+${(0.3 / fps).toFixed(4)},n_forced*${segmentSeconds})`],
  ];
}

function thumbnailArguments({ rungs }: LiveEncodePlan, everySeconds: number): string[] {
  const picked = `select='isnan(prev_selected_t)+gte(t-prev_selected_t\\,${everySeconds})'`;
  return [
    ...["-map", "0:v:0", "-an", "-vf", `${picked},${jpegFilters(smallPicture, "auto")}`],
    // By default the image muxer repeats pictures to a constant rate.
    ...["-vsync", "vfr", ...jpegEncoder(5)],
    ...["-flush_packets", "1", "-f", "image2pipe", `pipe:${firstRungPipe + rungs.length}`],
  ];
}
