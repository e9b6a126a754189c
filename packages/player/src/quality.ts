import type { PlayerSettings } from "@kinora/domain/players/settings.ts";

/** The settings that bound the quality, read when a playlist is loaded. */
export type QualityBounds = Pick<PlayerSettings, "start_quality" | "quality_cap">;

/** Indexes of the levels that are higher than the cap, last first; never all of them: the lowest one always plays. */
export function levelsAboveCap(heights: readonly number[], cap: number | null): number[] {
  if (cap === null) return [];
  const lowest = Math.min(...heights);
  return heights
    .map((height, index) => ({ height, index }))
    .filter(({ height }) => height > Math.max(cap, lowest))
    .map(({ index }) => index)
    .reverse();
}

/** Index of the highest level up to the wanted height, the lowest one where all are higher; -1 lets the bandwidth decide. */
export function startLevel(heights: readonly number[], wanted: number | null): number {
  if (wanted === null || heights.length === 0) return -1;
  const fitting = heights.filter((height) => height <= wanted);
  return heights.indexOf(fitting.length > 0 ? Math.max(...fitting) : Math.min(...heights));
}
