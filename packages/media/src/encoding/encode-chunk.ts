import { toNumber } from "../packaging/grid.ts";
import { packageTrack, requireKeyframe } from "../packaging/packager.ts";
import type { PackagedTrack, PackagerOptions } from "../packaging/packager.ts";
import type { EncodeProgress, SegmentSink } from "../packaging/segment.ts";
import { fileUrl, hostileInputOptions, seeksExactly, sharedZero } from "../probe/containers.ts";
import type { SourceFacts } from "../probe/facts.ts";
import { mediaFilters } from "../tools/capabilities.ts";
import { MediaError } from "../tools/errors.ts";
import { readProgress } from "../tools/progress.ts";
import { runTool, type ToolReader, type ToolResult } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { decodedFrom, firstFrameOf, type EncodingPlan } from "./encoding-plan.ts";
import { encoderOptions } from "./picture-encoders.ts";
import { videoFilterGraph } from "./video-filters.ts";
import { watermarkInput } from "./watermark.ts";

/** One chunk of one video to encode into all renditions at once. Calls to the sink are in order within a rendition, at the same time across them. */
export interface EncodeChunkOptions extends SegmentSink {
  /** Absolute local path. */
  source: string;
  facts: SourceFacts;
  plan: EncodingPlan;
  /** Absolute local path of the picture of the plan's watermark; to be given whenever the plan has one. */
  watermarkPath?: string | null;
  /** 0 ≤ chunkIndex < plan.chunkCount. */
  chunkIndex: number;
  /** First segment still missing within the chunk, 0–6; lets a killed chunk go on where it stopped. */
  fromSegment?: number;
  /** Stop after this many segments; the rest of the chunk unless said. */
  segmentCount?: number;
  /** Init segments already stored, by rendition label: a run whose init differs is refused instead of published. */
  expectedInits?: ReadonlyMap<string, Buffer>;
  /** Folder only this run uses; must exist. */
  workFolder: string;
  signal: AbortSignal;
  onProgress?: (progress: EncodeProgress) => void;
  /** Preset of the encoder; that of the plan's effort unless said. */
  preset?: string;
  /** Threads of each encoder; ffmpeg's choice unless said. */
  threads?: number;
}

/** How a chunk ended. */
export interface EncodeChunkResult {
  /** Frames written to each rendition in this run. */
  frames: number;
  /** Segments written to each rendition in this run. */
  segments: number;
  /** True when the source ended inside (or before) this chunk: no later chunk has anything to show. */
  endOfSource: boolean;
}

/** Where containers have no index a seek lands anywhere: decoding begins this much earlier, to be sure of a key frame. */
const blindSeekSeconds = 12;

/**
 * Encodes one chunk of a video into every rendition in one process and hands over each segment as soon as it is whole.
 * Chunks may run in any order and on any machine; together they form one gapless stream.
 *
 * @throws MediaError `corrupt_file`, `timeout`, `aborted`, `disk_full`, `out_of_resources`, `tool_failed`, `packaging_mismatch`.
 */
export async function encodeChunk(options: EncodeChunkOptions): Promise<EncodeChunkResult> {
  const { plan, chunkIndex } = options;
  const { grid } = plan;
  const isLast = chunkIndex === plan.chunkCount - 1;
  const segmentsPerChunk = grid.framesPerChunk / grid.framesPerSegment;
  const firstSegment = chunkIndex * segmentsPerChunk + (options.fromSegment ?? 0);
  const firstFrame = firstFrameOf(plan, firstSegment);
  // The last chunk runs to the real end of the source, which nobody knows exactly before.
  const nextSegment = isLast ? Infinity : (chunkIndex + 1) * segmentsPerChunk;
  const endSegment = Math.min(nextSegment, firstSegment + (options.segmentCount ?? Infinity));
  const frameCount = Number.isFinite(endSegment) ? firstFrameOf(plan, endSegment) - firstFrame : null;

  const packaged: PackagedTrack[] = [];
  const readers = new Map<number, ToolReader>();
  readers.set(1, (stream) => readProgress(stream, (progress) => options.onProgress?.(progress)));
  for (const [position, rendition] of plan.renditions.entries()) {
    readers.set(3 + position, async (stream, endedWell) => {
      const track: PackagerOptions = {
        rendition: rendition.label,
        firstSegment,
        startTicks: () => firstFrame * grid.ticksPerFrame,
        delayTicks: () => grid.delayFrames * grid.ticksPerFrame,
        isComplete: (fragments, _header, index) =>
          fragments.reduce((sum, one) => sum + one.samples.length, 0) >=
          firstFrameOf(plan, index + 1) - firstFrameOf(plan, index),
        inspect: requireKeyframe,
        expectedInit: options.expectedInits?.get(rendition.label),
        onInit: options.onInit,
        onSegment: options.onSegment,
      };
      packaged[position] = await packageTrack(stream, track, endedWell);
    });
  }
  const args = await chunkArguments(options, firstFrame, frameCount);
  const result = await runTool({
    binary: "ffmpeg",
    args,
    inputs: [options.source, ...(options.watermarkPath ? [options.watermarkPath] : [])],
    workFolder: options.workFolder,
    signal: options.signal,
    limits: { wallSeconds: isLast && plan.chunkCount === 1 ? 6 * 3600 : 3600 },
    readers,
  });
  requireSuccess(result);
  const frames = requireEqualTracks(packaged, result);
  if (frames === 0 && firstFrame === 0) {
    throw new MediaError(
      "corrupt_file",
      "No picture of this video can be decoded; export it again as MP4 (H.264) and upload that.",
      false,
      { detail: result.stderrTail },
    );
  }
  return { frames, segments: packaged[0]?.segments ?? 0, endOfSource: frameCount === null || frames < frameCount };
}

/** Answers the frames that each rendition has. @throws MediaError `packaging_mismatch` when one has others than the first. */
function requireEqualTracks(packaged: readonly PackagedTrack[], { stderrTail }: ToolResult): number {
  const frames = packaged[0]?.samples ?? 0;
  if (packaged.some((track) => track.samples !== frames)) {
    throw new MediaError(
      "packaging_mismatch",
      "The renditions of this video came out unequal; transcode it again.",
      true,
      { detail: stderrTail },
    );
  }
  return frames;
}

async function chunkArguments(
  options: EncodeChunkOptions,
  firstFrame: number,
  frameCount: number | null,
): Promise<string[]> {
  const { facts, plan } = options;
  const filters = await mediaFilters();
  const { input, preroll, skip } = sourceInput(options.source, facts, plan, firstFrame);
  const { pictureFrames = Infinity, totalFrames } = plan;
  // Only a picture that stands has an end that is known.
  const most = frameCount ?? (pictureFrames < Infinity ? totalFrames - firstFrame : null);
  const isHeld = most !== null && firstFrame + most > pictureFrames;
  const outputs = plan.renditions.flatMap((rendition, position) => [
    "-map",
    `[v${position}]`,
    ...(most === null ? [] : ["-frames:v", String(most)]),
    ...encoderOptions({ ...options, rendition, firstFrame }),
    "-map_metadata",
    "-1",
    "-video_track_timescale",
    String(plan.grid.timescale),
    "-movflags",
    "+frag_keyframe+empty_moov+default_base_moof+negative_cts_offsets",
    "-flush_packets",
    "1",
    "-f",
    "mp4",
    `pipe:${3 + position}`,
  ]);
  return [
    ...["-hide_banner", "-nostdin", "-y", "-v", "error", "-nostats", "-progress", "pipe:1"],
    ...input,
    ...watermarkOf(options),
    ...["-filter_complex", videoFilterGraph(facts, plan, filters, preroll, 1, isHeld ? skip : null)],
    ...outputs,
    ...sharedZero(facts, facts.audio?.streamIndex),
  ];
}

/** The input of a plan's watermark. @throws Error when the caller has not brought its picture. */
export function watermarkOf({ plan, watermarkPath }: Pick<EncodeChunkOptions, "plan" | "watermarkPath">): string[] {
  if (!plan.watermark) return [];
  if (!watermarkPath) throw new Error("The picture of this plan's watermark is missing.");
  return watermarkInput(watermarkPath);
}

/**
 * How long before its first frame a chunk is decoded. Some files seek by the time their frames are decoded at, which lands
 * on a key frame that shows up to the delay of the encoder later.
 */
function runUpSeconds({ clockJumps, container, video }: SourceFacts): number {
  if (clockJumps) return Infinity;
  if (!seeksExactly(container)) return blindSeekSeconds;
  if (video.reorderFrames === 0) return 0;
  return video.variableFrameRate ? 2 : Math.min(2, (2 * (video.reorderFrames ?? 2)) / toNumber(video.fps));
}

/**
 * How a source is opened to be decoded from a frame of the grid on; `preroll` seconds before it come first. After the end of
 * the picture it is decoded from `skip` frames earlier.
 */
export function sourceInput(
  source: string,
  facts: SourceFacts,
  plan: EncodingPlan,
  firstFrame: number,
): { input: string[]; preroll: number; skip: number } {
  const { frame, skip } = decodedFrom(plan, firstFrame);
  const startSeconds = frame / toNumber(plan.grid.fps);
  const preroll = Math.min(startSeconds, runUpSeconds(facts));
  // Without an index a seek to the beginning lands on a key frame after it.
  const seek = startSeconds > preroll ? ["-noaccurate_seek", "-ss", (startSeconds - preroll).toFixed(6)] : [];
  // A picture that changes its size half-way must not restart the frame grid.
  return { input: [...seek, ...hostileInputOptions, "-reinit_filter", "0", "-i", fileUrl(source)], preroll, skip };
}
