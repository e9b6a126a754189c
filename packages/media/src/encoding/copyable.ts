import { maxRenditionSidePixels } from "@kinora/domain/transcoding/ladder.ts";
import { toNumber } from "../packaging/grid.ts";
import { editProblem } from "../probe/edit-lists.ts";
import type { SourceFacts } from "../probe/facts.ts";
import { pictureProblem } from "../probe/streamable.ts";

/** The most a copied picture may be. */
export interface CopyLimits {
  /** Frames per second. */
  maximumFps: number;
  /** Of the picture; null: whatever it is. */
  maximumKbps: number | null;
}

/** Containers whose pictures come with their times, in order. */
const containers = ["mov", "matroska", "flv"];

/**
 * Why a source's own picture cannot be a rendition for good, as one sentence; null when it can, as far as is known
 * before it is cut (`remux` finds out about its key frames).
 */
export async function copyProblem(source: string, facts: SourceFacts, limits: CopyLimits): Promise<string | null> {
  const { container, video } = facts;
  if (!containers.includes(container)) return `The container ${container} is not one whose pictures can be copied.`;
  const picture = pictureProblem(facts);
  if (picture !== null) return picture;
  if (Math.max(video.codedWidth, video.codedHeight) > maxRenditionSidePixels)
    return `The picture is wider or taller than ${maxRenditionSidePixels} pixels, where decoders stop.`;
  const fps = toNumber(video.fps);
  if (fps > limits.maximumFps * 1.01)
    return `It has ${Math.round(fps)} frames a second, more than the ${limits.maximumFps} of this project.`;
  const kbps = Math.round((video.bitrate ?? facts.bitrate) / 1000);
  if (limits.maximumKbps !== null && kbps > limits.maximumKbps)
    return `It has ${kbps} kbps, more than the ${limits.maximumKbps} up to which this project copies.`;
  return container === "mov" ? editProblem(source, video.streamIndex) : null;
}
