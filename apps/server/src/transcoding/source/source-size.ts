import type { LadderSource } from "@kinora/domain/transcoding/ladder.ts";
import { hdrRange } from "@kinora/media/encoding/colours.ts";
import { toNumber } from "@kinora/media/packaging/grid.ts";
import type { StoredPlan } from "../encoding/transcode.ts";

/**
 * A planned source as input of a ladder: its size, frames per second on the grid, and the HDR that renditions can keep. With a
 * watermark they keep none, because its colours are those of SDR.
 */
export function sourceOf({ facts, encoding }: Pick<StoredPlan, "facts" | "encoding">): LadderSource {
  const hdr = encoding.watermark ? null : hdrRange(facts);
  return {
    width: facts.video.width,
    height: facts.video.height,
    fps: toNumber(encoding.grid.fps),
    ...(hdr === null ? {} : { hdr }),
  };
}
