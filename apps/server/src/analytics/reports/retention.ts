import { VIEW_PARTS } from "@kinora/domain/analytics/view-sums.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { missingScope, type ProjectGrant } from "../../platform/access/scope.ts";

/**
 * How often each hundredth of a video of the project was watched from one UTC day to another; as many numbers as there are parts.
 * @throws Refusal `not_found` for a video of another project.
 */
export async function readRetention(
  { db }: Context,
  { projectId }: ProjectGrant,
  { id, from, to }: { id: number; from: string; to: string },
): Promise<number[]> {
  const video = await db
    .selectFrom("videos")
    .select("id")
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  if (!video) throw missingScope("video");
  const { rows } = await sql<{ place: number; watched: number }>`
    select place::int, sum(watched)::float8 as watched
    from video_parts, unnest(parts) with ordinality as part (watched, place)
    where project_id = ${projectId} and video_id = ${id} and day between ${from}::date and ${to}::date
    group by place`.execute(db);
  const parts = Array.from({ length: VIEW_PARTS }, () => 0);
  for (const { place, watched } of rows) parts[place - 1] = watched;
  return parts;
}
