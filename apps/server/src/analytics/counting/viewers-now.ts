import type { Database } from "@kinora/db/connect.ts";
import { projectChannel, VIEWERS_COUNTED_EVENT } from "@kinora/domain/realtime.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { rowsAs } from "../../platform/database/rows-as.ts";
import { publishAll } from "../../platform/events/events.ts";
import { watchedOf, type ViewChange } from "./view-change.ts";

/** Who reported within this time watches. */
const WATCHING_SECONDS = 30;

/** Viewers who reported after this moment are watching. */
export const watchingSince = (now: Date): Date => new Date(now.getTime() - WATCHING_SECONDS * 1_000);

/** Notes which views played on. Edges add up here: a view is one row, whichever of them it reports to. */
export async function noteWatching(db: Database, changes: readonly ViewChange[]): Promise<void> {
  const rows = changes
    .filter(({ added, report }) => watchedOf(added) > 0 && report.audience === "viewer")
    .map(({ report: { view, item, arrivedAt } }) => ({
      id: view,
      project_id: item.projectId,
      item_kind: item.kind,
      item_id: item.id,
      at: arrivedAt.toISOString(),
    }));
  if (rows.length === 0) return;
  await sql`
    insert into watching_views as w (id, project_id, item_kind, item_id, at)
    select r.id, r.project_id, r.item_kind, r.item_id, max(r.at)
    from ${rowsAs("r", { id: "uuid", project_id: "bigint", item_kind: "text", item_id: "bigint", at: "timestamptz" }, rows)}
    group by 1, 2, 3, 4 order by 1
    on conflict (id) do update set at = greatest(w.at, excluded.at)`.execute(db);
}

/** Counts who watches each video and livestream now; a minute keeps the most. Pushes a notice to open reports. */
export async function countWatching({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const since = watchingSince(now);
  const { rows: counted } = await sql<{ project_id: number }>`
    insert into viewers_now as n (project_id, item_kind, item_id, minute, viewers)
    select w.project_id, w.item_kind, w.item_id, date_trunc('minute', ${now}::timestamptz), count(*)
    from watching_views w join projects p on p.id = w.project_id
    where w.at > ${since}
    group by 1, 2, 3
    on conflict (project_id, item_kind, item_id, minute) do update set viewers = greatest(n.viewers, excluded.viewers)
    returning n.project_id`.execute(db);
  const left = await db.deleteFrom("watching_views").where("at", "<=", since).returning("project_id").execute();
  const projects = new Set([...counted, ...left].map((row) => row.project_id));
  if (projects.size === 0) return;
  await publishAll(
    db,
    [...projects].map((id) => ({ channel: projectChannel(id), event: VIEWERS_COUNTED_EVENT, data: {} })),
  );
}
