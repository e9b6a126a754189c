import { placeWatermark } from "@kinora/domain/transcoding/watermark.ts";
import { pictureInput } from "../pictures/picture-files.ts";
import { fileUrl } from "../probe/containers.ts";
import type { SourceFacts } from "../probe/facts.ts";
import { planColours } from "./colours.ts";
import type { EncodingPlan, PlannedWatermark } from "./encoding-plan.ts";
import { scaledWithTransparency } from "./watermark-picture.ts";

/** How ffmpeg opens a watermark's file, which was written here (see `makeWatermarkPicture`). */
export const watermarkInput = (path: string): string[] => [...pictureInput("png"), "-i", fileUrl(path)];

/** The filters that lay a watermark over every rendition, from `[b0]`, `[b1]`, … to `[v0]`, `[v1]`, …; `last` comes after. */
export function watermarkFilters(
  { colours, renditions }: Pick<EncodingPlan, "colours" | "renditions">,
  facts: SourceFacts,
  watermark: PlannedWatermark,
  inputIndex: number,
  last: string,
): string[] {
  const names = renditions.map((_, index) => `[w${index}]`).join("");
  const { matrix } = colours ?? planColours(facts);
  return [
    `[${inputIndex}:v:0]split=${renditions.length}${names}`,
    ...renditions.flatMap((rendition, index) => {
      const { left, top, width, height } = placeWatermark(rendition, watermark, watermark);
      return [
        `[w${index}]${scaledWithTransparency(width, height)},colorchannelmixer=aa=${watermark.opacity / 100},` +
          // Players turn the video's numbers into colours by its matrix, so the watermark's are made by the same one.
          `scale=out_color_matrix=${matrix}:out_range=tv,format=yuva420p[m${index}]`,
        // Its one frame stays for as long as there is a picture below (https://ffmpeg.org/ffmpeg-filters.html#framesync).
        `[b${index}][m${index}]overlay=x=${left}:y=${top}:format=yuv420:eof_action=repeat${last}[v${index}]`,
      ];
    }),
  ];
}
