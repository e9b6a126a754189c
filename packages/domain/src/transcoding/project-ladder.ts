import { RUNG_HEIGHTS, type RungHeight, LADDER_PRESETS, type LadderPreset, PRESET_HEIGHTS } from "./ladder-presets.ts";
import { planLadder, withOwnRung, type LadderRung, type LadderSource, type PlannedRendition } from "./ladder.ts";
import type { FurtherCodec } from "./picture-codecs.ts";

/** One row of a project's resolutions table. */
export interface ProjectRung {
  /** Pixels of the shorter side; names the rung: 720 is `720p`. */
  height: RungHeight;
  enabled: boolean;
  /** Constant rate factor of x264, 0–51, lower is better. */
  crf: number;
  /** Ceiling of the video bitrate at up to 30 frames a second, in kilobits per second. */
  maxBitrateKbps: number;
  /** Made in these besides H.264; in none where it is not said. */
  codecs?: readonly FurtherCodec[];
}

/** How a project's new uploads are transcoded. */
export interface ProjectLadder {
  /** Lowest first. */
  rungs: readonly ProjectRung[];
  /** Sources with more frames a second lose every second (or third …) one. */
  maxFps: LadderFps;
  audioKbps: AudioKbps;
  /** Each sound is made at a low bitrate as well, for rungs of slow connections. */
  lowAudio: boolean;
  /** Sounds of enough channels are made in surround sound as well. */
  surround: boolean;
  /** A progressive MP4 of every rung, for downloads and players without HLS. */
  mp4: boolean;
  /** A source every player can decode is copied for the rung of its own size instead of being encoded. */
  remux: boolean;
  /** Sources with more kilobits per second of picture are encoded anyway. */
  remuxMaxKbps: number;
  /** Rungs between the lowest and the highest are left out where they look like the one above (`similarRungs`). */
  dropSimilar: boolean;
  /** Rungs of HDR sources keep HDR in the codecs besides H.264. */
  keepHdr: boolean;
  /** Ladders that the project keeps under names. */
  presets: readonly SavedPreset[];
}

/** A ladder that a project keeps under a name, beside the presets that come with Kinora. */
export interface SavedPreset {
  /** Unlike those of the project's other presets, in whatever case. */
  name: string;
  /** All of them, lowest first. */
  rungs: readonly ProjectRung[];
  maxFps: LadderFps;
  audioKbps: AudioKbps;
}

export const LADDER_FPS = [30, 60] as const;
export type LadderFps = (typeof LADDER_FPS)[number];
export const AUDIO_KBPS = [64, 96, 128, 160, 192, 256] as const;
export type AudioKbps = (typeof AUDIO_KBPS)[number];

export const CRF_RANGE = { min: 16, max: 36 } as const;
export const BITRATE_KBPS_RANGE = { min: 100, max: 60_000 } as const;

/** What a rung is until a project says otherwise: 1.5 to 2 times the bits of the one below (see `typicalKbps`), a step players take easily. */
const usual: Readonly<Record<RungHeight, { crf: number; maxBitrateKbps: number }>> = {
  240: { crf: 24, maxBitrateKbps: 450 },
  360: { crf: 23, maxBitrateKbps: 800 },
  480: { crf: 22, maxBitrateKbps: 1400 },
  720: { crf: 23, maxBitrateKbps: 2800 },
  1080: { crf: 23, maxBitrateKbps: 5000 },
  1440: { crf: 22, maxBitrateKbps: 9000 },
  2160: { crf: 22, maxBitrateKbps: 16_000 },
};

/** Two sizes this near each other go by the same name. */
const SAME_SIZE = 0.03;

const rungsWith = (heights: readonly number[]): ProjectRung[] =>
  RUNG_HEIGHTS.map((height) => ({ height, enabled: heights.includes(height), ...usual[height] }));

/** The ladder of a project that changed nothing. */
export const defaultProjectLadder: ProjectLadder = {
  rungs: rungsWith(PRESET_HEIGHTS.standard),
  maxFps: 60,
  audioKbps: 128,
  lowAudio: false,
  surround: false,
  mp4: true,
  remux: false,
  remuxMaxKbps: 12_000,
  dropSimilar: false,
  keepHdr: false,
  presets: [],
};

/** A stored ladder with the usual choice wherever it is from before there was one. */
export const completeLadder = (stored: Partial<ProjectLadder> | null | undefined): ProjectLadder => ({
  ...defaultProjectLadder,
  ...stored,
});

/**
 * A ladder with the rungs of a preset on and the others off, each at its usual quality; codecs and options stay, except
 * that pass-through is nothing without copying.
 */
export const withPreset = (ladder: ProjectLadder, preset: LadderPreset): ProjectLadder => ({
  ...ladder,
  rungs: rungsWith(PRESET_HEIGHTS[preset]).map((rung) => {
    const codecs = ladder.rungs.find(({ height }) => height === rung.height)?.codecs ?? [];
    return codecs.length > 0 ? { ...rung, codecs } : rung;
  }),
  remux: ladder.remux || preset === "passthrough",
});

/** A ladder whose rungs of at least so many lines are made in a codec besides H.264. @param from null for none. */
export const withCodec = (ladder: ProjectLadder, codec: FurtherCodec, from: RungHeight | null): ProjectLadder => ({
  ...ladder,
  rungs: ladder.rungs.map((rung) => {
    const others = (rung.codecs ?? []).filter((each) => each !== codec);
    return { ...rung, codecs: from !== null && rung.height >= from ? [...others, codec] : others };
  }),
});

/** The lowest rung that is made in a codec besides H.264; null where none is. */
export const codecFrom = ({ rungs }: Pick<ProjectLadder, "rungs">, codec: FurtherCodec): RungHeight | null =>
  rungs.find(({ codecs = [] }) => codecs.includes(codec))?.height ?? null;

/** The preset whose rungs a ladder has, or null for one of its own. */
export function presetOf({ rungs, remux }: Pick<ProjectLadder, "rungs" | "remux">): LadderPreset | null {
  if (!rungs.some(({ enabled }) => enabled)) return remux ? "passthrough" : null;
  const same = (preset: LadderPreset) =>
    rungs.length === RUNG_HEIGHTS.length &&
    rungsWith(PRESET_HEIGHTS[preset]).every((rung) =>
      rungs.some(
        (own) =>
          own.height === rung.height &&
          own.enabled === rung.enabled &&
          (!own.enabled || (own.crf === rung.crf && own.maxBitrateKbps === rung.maxBitrateKbps)),
      ),
    );
  return LADDER_PRESETS.find(same) ?? null;
}

export const rungLabel = (height: number): string => `${height}p`;

const asPlanned = ({ height, crf, maxBitrateKbps, codecs = [] }: ProjectRung): LadderRung => ({
  label: rungLabel(height),
  shortSidePixels: height,
  crf,
  maxBitrateKbps,
  ...(codecs.length > 0 ? { codecs } : {}),
});

/** The rungs that are on, as planning takes them. */
export const enabledRungs = ({ rungs }: Pick<ProjectLadder, "rungs">): LadderRung[] =>
  rungs.filter(({ enabled }) => enabled).map(asPlanned);

/** Rungs of these heights, each at its usual quality. */
export const usualRungs = (heights: readonly number[]): LadderRung[] => enabledRungs({ rungs: rungsWith(heights) });

/** A ladder without the rungs of more lines than a plan allows; the lowest one stays in any case. @param lines null for no limit. */
export const withinLines = (ladder: ProjectLadder, lines: number | null): ProjectLadder =>
  lines === null ? ladder : { ...ladder, rungs: ladder.rungs.filter(({ height }, at) => at === 0 || height <= lines) };

/** Whether a source's own size is more than so many lines, which a copy of it would have. */
export const exceedsLines = ({ width, height }: Pick<LadderSource, "width" | "height">, lines: number): boolean =>
  Math.min(width, height) > lines * (1 + SAME_SIZE);

/** What planning renditions needs to know of a ladder. */
type PlannedLadder = Pick<ProjectLadder, "rungs"> & Partial<Pick<ProjectLadder, "keepHdr">>;

/**
 * What a source is encoded into where nothing of it is copied: without any rung on, the one of its size. H.264 is always SDR,
 * which every screen shows.
 */
export function planRungs(source: LadderSource, ladder: PlannedLadder): PlannedRendition[] {
  const renditions = planInSdr(source, ladder);
  const { hdr } = source;
  if (!ladder.keepHdr || hdr === undefined) return renditions;
  return renditions.map((rendition) => (rendition.codec === undefined ? rendition : { ...rendition, hdr }));
}

function planInSdr(source: LadderSource, ladder: Pick<ProjectLadder, "rungs">): PlannedRendition[] {
  const rungs = enabledRungs(ladder);
  return rungs.length > 0
    ? planLadder(source, withOwnRung(source, rungs))
    : planLadder(
        source,
        withOwnRung(
          source,
          ladder.rungs.map((rung) => asPlanned({ ...rung, codecs: [] })),
        ),
      ).slice(-1);
}

/**
 * A source's own rung, which is copied, and the smaller ones, which are encoded in H.264 alone: a copy is cut where its own
 * key frames are, and encoders of other codecs cannot be made to cut there.
 */
export interface CopyPlan {
  label: string;
  encoded: PlannedRendition[];
}

/**
 * Which rung a copy of the source is. Null when the ladder has no rung of the source's size, unless it is to be copied
 * `whatever` the ladder has.
 */
export function planCopy(
  source: LadderSource,
  ladder: Pick<ProjectLadder, "rungs">,
  whatever = false,
): CopyPlan | null {
  const own = Math.min(source.width, source.height);
  const isOwn = (pixels: number) => Math.abs(pixels - own) <= own * SAME_SIZE;
  const planned =
    enabledRungs(ladder).length > 0 ? planRungs(source, ladder).filter(({ codec }) => codec === undefined) : [];
  const encoded = planned.filter(({ width, height }) => !isOwn(Math.min(width, height)));
  const same = planned.find((each) => !encoded.includes(each));
  if (same) return { label: same.label, encoded };
  if (planned.length > 0 && !whatever) return null;
  return { label: rungLabel(RUNG_HEIGHTS.find(isOwn) ?? Math.round(own)), encoded };
}

/**
 * Labels of the renditions a ladder gives a source that are not among those there are, as `planLadder` orders them.
 * @param isCopied whether one of them is a copy of the source, beside which there is H.264 alone.
 * @param similar labels of those that were left out because they look like the one above, which the ladder may want now.
 */
export function missingRungs(
  source: LadderSource,
  ladder: ProjectLadder,
  there: readonly string[],
  isCopied = false,
  similar: readonly string[] = [],
): string[] {
  // Copied or encoded, one is all that pass-through makes.
  if (presetOf(ladder) === "passthrough" && there.length > 0) return [];
  const rungs = planRungs(source, ladder).filter(({ codec }) => codec === undefined || !isCopied);
  const known = ladder.dropSimilar ? [...there, ...similar] : there;
  return rungs.map(({ label }) => label).filter((label) => !known.includes(label));
}

/** Why a ladder cannot be used, by row (`rungs.2.crf`) or for the whole (`rungs`); null when it can. */
export function ladderProblem({
  rungs,
  remux,
  remuxMaxKbps,
}: Pick<ProjectLadder, "rungs" | "remux" | "remuxMaxKbps">): { field: string; message: string } | null {
  if (rungs.length !== RUNG_HEIGHTS.length || !RUNG_HEIGHTS.every((height, index) => rungs[index]?.height === height)) {
    return { field: "rungs", message: `The rungs are ${RUNG_HEIGHTS.map(rungLabel).join(", ")}, in this order.` };
  }
  if (!remux && !rungs.some(({ enabled }) => enabled))
    return { field: "rungs", message: "Switch on at least one resolution, or copy conforming uploads." };
  if (remux && !within(remuxMaxKbps, BITRATE_KBPS_RANGE)) {
    const { min, max } = BITRATE_KBPS_RANGE;
    return { field: "remux_max_kbps", message: `The bitrate is a whole number from ${min} to ${max} kbps.` };
  }
  for (const [index, rung] of rungs.entries()) {
    if (!within(rung.crf, CRF_RANGE)) {
      return {
        field: `rungs.${index}.crf`,
        message: `CRF is a whole number from ${CRF_RANGE.min} to ${CRF_RANGE.max}.`,
      };
    }
    if (!within(rung.maxBitrateKbps, BITRATE_KBPS_RANGE)) {
      const { min, max } = BITRATE_KBPS_RANGE;
      return {
        field: `rungs.${index}.max_bitrate_kbps`,
        message: `The bitrate is a whole number from ${min} to ${max} kbps.`,
      };
    }
  }
  return null;
}

const within = (value: number, { min, max }: { min: number; max: number }) =>
  Number.isInteger(value) && value >= min && value <= max;
