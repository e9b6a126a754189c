import { createInterface } from "node:readline";
import { fileUrl, sharedZero } from "../probe/containers.ts";
import type { SourceFacts } from "../probe/facts.ts";
import { mediaFilters } from "../tools/capabilities.ts";
import { runTool } from "../tools/run.ts";
import { requireSuccess } from "../tools/tool-failure.ts";
import { sourceInput, watermarkOf } from "./encode-chunk.ts";
import { firstFrameOf, type EncodingPlan } from "./encoding-plan.ts";
import { videoFilterGraph } from "./video-filters.ts";

/** A sample of a rendition to compare with the source it was made of. */
export interface SimilarityOptions {
  /** Absolute local path. */
  source: string;
  facts: SourceFacts;
  /** The plan the rendition was made by, with that rendition alone. */
  plan: EncodingPlan;
  /** Absolute local path of the picture of the plan's watermark; to be given whenever the plan has one. */
  watermarkPath?: string | null;
  /** One local fMP4 file: the rendition's init segment and the segments of the sample (see `joinFragments`). */
  sample: string;
  /** Which segment of the rendition the sample begins with. */
  firstSegment: number;
  segmentCount: number;
  workFolder: string;
  signal: AbortSignal;
}

/** Where the sample is taken: about ten seconds from the middle, on segment borders. Pure. */
export function sampleOf({ grid, segmentCount }: EncodingPlan): { firstSegment: number; segmentCount: number } {
  const segmentSeconds = (grid.framesPerSegment * grid.fps.denominator) / grid.fps.numerator;
  const wanted = Math.min(segmentCount, Math.max(1, Math.round(10 / segmentSeconds)));
  return { firstSegment: Math.floor((segmentCount - wanted) / 2), segmentCount: wanted };
}

/**
 * How like its source a sample of a rendition is: the mean structural similarity of its frames, 0–1, against the frames the
 * encoder was given (https://ffmpeg.org/ffmpeg-filters.html#ssim); null when none could be compared.
 * @throws MediaError as `encodeChunk`.
 */
export async function measureSimilarity(options: SimilarityOptions): Promise<number | null> {
  const { facts, plan, sample } = options;
  const filters = await mediaFilters();
  const firstFrame = firstFrameOf(plan, options.firstSegment);
  const frames = firstFrameOf(plan, options.firstSegment + options.segmentCount) - firstFrame;
  const { input, preroll, skip } = sourceInput(options.source, facts, plan, firstFrame);
  const isHeld = plan.pictureFrames !== undefined && firstFrame + frames > plan.pictureFrames;
  const graph = [
    videoFilterGraph(facts, plan, filters, preroll, 2, isHeld ? skip : null),
    // Counted from 0 on both sides: a rendition's own times go on from the segment it begins with.
    "[v0]setpts=N/25/TB[reference]",
    "[1:v]setpts=N/25/TB[encoded]",
    "[encoded][reference]ssim=stats_file=-:shortest=1[compared]",
  ].join(";");
  let sum = 0;
  let count = 0;
  const result = await runTool({
    binary: "ffmpeg",
    args: [
      ...["-hide_banner", "-nostdin", "-v", "error"],
      ...input,
      ...["-protocol_whitelist", "file", "-format_whitelist", "mov,mp4", "-i", fileUrl(sample)],
      ...watermarkOf(options),
      ...["-filter_complex", graph, "-map", "[compared]"],
      ...["-frames:v", String(frames), "-f", "null", "-"],
      ...sharedZero(facts, facts.audio?.streamIndex),
    ],
    inputs: [options.source, ...(options.watermarkPath ? [options.watermarkPath] : [])],
    workFolder: options.workFolder,
    signal: options.signal,
    limits: { wallSeconds: 900 },
    readers: new Map([
      [
        1,
        async (stream) => {
          for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
            const all = Number(/ All:([\d.]+)/.exec(line)?.[1]);
            if (!Number.isFinite(all)) continue;
            sum += all;
            count += 1;
          }
        },
      ],
    ]),
  });
  requireSuccess(result);
  return count === 0 ? null : Math.min(1, sum / count);
}
