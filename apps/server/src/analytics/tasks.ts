import type { Chore } from "../platform/jobs/chores.ts";
import { keepViewTables } from "./counting/keep-tables.ts";
import { countWatching } from "./counting/viewers-now.ts";
import { copyHours, dropDeletedProjects } from "./sums/copy-hours.ts";

/** What analytics does by the clock. */
export const analyticsChores: readonly Chore[] = [
  {
    name: "analytics.keep_view_tables",
    does: "Makes room for new views and deletes those that are too old.",
    everySeconds: 600,
    run: keepViewTables,
  },
  { name: "analytics.count_watching", does: "Counts who is watching now.", everySeconds: 10, run: countWatching },
  {
    name: "analytics.copy_hours",
    does: "Copies the sums of hours to ClickHouse, where one answers reports.",
    everySeconds: 10,
    run: copyHours,
  },
  {
    name: "analytics.drop_copies",
    does: "Deletes the sums of deleted projects from ClickHouse.",
    everySeconds: 3_600,
    run: dropDeletedProjects,
  },
];
