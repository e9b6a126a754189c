import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { watchingSince } from "../counting/viewers-now.ts";

/** Items that are listed; the sum is of all. */
const LISTED = 10;

interface Watched {
  id: number;
  title: string;
  viewers: number;
}

/** Who watches a project's videos or livestreams now, the most watched first; with an id, that one alone. */
export async function readWatching(
  { db, clock }: Context,
  { projectId }: ProjectGrant,
  { kind, item }: { kind: "video" | "stream"; item?: number | undefined },
): Promise<{ viewers: number; items: Watched[] }> {
  const titles =
    kind === "video"
      ? sql`select title from videos where project_id = ${projectId} and id = item_id`
      : sql`select name from streams where project_id = ${projectId} and id = item_id`;
  const { rows } = await sql<Watched & { total: number }>`
    select item_id as id, coalesce((${titles}), '#' || item_id) as title, viewers, total from (
      select item_id, count(*)::int as viewers, (sum(count(*)) over ())::int as total from watching_views
      where project_id = ${projectId} and item_kind = ${kind} and at > ${watchingSince(clock.now())}
        ${item === undefined ? sql`` : sql`and item_id = ${item}`}
      group by 1 order by viewers desc, item_id limit ${LISTED}) as watched
    order by viewers desc, id`.execute(db);
  return { viewers: rows[0]?.total ?? 0, items: rows.map(({ total: _total, ...row }) => row) };
}
