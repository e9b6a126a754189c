import type { PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import { toNumber } from "../packaging/grid.ts";
import type { SourceFacts } from "../probe/facts.ts";
import { intoMatrix, sourceMatrix, tagFilter } from "./colours.ts";
import type { EncodingPlan } from "./encoding-plan.ts";
import { captionsOnce, framesOfFields } from "./fields.ts";
import { toneMapped } from "./tone-mapping.ts";
import { onBlack } from "./transparency.ts";
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
  const largest = plan.renditions.at(-1);
  const mapped = toneMapped(facts, filters);
  // Both fields become pictures where the grid has room for them.
  const hasBothFields = toNumber(fps) > toNumber(facts.video.fps) * 1.5;
  const chain = [
    ...onBlack(facts.video.pixelFormat, filters),
    ...framesOfFields(facts.video, hasBothFields ? "field" : "frame", filters.has("bwdif") ? "bwdif" : "yadif"),
    ...(hasBothFields && !facts.video.progressive ? captionsOnce(filters) : []),
    shiftSeconds === 0 ? null : `setpts='round(PTS+(${shiftSeconds.toFixed(9)})/TB)'`,
    // The frame on display when the chunk starts may have begun long before: it is kept, and what shows before it is not.
    `fps=fps=${fps.numerator}/${fps.denominator}:start_time=${prerollSeconds}`,
    // Counted from 0 again, or ffmpeg would fill the time of the run-up with copies.
    "setpts=N",
    ...(mapped.length > 0 && largest ? [`scale=${largest.width}:${largest.height}:flags=bicubic`, ...mapped] : []),
  ].filter((filter) => filter !== null);
  const names = plan.renditions.map((_, index) => `[s${index}]`);
  const { colours, watermark } = plan;
  // Read by encoders; some versions of the filters before it forget them.
  const tagged = colours && filters.has("setparams") ? `,${tagFilter(colours)}` : "";
  const scaledTo = watermark ? "b" : "v";
  return [
    `[0:${facts.video.streamIndex}]${chain.join(",")},split=${names.length}${names.join("")}`,
    ...plan.renditions.map(
      (rendition, index) =>
        `[s${index}]${scaled(rendition, facts, plan, mapped.length > 0)}${watermark ? "" : tagged}[${scaledTo}${index}]`,
    ),
    ...(watermark ? watermarkFilters(plan, facts, watermark, watermarkIndex, tagged) : []),
  ].join(";");
}

/** One rendition's own filters: its size, and where the plan says them, its colours. */
function scaled(
  { width, height }: PlannedRendition,
  facts: SourceFacts,
  plan: EncodingPlan,
  isMapped: boolean,
): string {
  const from = isMapped ? "bt709" : sourceMatrix(facts);
  const colours = plan.colours ? `:${intoMatrix(from, plan.colours.matrix, "tv")}` : "";
  return `scale=${width}:${height}:flags=bicubic${colours},format=yuv420p,setsar=1`;
}
