import type { LadderSource } from "@kinora/domain/ladder.ts";
import { toNumber } from "@kinora/media/grid.ts";
import type { StoredPlan } from "./transcode.ts";

/** A planned source as ladders take it: its size, and frames a second on the grid. */
export const sourceOf = ({ facts, encoding }: Pick<StoredPlan, "facts" | "encoding">): LadderSource => ({
  width: facts.video.width,
  height: facts.video.height,
  fps: toNumber(encoding.grid.fps),
});
