/** With `--once` a run shows only that everything can be measured: one round of each measurement, and as little data as it takes. */
export const once = process.argv.includes("--once");

/** How many rounds a measurement has. */
export const rounds = (usual: number): number => (once ? 1 : usual);

/** A size of a measurement: the usual one, or the least from which a figure comes. */
export const sized = <Size>(usual: Size, least: Size): Size => (once ? least : usual);
