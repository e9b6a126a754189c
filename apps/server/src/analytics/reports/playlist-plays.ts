import { LISTED_DAYS } from "@kinora/domain/analytics/reports.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";

const DAY_MS = 86_400_000;

/**
 * The plays of videos within playlists, beside a list of these: of viewers, in the last 28 UTC days, today included. Ids of other
 * projects have none.
 */
export async function readPlaylistPlays(
  { db, clock }: Context,
  { projectId }: ProjectGrant,
  ids: readonly number[],
): Promise<{ id: number; plays: number }[]> {
  const first = new Date(clock.now().getTime() - (LISTED_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const { rows } = await sql<{ id: number; plays: number }>`
    select playlist_id as id, sum(plays)::float8 as plays from playlist_days
    where project_id = ${projectId} and day >= ${first}::date and playlist_id = any(${ids}::bigint[])
    group by 1`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row.plays]));
  return [...new Set(ids)].map((id) => ({ id, plays: found.get(id) ?? 0 }));
}
