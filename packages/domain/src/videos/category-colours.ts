/** The colours a category can have; what each looks like is the console's business. */
export const CATEGORY_COLOURS = ["blue", "green", "orange", "red", "violet", "teal", "yellow", "gray"] as const;
export type CategoryColour = (typeof CATEGORY_COLOURS)[number];

/** The colour a new category gets: the first of those the fewest others have, so that neighbours differ. */
export function nextColour(used: readonly CategoryColour[]): CategoryColour {
  const uses = (colour: CategoryColour) => used.filter((each) => each === colour).length;
  return CATEGORY_COLOURS.reduce((best, colour) => (uses(colour) < uses(best) ? colour : best));
}
