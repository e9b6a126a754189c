import { LISTED_DAYS } from "@kinora/domain/analytics/reports.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { bounded } from "../../platform/lists/bounded-read.ts";

const DAY_MS = 86_400_000;

/** The figures of videos beside a list of them: of viewers, in the last 28 days. Ids of other projects have none. */
export async function readVideoPlays(
  { db, clock }: Context,
  { projectId }: ProjectGrant,
  ids: readonly number[],
): Promise<{ id: number; plays: number; watched_seconds: number }[]> {
  const since = new Date(clock.now().getTime() - LISTED_DAYS * DAY_MS);
  const { rows } = await bounded(db, (tx) =>
    sql<{ id: number; plays: number; watched_seconds: number }>`
      select value::float8 as id, sum(plays)::float8 as plays, sum(watched_ms)::float8 / 1000 as watched_seconds
      from played_hours
      where project_id = ${projectId} and dimension = 'item' and value = any(${ids.map(String)})
        and item_kind = 'video' and hour >= ${since} and audience = 'viewer'
      group by 1`.execute(tx),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => found.get(id) ?? { id, plays: 0, watched_seconds: 0 });
}
