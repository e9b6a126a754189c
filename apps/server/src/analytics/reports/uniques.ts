import type { Executor } from "@kinora/db/connect.ts";
import { countVisitors, mergeSketches } from "@kinora/domain/analytics/visitor-sketch.ts";
import { sql } from "kysely";
import type { ItemKind } from "../sums/report-sums.ts";
import { audiencesOf, type ReportFilter } from "./filter.ts";
import type { Period } from "./period.ts";

type Dimension = "" | "kind" | "video" | "stream" | "player" | "host" | "country" | "device";

const NAMES = ["video", "stream", "player", "host", "country", "device"] as const;

/**
 * How many visitors a report has, each counted once a UTC day of the range's dates; null for filters that combine two things, since sketches are
 * kept of one at a time.
 * @param kind counts those of all videos, or of all livestreams.
 */
export async function countUniques(
  db: Executor,
  filter: ReportFilter,
  period: Period,
  kind?: ItemKind,
): Promise<number | null> {
  const [only, second] = NAMES.filter((name) => filter[name] !== undefined);
  if (second !== undefined || (kind !== undefined && only !== undefined && only !== kind)) return null;
  const dimension = only ?? (kind === undefined ? "" : "kind");
  const value = only === undefined ? (kind ?? "") : String(filter[only]);
  return (await uniquesOf(db, filter, period, dimension, [value])).get(value) ?? 0;
}

/** The same for several values of one dimension. */
export async function uniquesOf(
  db: Executor,
  filter: Pick<ReportFilter, "projectId" | "own" | "bots">,
  period: Period,
  dimension: Dimension,
  values: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ value: string; sketches: Buffer[] }>`
    select value, array_agg(sketch) as sketches from view_sketches
    where project_id = ${filter.projectId} and dimension = ${dimension} and value = any(${values})
      and audience = any(${audiencesOf(filter)})
      and day between ${period.from}::date and ${period.to}::date
    group by value, day`.execute(db);
  const counts = new Map<string, number>();
  // Salts change each day: visitors of two days are never the same.
  for (const { value, sketches } of rows)
    counts.set(value, (counts.get(value) ?? 0) + countVisitors(mergeSketches(sketches)));
  return counts;
}
