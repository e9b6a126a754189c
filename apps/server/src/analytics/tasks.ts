import type { Chore } from "../platform/jobs/chores.ts";
import { deleteOldFigures } from "./counting/delete-old-figures.ts";
import { keepViewTables } from "./counting/keep-tables.ts";
import { countWatching } from "./counting/viewers-now.ts";
import { fillSums } from "./sums/fill-sums.ts";

/** What analytics does by the clock. */
export const analyticsChores: readonly Chore[] = [
  {
    name: "analytics.keep_view_tables",
    does: "Makes room for new views and deletes those that are too old.",
    everySeconds: 600,
    run: keepViewTables,
  },
  {
    name: "analytics.delete_old_figures",
    does: "Deletes the figures of viewers that projects keep for some days only.",
    everySeconds: 3_600,
    run: deleteOldFigures,
  },
  { name: "analytics.count_watching", does: "Counts who is watching now.", everySeconds: 10, run: countWatching },
  {
    name: "analytics.fill_sums",
    does: "Makes the sums that reports read of days that an earlier release counted.",
    everySeconds: 60,
    run: fillSums,
  },
];
