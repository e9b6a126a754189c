import type { Chore } from "../platform/jobs/chores.ts";
import { keepViewTables } from "./counting/keep-tables.ts";
import { countWatching } from "./counting/viewers-now.ts";

/** What analytics does by the clock. */
export const analyticsChores: readonly Chore[] = [
  { name: "analytics.keep_view_tables", everySeconds: 600, run: keepViewTables },
  { name: "analytics.count_watching", everySeconds: 10, run: countWatching },
];
