import type { Rational, VideoFacts } from "../probe/facts.ts";

/**
 * The constant frame grid all renditions of one video share. Frame n lasts exactly `ticksPerFrame` of `timescale` ticks a second.
 * A group of pictures is about 2 s, a segment is 2 groups (~4 s), a chunk is 6 segments (~24 s).
 */
export interface FrameGrid {
  fps: Rational;
  /** Ticks per second of the video track: a multiple of `fps.numerator`. */
  timescale: number;
  ticksPerFrame: number;
  framesPerGroup: number;
  framesPerSegment: number;
  framesPerChunk: number;
  /**
   * Every frame but the first shows this many frames after it is decoded, and the sound is delayed as much: frames that depend
   * on later ones are decoded before they show, and a delay is understood by every player, where negative offsets and
   * edit lists are not.
   */
  delayFrames: number;
}

/** How many segments one chunk holds. */
export const segmentsPerChunk = 6;

/** Rates cameras and screens really use; what is near one of them is meant to be it. */
const usualRates: readonly Rational[] = [
  { numerator: 5, denominator: 1 },
  { numerator: 10, denominator: 1 },
  { numerator: 12, denominator: 1 },
  { numerator: 15, denominator: 1 },
  { numerator: 20, denominator: 1 },
  { numerator: 24_000, denominator: 1001 },
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30_000, denominator: 1001 },
  { numerator: 30, denominator: 1 },
  { numerator: 48, denominator: 1 },
  { numerator: 50, denominator: 1 },
  { numerator: 60_000, denominator: 1001 },
  { numerator: 60, denominator: 1 },
];

/** A rational as a plain number. */
export function toNumber(rational: Rational): number {
  return rational.numerator / rational.denominator;
}

/** More frames a second than this are never encoded. */
const highestFps = 60;

/** What of a source decides its grid. */
type RatedVideo = Pick<VideoFacts, "fps" | "variableFrameRate"> &
  Partial<Pick<VideoFacts, "usualGapSeconds" | "progressive">>;

/**
 * Chooses the grid of a source: its own rate when it is constant and at most `maximumFps`, else the usual rate at which its
 * pictures follow one another in motion. Each of two interlaced fields is a picture, where `maximumFps` allows that.
 */
export function planFrameGrid(video: RatedVideo, maximumFps: number = highestFps): FrameGrid {
  const fps = chooseRate(video, Math.min(highestFps, maximumFps));
  const rate = toNumber(fps);
  // Players measure time in milliseconds or finer, so a track counts at least 10,000 ticks a second.
  const multiple = Math.max(1, Math.ceil(10_000 / fps.numerator));
  const framesPerGroup = Math.max(1, Math.round(rate * 2));
  return {
    fps,
    timescale: fps.numerator * multiple,
    ticksPerFrame: fps.denominator * multiple,
    framesPerGroup,
    framesPerSegment: framesPerGroup * 2,
    framesPerChunk: framesPerGroup * 2 * segmentsPerChunk,
    delayFrames: usesBidirectionalFrames(fps) ? 2 : 0,
  };
}

/** At very low rates two frames of delay would be felt, and neighbours differ too much for such frames to pay. */
export function usesBidirectionalFrames(fps: Rational): boolean {
  return toNumber(fps) >= 15;
}

/** A measured distance of pictures in motion varies by so much: a camera that aims at 30 a second writes 29 to 32. */
const jitter = 0.1;

/** The usual rate that pictures which usually are so far apart were meant to have. */
function rateOfMotion(gapSeconds: number, allowed: readonly Rational[]): Rational | undefined {
  const rate = 1 / gapSeconds;
  const distance = (usual: Rational) => Math.abs(toNumber(usual) / rate - 1);
  const [nearest] = allowed.toSorted((a, b) => distance(a) - distance(b));
  if (nearest && distance(nearest) < 0.02) return nearest;
  return allowed.find((usual) => toNumber(usual) >= rate * (1 - jitter));
}

function chooseRate(
  { fps, variableFrameRate, usualGapSeconds, progressive = true }: RatedVideo,
  maximumFps: number,
): Rational {
  const fields = !progressive && !variableFrameRate && toNumber(fps) * 2 <= maximumFps + 0.001 ? 2 : 1;
  const rate = toNumber(fps) * fields;
  if (!(rate > 0 && Number.isFinite(rate))) return { numerator: 30, denominator: 1 };
  if (variableFrameRate) {
    const allowed = usualRates.filter((usual) => toNumber(usual) <= maximumFps + 0.001);
    // The average says nothing where stills lie between: it would leave out pictures of what moves.
    if (usualGapSeconds) return rateOfMotion(usualGapSeconds, allowed) ?? { numerator: maximumFps, denominator: 1 };
    return allowed.find((usual) => toNumber(usual) >= rate * 0.98) ?? { numerator: maximumFps, denominator: 1 };
  }
  // 120 becomes 60 and 100 becomes 50: every n-th frame, evenly.
  const halved = rate / Math.max(1, Math.ceil(rate / (maximumFps + 0.001)));
  const near = usualRates.find((usual) => Math.abs(toNumber(usual) / halved - 1) < 0.0005);
  if (near) return near;
  if (halved < 5) return { numerator: 5, denominator: 1 };
  // A rate nobody uses but the source really has, to a thousandth.
  const whole = Math.round(halved);
  return Math.abs(whole / halved - 1) < 0.0005
    ? { numerator: whole, denominator: 1 }
    : { numerator: Math.round(halved * 1000), denominator: 1000 };
}
