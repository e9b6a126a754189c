/** How like the picture of a rung, scaled up, is that of one above it. */
export interface RungSimilarity {
  label: string;
  above: string;
  /**
   * Structural similarity, 0–1, of the parts of the picture that differ the most: a mean over the picture would hide small
   * text on an empty page.
   */
  similarity: number;
}

/** What was compared of a source, from a second on. */
export interface ComparedPiece {
  fromSeconds: number;
  /** Of each pair of rungs: how many parts were compared, and the lowest similarities, ascending. */
  pairs: { parts: number; lowest: number[] }[];
}

/** From this similarity on nobody tells two rungs apart. docs/codecs.md has the measurements that it was chosen from. */
export const SIMILAR_FROM = 0.94;

/** Fewer rungs than this have none between the lowest and the highest. */
export const FEWEST_COMPARED = 3;

/**
 * The rungs that need not be made, the highest first: those that nobody tells apart from the next one above that is made.
 * The highest stays, because it is what was asked for, and the lowest for slow networks. Pure.
 *
 * @param labels of the rungs, lowest first.
 * @param measured of the pairs of them; what was not measured is made.
 */
export function similarRungs(labels: readonly string[], measured: readonly RungSimilarity[]): RungSimilarity[] {
  const similar: RungSimilarity[] = [];
  let above = labels.at(-1);
  for (const label of labels.slice(1, -1).toReversed()) {
    const pair = measured.find((each) => each.label === label && each.above === above);
    if (pair && pair.similarity >= SIMILAR_FROM) similar.push(pair);
    else above = label;
  }
  return similar;
}
