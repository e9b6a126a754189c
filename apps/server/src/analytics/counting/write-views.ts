import type { Database } from "@kinora/db/connect.ts";
import type { ArrivedReport } from "@kinora/domain/analytics/player-report.ts";
import { sql } from "kysely";
import { addSums } from "./add-sums.ts";
import { addVisitors, type NewVisitor } from "./add-visitors.ts";
import { changeOf, type StoredView, type ViewChange } from "./view-change.ts";
import { noteWatching } from "./viewers-now.ts";
import type { VisitorHashes } from "./visitors.ts";

/** Writes reports of different views, in the order of their days and ids, and adds what they change to the sums. */
export async function writeViews(
  db: Database,
  visitors: VisitorHashes,
  reports: readonly ArrivedReport[],
): Promise<void> {
  for (const day of new Set(reports.map(arrivalDay))) await visitors.prepare(day);
  await db.transaction().execute(async (tx) => {
    await addNewViews(tx, reports);
    const stored = await lockViews(tx, reports);
    // A view of a project that was deleted meanwhile has no row.
    const changes = reports.flatMap((report) => {
      const view = stored.get(report.view);
      return view ? [changeOf(view, report)] : [];
    });
    await updateViews(tx, visitors, changes);
    await addSums(tx, changes);
    await addVisitors(tx, newVisitors(visitors, changes));
    await noteWatching(tx, changes);
  });
}

/** Who began to play, as the day of that tells them apart. */
function newVisitors(visitors: VisitorHashes, changes: readonly ViewChange[]): NewVisitor[] {
  return changes.flatMap((change) => {
    const { client } = change.report;
    const day = arrivalDay(change.report);
    return client !== null && change.isNewVisitor ? [{ change, day, hash: visitors.of(day, client) }] : [];
  });
}

const arrivalDay = ({ arrivedAt }: ArrivedReport): string => arrivedAt.toISOString().slice(0, 10);

/** A new view begins without any sum: what its report adds is found like that of every other one, under the lock of its row. */
async function addNewViews(db: Database, reports: readonly ArrivedReport[]): Promise<void> {
  const rows = reports.map((report) => ({
    day: report.day,
    id: report.view,
    project_id: report.item.projectId,
    item_kind: report.item.kind,
    item_id: report.item.id,
    player: report.player,
    host: report.host,
    path: report.path,
    country: report.country,
    device: report.device,
    browser: report.browser,
    audience: report.audience,
    loaded_at: report.loadedAt,
    reported_at: report.arrivedAt,
  }));
  await sql`
    insert into views (day, id, project_id, item_kind, item_id, player_id, host, path, country, device, browser, audience,
      report, loaded_at, reported_at)
    select r.day, r.id, r.project_id, r.item_kind, r.item_id, l.id, r.host, r.path, r.country, r.device, r.browser,
      r.audience, 0, r.loaded_at, r.reported_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (day date, id uuid, project_id bigint, item_kind text,
      item_id bigint, player text, host text, path text, country text, device text, browser text, audience text,
      loaded_at timestamptz, reported_at timestamptz)
    join projects p on p.id = r.project_id
    left join players l on l.hash = r.player and l.project_id = r.project_id
    order by r.day, r.id
    on conflict (day, id) do nothing`.execute(db);
}

interface ViewRow extends Omit<StoredView, "sums" | "playerId"> {
  id: string;
  player_id: number | null;
  played: boolean;
  ended: boolean;
  first_frame_ms: number | null;
  watched_ms: number;
  waited_ms: number;
  waits: number;
  furthest: number | null;
  parts: number[] | null;
  error_code: string | null;
  ads: number;
  ad_requests: number;
  heights: Record<string, number>;
}

/**
 * Locks the rows of the views: edges that got reports of the same view compare one after the other. A view stays one of the
 * item it began with.
 */
async function lockViews(db: Database, reports: readonly ArrivedReport[]): Promise<Map<string, StoredView>> {
  const keys = JSON.stringify(
    reports.map(({ day, view, item }) => ({ day, id: view, item_kind: item.kind, item_id: item.id })),
  );
  const { rows } = await sql<ViewRow>`
    select v.id, v.report, v.viewed, v.visitor, v.player_id, v.played, v.ended, v.first_frame_ms, v.watched_ms, v.waited_ms, v.waits,
      v.furthest, v.parts, v.error_code, v.ads, v.ad_requests, v.heights
    from views v join jsonb_to_recordset(${keys}::jsonb) as r (day date, id uuid, item_kind text, item_id bigint)
      on v.day = r.day and v.id = r.id and v.item_kind = r.item_kind and v.item_id = r.item_id
    order by v.day, v.id for update of v`.execute(db);
  return new Map(
    rows.map(({ id, report, viewed, visitor, player_id: playerId, error_code: error, ...sums }) => [
      id,
      { report, viewed, visitor, playerId, sums: { ...sums, error } },
    ]),
  );
}

async function updateViews(db: Database, visitors: VisitorHashes, changes: readonly ViewChange[]): Promise<void> {
  const rows = changes.map(({ report, viewed, sums: { error, ...sums } }) => ({
    day: report.day,
    id: report.view,
    report: report.report,
    reported_at: report.arrivedAt,
    country: report.country,
    path: report.path,
    visitor: report.client === null ? null : `\\x${visitors.of(arrivalDay(report), report.client).toString("hex")}`,
    viewed,
    ...sums,
    error_code: error,
  }));
  await sql`
    update views v set report = greatest(v.report, r.report), reported_at = greatest(v.reported_at, r.reported_at),
      country = coalesce(v.country, r.country), path = coalesce(v.path, r.path), visitor = coalesce(v.visitor, r.visitor),
      played = r.played, viewed = r.viewed, ended = r.ended, first_frame_ms = r.first_frame_ms, watched_ms = r.watched_ms,
      waited_ms = r.waited_ms, waits = r.waits, furthest = r.furthest, parts = r.parts, error_code = r.error_code,
      ads = r.ads, ad_requests = r.ad_requests, heights = r.heights
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (day date, id uuid, report integer,
      reported_at timestamptz, country text, path text, visitor bytea, played boolean, viewed boolean, ended boolean,
      first_frame_ms integer, watched_ms bigint, waited_ms bigint, waits integer, furthest real, parts smallint[],
      error_code text, ads integer, ad_requests integer, heights jsonb)
    where v.day = r.day and v.id = r.id`.execute(db);
}
