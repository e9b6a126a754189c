import type { PlannedRendition } from "@kinora/domain/ladder.ts";
import type { EncodingPlan } from "./encodingPlan.ts";
import type { SourceFacts } from "./facts.ts";
import { watermarkFilters } from "./watermark.ts";

/**
 * The filter graph from one source track to all renditions (https://ffmpeg.org/ffmpeg-filters.html):
 * even frames on the grid, 8-bit 4:2:0 with square pixels, the plan's watermark on top, one output `[v0]`, `[v1]`, … per
 * rendition.
 *
 * @param prerollSeconds how long before the chunk decoding begins.
 * @param watermarkIndex which of ffmpeg's inputs is the watermark's picture, if the plan has one.
 */
export function videoFilterGraph(
  facts: SourceFacts,
  plan: EncodingPlan,
  filters: ReadonlySet<string>,
  prerollSeconds: number,
  watermarkIndex: number,
): string {
  const { fps } = plan.grid;
  const shiftSeconds = plan.shiftSeconds - (facts.video.lateSeconds ?? 0);
  const chain = [
    facts.video.progressive ? null : "yadif",
    shiftSeconds === 0 ? null : `setpts='round(PTS+(${shiftSeconds.toFixed(9)})/TB)'`,
    // The frame on display when the chunk starts may have begun long before: it is kept, and what shows before it is not.
    `fps=fps=${fps.numerator}/${fps.denominator}:start_time=${prerollSeconds}`,
    // Counted from 0 again, or ffmpeg would fill the time of the run-up with copies.
    "setpts=N",
    ...standardRange(facts, plan, filters),
  ].filter((filter) => filter !== null);
  const names = plan.renditions.map((_, index) => `[s${index}]`);
  const { watermark } = plan;
  const scaledTo = watermark ? "b" : "v";
  return [
    `[0:${facts.video.streamIndex}]${chain.join(",")},split=${names.length}${names.join("")}`,
    ...plan.renditions.map((rendition, index) => `[s${index}]${scaled(rendition)}[${scaledTo}${index}]`),
    ...(watermark ? watermarkFilters(facts, plan.renditions, watermark, watermarkIndex) : []),
  ].join(";");
}

function scaled({ width, height }: PlannedRendition): string {
  return `scale=${width}:${height}:flags=bicubic,format=yuv420p,setsar=1`;
}

/** HDR becomes SDR by tone mapping where this ffmpeg can; done once, at the size of the largest rendition, because it is slow. */
function standardRange(facts: SourceFacts, plan: EncodingPlan, filters: ReadonlySet<string>): string[] {
  const largest = plan.renditions.at(-1);
  if (!facts.video.hdr || !largest || !filters.has("zscale") || !filters.has("tonemap")) return [];
  const matrix = facts.video.colorTransfer ?? "smpte2084";
  return [
    `scale=${largest.width}:${largest.height}:flags=bicubic`,
    // Files often say only the curve; without the rest zscale refuses to convert.
    `setparams=color_primaries=bt2020:color_trc=${matrix}:colorspace=bt2020nc`,
    "zscale=transfer=linear:npl=100",
    "format=gbrpf32le",
    "zscale=primaries=bt709",
    "tonemap=tonemap=hable:desat=0",
    "zscale=transfer=bt709:matrix=bt709:range=tv",
    "format=yuv420p",
  ];
}
