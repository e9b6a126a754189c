import { FURTHER_CODECS, inCodec, type FurtherCodec, type HdrRange } from "./picture-codecs.ts";

/** One row of a project's resolutions table: the most a rendition of this height may be and cost. */
export interface LadderRung {
  /** What people call it and what its folder is named, such as `720p`. */
  label: string;
  /** Pixels of the shorter side, so that a portrait video gets the same names as a landscape one. */
  shortSidePixels: number;
  /** Constant rate factor of x264, 0–51, lower is better. */
  crf: number;
  /** Ceiling of the video bitrate at up to 30 frames a second, in kilobits per second. */
  maxBitrateKbps: number;
  /** Made in these besides H.264; in none where it is not said. */
  codecs?: readonly FurtherCodec[];
}

/** One rendition that will really be made from a source. */
export interface PlannedRendition {
  label: string;
  /** Even, in pixels, as displayed. */
  width: number;
  /** Even, in pixels, as displayed. */
  height: number;
  /** H.264 where it is not said. */
  codec?: FurtherCodec;
  /** The curve of the source's HDR, which the rendition keeps; SDR where it is not said. */
  hdr?: HdrRange;
  /** On the scale of its codec's encoder, lower is better. */
  crf: number;
  /** Already raised for high frame rates, in kilobits per second. */
  maxBitrateKbps: number;
  /** Size of the rate control buffer, 1.5 seconds of the ceiling, in kilobits. */
  bufferKbits: number;
}

/** What planning needs to know of a source: size as displayed (after rotation and pixel shape) and frames per second. */
export interface LadderSource {
  width: number;
  height: number;
  fps: number;
  /** The curve of its HDR where renditions can keep it. */
  hdr?: HdrRange;
}

/** The sizes of posters, and the rungs of livestreams unless they choose others. */
export const defaultLadder: readonly LadderRung[] = [
  { label: "360p", shortSidePixels: 360, crf: 24, maxBitrateKbps: 800 },
  { label: "720p", shortSidePixels: 720, crf: 23, maxBitrateKbps: 2800 },
  { label: "1080p", shortSidePixels: 1080, crf: 22, maxBitrateKbps: 5000 },
  { label: "1440p", shortSidePixels: 1440, crf: 22, maxBitrateKbps: 9000 },
];

/** Hardware decoders of H.264 stop at 4096 pixels (level 5.1), so no rendition is wider or taller than that. */
export const maxRenditionSidePixels = 4096;

/** A source this little below a rung (1916×1076, say) still earns the rung's name, at its own size. */
const nearlyThere = 0.97;

/**
 * Decides which renditions a source gets, at least one, first those of H.264, the smallest first, never larger than the source
 * (except for the one pixel that makes a side even).
 * A source smaller than every rung gets one rendition of its own size, named after its shorter side.
 *
 * @throws RangeError when a side or the frame rate is not a positive number.
 */
export function planLadder(source: LadderSource, rungs: readonly LadderRung[] = defaultLadder): PlannedRendition[] {
  for (const value of [source.width, source.height, source.fps]) {
    if (!(value > 0 && Number.isFinite(value)))
      throw new RangeError("A source needs a width, a height and a frame rate above zero.");
  }
  const shortSide = Math.min(source.width, source.height);
  const ascending = rungs.toSorted((a, b) => a.shortSidePixels - b.shortSidePixels);
  const reachable = ascending.filter((rung) => rung.shortSidePixels * nearlyThere <= shortSide);
  if (reachable.length > 0) return inEveryCodec(source, reachable);

  const nearest = ascending[0] ?? defaultLadder[0];
  if (!nearest) return [];
  const own = Math.max(1, Math.round(shortSide));
  return inEveryCodec(source, [{ ...nearest, label: `${own}p`, shortSidePixels: own }]);
}

/** The renditions of rungs in H.264, and after these the same in the other codecs that the rungs have. */
function inEveryCodec(source: LadderSource, rungs: readonly LadderRung[]): PlannedRendition[] {
  const inCodecOf = (codec: FurtherCodec) =>
    rungs
      .filter(({ codecs = [] }) => codecs.includes(codec))
      .map((rung) => inCodec(planRendition(source, rung), codec));
  return [...rungs.map((rung) => planRendition(source, rung)), ...FURTHER_CODECS.flatMap(inCodecOf)];
}

/** A source this much above a rung is of that size to people. */
const nearlySame = 1.03;
/** A rung this near below the source's own adds nothing. */
const tooNear = 1.25;

/**
 * The rungs with one of the source's own size where it lies between two of them, in place of the one below when that is
 * near: a DVD of 576 lines is not made smaller because the ladder goes from 480 to 720. What is above the highest rung
 * gets none: that is the most the ladder's owner wants. Pure.
 */
export function withOwnRung({ width, height }: LadderSource, rungs: readonly LadderRung[]): LadderRung[] {
  const own = Math.round(Math.min(width, height));
  const ascending = rungs.toSorted((a, b) => a.shortSidePixels - b.shortSidePixels);
  const above = ascending.find((rung) => rung.shortSidePixels * nearlyThere > own);
  const below = ascending.findLast((rung) => rung.shortSidePixels * nearlyThere <= own);
  if (!above || !below || own <= below.shortSidePixels * nearlySame) return ascending;
  const share = (own - below.shortSidePixels) / (above.shortSidePixels - below.shortSidePixels);
  const maxBitrateKbps = Math.round(below.maxBitrateKbps + share * (above.maxBitrateKbps - below.maxBitrateKbps));
  const rung: LadderRung = { ...above, label: `${own}p`, shortSidePixels: own, maxBitrateKbps };
  const isReplaced = own < below.shortSidePixels * tooNear;
  return [...ascending.filter((each) => !(isReplaced && each === below)), rung];
}

function planRendition(source: LadderSource, rung: LadderRung): PlannedRendition {
  const shortSide = Math.min(source.width, source.height);
  const longSide = Math.max(source.width, source.height);
  const scale = Math.min(1, rung.shortSidePixels / shortSide, maxRenditionSidePixels / longSide);
  // Twice the frames need about half as many bits again, because neighbours are more alike.
  const maxBitrateKbps = Math.round(rung.maxBitrateKbps * (source.fps > 40 ? 1.5 : 1));
  return {
    label: rung.label,
    width: toEven(source.width * scale),
    height: toEven(source.height * scale),
    crf: rung.crf,
    maxBitrateKbps,
    bufferKbits: Math.round(maxBitrateKbps * 1.5),
  };
}

/** 4:2:0 chroma halves both sides, so each must be even and at least 2. */
function toEven(pixels: number): number {
  return Math.max(2, Math.round(pixels / 2) * 2);
}
