import type Hls from "hls.js";

/** The best codec that the browser plays, or H.264, which all play. */
type CodecChoice = "best" | "h264";

/** What decides which level of a height is played. */
interface LevelChoice {
  codec: CodecChoice;
  /** Whether the screen shows HDR. */
  hdrScreen: boolean;
}

/** What the choice between levels of one height needs. */
interface CodedLevel {
  height: number;
  /** RFC 6381; undefined where the playlist does not say it. */
  videoCodec: string | undefined;
  /** VIDEO-RANGE of the playlist; SDR where it does not say it. */
  videoRange?: string;
}

/** Better codecs take fewer bits for the same picture. */
const order = ["avc1", "hvc1", "av01"];
const rank = ({ videoCodec = "" }: CodedLevel) => order.indexOf(videoCodec.slice(0, 4));
const isHdr = ({ videoRange = "SDR" }: CodedLevel) => videoRange !== "SDR";

/** How much a level is preferred among those of its height. HDR on other screens comes after everything. */
function preference(level: CodedLevel, { codec, hdrScreen }: LevelChoice): number {
  if (codec === "h264") return isHdr(level) ? -Infinity : -rank(level);
  if (!isHdr(level)) return rank(level);
  return hdrScreen ? order.length + rank(level) : -Infinity;
}

/** Indexes of the levels beside a preferred level of their height; last first. */
export function levelsBesidePreferred(levels: readonly CodedLevel[], choice: LevelChoice): number[] {
  const isBetter = (one: CodedLevel, than: CodedLevel) => preference(one, choice) > preference(than, choice);
  return levels
    .map((level, index) => ({ level, index }))
    .filter(({ level }) => levels.some((other) => other.height === level.height && isBetter(other, level)))
    .map(({ index }) => index)
    .reverse();
}

/** Whether this screen shows HDR (Media Queries Level 5 §6.6). */
const hasHdrScreen = () => matchMedia("(dynamic-range: high)").matches;

/**
 * Keeps one codec and range of each height, so that menus list no height twice, and lets the player change them with the height:
 * hls.js stays with those that it begins with, which may not have the low heights that slow connections need.
 * Returns whether levels in H.264 were removed.
 */
function mixCodecs(hls: Hls, codec: CodecChoice): boolean {
  const others = levelsBesidePreferred(hls.levels, { codec, hdrScreen: hasHdrScreen() });
  const removesH264 = hls.levels.some((level, index) => rank(level) === 0 && others.includes(index));
  for (const index of others) hls.removeLevel(index);
  // The set of codecs and the range that a level belongs to: those of one go together.
  if (new Set(hls.levels.map(rank)).size > 1) for (const level of hls.levels) Object.assign(level, { codecSet: "" });
  if (new Set(hls.levels.map(isHdr)).size > 1)
    for (const level of hls.levels) Object.assign(level.attrs, { "VIDEO-RANGE": "SDR" });
  return codec === "best" && removesH264;
}

/** The codecs of a stream that is opened once or again. */
export class CodecMix {
  #choice: CodecChoice = "best";
  #hasChoice = false;

  /** Keeps the best codec of each height, or H.264 after `fallBack`. */
  choose(hls: Hls): void {
    this.#hasChoice = mixCodecs(hls, this.#choice);
  }

  /** From now on H.264, since a browser may accept a codec that its decoder fails at; false where nothing else was chosen. */
  fallBack(): boolean {
    if (!this.#hasChoice) return false;
    this.#choice = "h264";
    return true;
  }
}
