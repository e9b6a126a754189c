import { LISTED_DAYS } from "@kinora/domain/analytics/reports.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";

const DAY_MS = 86_400_000;

/**
 * The plays of a project's players beside a list of them: of viewers, in the last 28 UTC days, today included. Read from sums of
 * days, of which each player has 28, however often it was played.
 */
export async function readPlayerPlays(
  { db, clock }: Context,
  { projectId }: ProjectGrant,
): Promise<{ id: number; plays: number }[]> {
  const first = new Date(clock.now().getTime() - (LISTED_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const { rows } = await sql<{ id: number; plays: number }>`
    select players.id, coalesce(sums.plays, 0)::float8 as plays
    from players left join (
      select player_id, sum(plays) as plays from player_days
      where project_id = ${projectId} and day >= ${first}::date group by 1) as sums on sums.player_id = players.id
    where players.project_id = ${projectId} order by players.id`.execute(db);
  return rows;
}
