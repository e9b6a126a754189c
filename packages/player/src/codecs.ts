import type Hls from "hls.js";

/** The best codec that the browser plays, or H.264, which all play. */
type CodecChoice = "best" | "h264";

/** What the choice between levels of one height needs. */
interface CodedLevel {
  height: number;
  /** RFC 6381; undefined where the playlist does not say it. */
  videoCodec: string | undefined;
}

/** Better codecs take fewer bits for the same picture. */
const order = ["avc1", "hvc1", "av01"];
const rank = ({ videoCodec = "" }: CodedLevel) => order.indexOf(videoCodec.slice(0, 4));

/** Indexes of the levels beside a level of their height in a better codec, or beside H.264 where that is the choice; last first. */
export function levelsOfOtherCodecs(levels: readonly CodedLevel[], choice: CodecChoice): number[] {
  const isBetter = (one: CodedLevel, than: CodedLevel) => (rank(one) - rank(than)) * (choice === "best" ? 1 : -1) > 0;
  return levels
    .map((level, index) => ({ level, index }))
    .filter(({ level }) => levels.some((other) => other.height === level.height && isBetter(other, level)))
    .map(({ index }) => index)
    .reverse();
}

/**
 * Keeps one codec of each height, so that menus list no height twice, and lets the player change codecs with the height: hls.js
 * stays with the codec that it begins with, which may not have the low heights that slow connections need.
 * Returns whether levels in H.264 were removed.
 */
function mixCodecs(hls: Hls, choice: CodecChoice): boolean {
  const others = levelsOfOtherCodecs(hls.levels, choice);
  for (const index of others) hls.removeLevel(index);
  const ranks = new Set(hls.levels.map(rank));
  // The set of codecs that a level belongs to: those of none go together.
  if (ranks.size > 1) for (const level of hls.levels) Object.assign(level, { codecSet: "" });
  return choice === "best" && others.length > 0;
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
