import { DEFAULT_EFFORT, type EncoderEffort } from "@kinora/domain/transcoding/encoder-effort.ts";
import type { PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import { FURTHER_CODECS, type FurtherCodec, type PictureCodec } from "@kinora/domain/transcoding/picture-codecs.ts";
import { toNumber, usesBidirectionalFrames } from "../packaging/grid.ts";
import type { SourceFacts } from "../probe/facts.ts";
import { mediaEncoders, takesPixelFormat } from "../tools/capabilities.ts";
import { MediaError } from "../tools/errors.ts";
import { hdrTags, tagOptions } from "./colours.ts";
import type { EncodingPlan } from "./encoding-plan.ts";
import { svtAv1Mastering, x265Mastering } from "./mastering.ts";

/** The encoder of each codec, by ffmpeg's names. */
export const encoderNames: Readonly<Record<PictureCodec, string>> = {
  h264: "libx264",
  hevc: "libx265",
  av1: "libsvtav1",
};

/** The codecs besides H.264 that this machine encodes; none where there is no ffmpeg. */
export async function furtherEncoders(): Promise<FurtherCodec[]> {
  try {
    const encoders = await mediaEncoders();
    return FURTHER_CODECS.filter((codec) => encoders.has(encoderNames[codec]));
  } catch (error) {
    if (error instanceof MediaError && error.code === "tool_missing") return [];
    throw error;
  }
}

/** Those of `furtherEncoders` that encode pictures of 10 bits, which HDR needs. */
export async function hdrEncoders(): Promise<FurtherCodec[]> {
  const codecs = await furtherEncoders();
  const deep = await Promise.all(codecs.map((codec) => takesPixelFormat(encoderNames[codec], "yuv420p10le")));
  return codecs.filter((_, index) => deep[index]);
}

/** How one rendition is encoded: a plan, the frame of it that the encoder begins with, and what is chosen for one run. */
interface EncoderRun {
  plan: EncodingPlan;
  /** Of the source. */
  facts: Pick<SourceFacts, "video">;
  rendition: PlannedRendition;
  firstFrame: number;
  /** That of the plan's effort unless said. */
  preset?: string | undefined;
  /** The encoder's choice unless said. */
  threads?: number | undefined;
}

/** Encoder options with a fixed, closed group of pictures, so that every rendition can be cut at the same frames. */
export function encoderOptions(run: EncoderRun): string[] {
  const { plan, rendition } = run;
  const tags = rendition.hdr ? hdrTags[rendition.hdr] : plan.colours;
  return [
    ...["-c:v", encoderNames[rendition.codec ?? "h264"], "-pix_fmt", rendition.hdr ? "yuv420p10le" : "yuv420p"],
    ...["-g", String(plan.grid.framesPerGroup), "-crf", String(rendition.crf)],
    ...["-maxrate", `${rendition.maxBitrateKbps}k`, "-bufsize", `${rendition.bufferKbits}k`],
    ...ofCodec[rendition.codec ?? "h264"](run),
    ...(tags ? tagOptions(tags) : []),
  ];
}

const ofCodec: Readonly<Record<PictureCodec, (run: EncoderRun) => string[]>> = { h264: x264, hevc: x265, av1: svtAv1 };

/** The presets of x264 (https://trac.ffmpeg.org/wiki/Encode/H.264#Preset) by effort. */
const x264Efforts: Record<EncoderEffort, readonly string[]> = {
  fast: ["-preset", "veryfast"],
  balanced: ["-preset", "medium"],
  // Level 4.0, where decoders of old phones and televisions end, holds four frames of 1920×1080 (H.264 table A-1); the preset has five.
  best: ["-preset", "slow", "-refs", "4"],
};

function x264({ plan, firstFrame, preset, threads }: EncoderRun): string[] {
  const { grid } = plan;
  return [
    ...(preset === undefined ? x264Efforts[plan.effort ?? DEFAULT_EFFORT] : ["-preset", preset]),
    ...["-profile:v", "high", "-keyint_min", String(grid.framesPerGroup), "-sc_threshold", "0"],
    ...["-bf", usesBidirectionalFrames(grid.fps) ? "3" : "0"],
    ...keyFrames(plan, firstFrame),
    ...(threads === undefined ? [] : ["-threads", String(threads)]),
  ];
}

/** Key frames where segments begin, from a frame on, unless all are whole groups; after each the encoder starts a new group. */
function keyFrames({ grid, segmentStarts = [] }: EncodingPlan, firstFrame: number): string[] {
  const frames = segmentStarts.filter((frame) => frame >= firstFrame);
  // A chunk counts its time from zero.
  const times = frames.map((frame) => ((frame - firstFrame) / toNumber(grid.fps)).toFixed(6));
  return times.length === 0 ? [] : ["-force_key_frames", times.join(",")];
}

/** The presets of x265 (https://x265.readthedocs.io/en/stable/presets.html) by effort. */
const x265Presets: Record<EncoderEffort, string> = { fast: "superfast", balanced: "fast", best: "medium" };

function x265({ plan, rendition, facts, preset, threads }: EncoderRun): string[] {
  const { grid } = plan;
  const parameters = [
    `min-keyint=${grid.framesPerGroup}`,
    "scenecut=0",
    "open-gop=0",
    `bframes=${usesBidirectionalFrames(grid.fps) ? 3 : 0}`,
    // Else every init segment names the threads of its run.
    "info=0",
    "log-level=error",
    ...(rendition.hdr === "PQ" ? x265Mastering(facts.video.mastering) : []),
    ...(threads === undefined ? [] : [`pools=${threads}`]),
  ];
  return [
    ...["-preset", preset ?? x265Presets[plan.effort ?? DEFAULT_EFFORT]],
    // Apple's players take no `hev1` (HLS Authoring Specification §1.10).
    ...["-profile:v", rendition.hdr ? "main10" : "main", "-tag:v", "hvc1", "-x265-params", parameters.join(":")],
  ];
}

/** The presets of SVT-AV1 (its Docs/CommonQuestions.md, "What Presets Do") by effort. */
const svtAv1Presets: Record<EncoderEffort, string> = { fast: "10", balanced: "8", best: "6" };

function svtAv1({ plan, rendition, facts, preset, threads }: EncoderRun): string[] {
  const parameters = [
    // It begins a group nowhere but after `-g` frames, which `scd` keeps it to.
    "scd=0",
    ...(rendition.hdr ? ["enable-hdr=1"] : []),
    ...(rendition.hdr === "PQ" ? svtAv1Mastering(facts.video.mastering) : []),
    ...(threads === undefined ? [] : [`lp=${threads}`]),
  ];
  return [
    ...["-preset", preset ?? svtAv1Presets[plan.effort ?? DEFAULT_EFFORT]],
    ...["-svtav1-params", parameters.join(":")],
  ];
}
