/** Heights a rung can have. Each is a row of the table; which of them are made is the project's choice. */
export const RUNG_HEIGHTS = [240, 360, 480, 720, 1080, 1440, 2160] as const;
export type RungHeight = (typeof RUNG_HEIGHTS)[number];

export const LADDER_PRESETS = ["basic", "standard", "full", "passthrough"] as const;
export type LadderPreset = (typeof LADDER_PRESETS)[number];

/** The heights of a preset, lowest first. */
export const PRESET_HEIGHTS: Readonly<Record<LadderPreset, readonly number[]>> = {
  basic: [360, 720],
  standard: [360, 480, 720, 1080, 1440],
  full: RUNG_HEIGHTS,
  passthrough: [],
};
