import type { LadderSource } from "@kinora/domain/transcoding/ladder.ts";
import { toNumber } from "@kinora/media/packaging/grid.ts";
import type { StoredPlan } from "../encoding/transcode.ts";

/** A planned source as input of a ladder: its size, and frames per second on the grid. */
export const sourceOf = ({ facts, encoding }: Pick<StoredPlan, "facts" | "encoding">): LadderSource => ({
  width: facts.video.width,
  height: facts.video.height,
  fps: toNumber(encoding.grid.fps),
});
