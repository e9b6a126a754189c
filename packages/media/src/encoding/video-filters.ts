import type { PlannedRendition } from "@kinora/domain/transcoding/ladder.ts";
import type { HdrRange } from "@kinora/domain/transcoding/picture-codecs.ts";
import { toNumber } from "../packaging/grid.ts";
import type { SourceFacts } from "../probe/facts.ts";
import { hdrTags, intoMatrix, sourceMatrix, tagFilter } from "./colours.ts";
import type { EncodingPlan } from "./encoding-plan.ts";
import { captionsOnce, framesOfFields } from "./fields.ts";
import { toneMapped } from "./tone-mapping.ts";
import { onBlack } from "./transparency.ts";
import { watermarkFilters } from "./watermark.ts";

/**
 * The filter graph from one source track to all renditions (https://ffmpeg.org/ffmpeg-filters.html):
 * even frames on the grid, 8-bit 4:2:0 with square pixels (10-bit where all renditions keep HDR), the plan's watermark on top,
 * one output `[v0]`, `[v1]`, … per rendition.
 *
 * @param prerollSeconds how long before the chunk decoding begins.
 * @param watermarkIndex which of ffmpeg's inputs is the watermark's picture, if the plan has one.
 * @param held how many frames are left out before the first, where the last picture then stands for as long as frames are
 *   taken; null where the pictures end with the source.
 */
export function videoFilterGraph(
  facts: SourceFacts,
  plan: EncodingPlan,
  filters: ReadonlySet<string>,
  prerollSeconds: number,
  watermarkIndex: number,
  held: number | null = null,
): string {
  const { fps } = plan.grid;
  const shiftSeconds = plan.shiftSeconds - (facts.video.lateSeconds ?? 0);
  const largest = plan.renditions.at(-1);
  const hdr = keptHdr(plan);
  const mapped = hdr === null ? toneMapped(facts, filters) : [];
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
    ...(held === null ? [] : ["tpad=stop_mode=clone:stop=-1"]),
    ...(held ? [`trim=start_frame=${held}`, "setpts=N"] : []),
    ...(mapped.length > 0 && largest ? [`scale=${largest.width}:${largest.height}:flags=bicubic`, ...mapped] : []),
  ].filter((filter) => filter !== null);
  const names = plan.renditions.map((_, index) => `[s${index}]`);
  const { colours, watermark } = plan;
  // Read by encoders; some versions of the filters before it forget them.
  const tags = hdr === null ? colours : hdrTags[hdr];
  const tagged = tags && filters.has("setparams") ? `,${tagFilter(tags)}` : "";
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

/** The HDR that a run keeps; null for SDR. @throws Error when its renditions differ: the frames of all come from the same filters. */
function keptHdr({ renditions, watermark }: EncodingPlan): HdrRange | null {
  const [hdr = null, ...others] = new Set(renditions.map((rendition) => rendition.hdr ?? null));
  if (others.length > 0) throw new Error("Renditions in HDR and SDR are encoded in runs of their own.");
  if (hdr !== null && watermark) throw new Error("The colours of watermarks are those of SDR.");
  return hdr;
}

/** One rendition's own filters: its size, and where the plan says them, its colours. */
function scaled(rendition: PlannedRendition, facts: SourceFacts, plan: EncodingPlan, isMapped: boolean): string {
  const { width, height, hdr } = rendition;
  const format = hdr === undefined ? "yuv420p" : "yuv420p10le";
  return `scale=${width}:${height}:flags=bicubic${intoPlanned()},format=${format},setsar=1`;

  function intoPlanned(): string {
    if (hdr !== undefined) return `:${intoMatrix("bt2020", "bt2020", "tv")}`;
    const from = isMapped ? "bt709" : sourceMatrix(facts);
    return plan.colours ? `:${intoMatrix(from, plan.colours.matrix, "tv")}` : "";
  }
}
