import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { addsAnything, SUMMED, type ViewChange } from "./view-change.ts";

const HOUR_MS = 3_600_000;

/** Adds what views changed to the sums of hours and days. Rows are written in one order on every edge, so that none waits in a circle. */
export async function addSums(db: Database, changes: readonly ViewChange[]): Promise<void> {
  await addHours(db, changes.filter(addsAnything));
  await addCodes(
    db,
    changes.filter(({ code }) => code !== null),
  );
  await addParts(
    db,
    changes.filter(({ parts, report }) => parts !== null && report.audience === "viewer"),
  );
  await addPlayerDays(
    db,
    changes.filter(({ added, report }) => added.plays !== 0 && report.audience === "viewer"),
  );
}

/** The start of the UTC hour in which a report arrived. */
const hourOf = ({ report }: ViewChange): string =>
  new Date(Math.floor(report.arrivedAt.getTime() / HOUR_MS) * HOUR_MS).toISOString();

const itemOf = ({ report: { item, player, audience } }: ViewChange) => ({
  project_id: item.projectId,
  item_kind: item.kind,
  item_id: item.id,
  player,
  audience,
});

async function addHours(db: Database, changes: readonly ViewChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({
    hour: hourOf(change),
    ...itemOf(change),
    host: change.report.host ?? "",
    country: change.report.country ?? "",
    device: change.report.device,
    browser: change.report.browser,
    ...change.added,
    startups: change.startups,
  }));
  const columns = sql.raw(SUMMED.join(", "));
  const types = sql.raw(SUMMED.map((name) => `${name} bigint`).join(", "));
  const sums = sql.raw(SUMMED.map((name) => `sum(${name})`).join(", "));
  const added = sql.raw(SUMMED.map((name) => `${name} = h.${name} + excluded.${name}`).join(", "));
  const key = sql.raw("project_id, hour, item_kind, item_id, player_id, host, country, device, browser, audience");
  await sql`
    with changed as (
      select r.*, coalesce(l.id, 0) as player_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (hour timestamptz, project_id bigint, item_kind text,
        item_id bigint, player text, host text, country text, device text, browser text, audience text, ${types},
        startups integer[])
      left join players l on l.hash = r.player and l.project_id = r.project_id)
    insert into view_hours as h (${key}, ${columns}, startups)
    select ${key}, ${sums}, sum_arrays(startups)
    from changed group by ${key} order by ${key}
    on conflict (${key}) do update set ${added},
      startups = coalesce(add_arrays(h.startups, excluded.startups), h.startups, excluded.startups)`.execute(db);
}

async function addCodes(db: Database, changes: readonly ViewChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({ hour: hourOf(change), ...itemOf(change), code: change.code }));
  await sql`
    insert into view_codes as c (project_id, hour, item_kind, item_id, player_id, code, audience, views)
    select r.project_id, r.hour, r.item_kind, r.item_id, coalesce(l.id, 0), r.code, r.audience, count(*)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (hour timestamptz, project_id bigint, item_kind text,
      item_id bigint, player text, audience text, code text)
    left join players l on l.hash = r.player and l.project_id = r.project_id
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
    on conflict (project_id, hour, item_kind, item_id, player_id, code, audience)
      do update set views = c.views + excluded.views`.execute(db);
}

/** The team and automatic clients do not count: the table has no column to leave them out by. */
async function addParts(db: Database, changes: readonly ViewChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({
    project_id: change.report.item.projectId,
    video_id: change.report.item.id,
    day: hourOf(change).slice(0, 10),
    parts: change.parts,
  }));
  await sql`
    insert into video_parts as p (project_id, video_id, day, parts)
    select project_id, video_id, day, sum_arrays(parts)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (project_id bigint, video_id bigint, day date, parts integer[])
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (project_id, video_id, day) do update set parts = add_arrays(p.parts, excluded.parts)`.execute(db);
}

/** The plays that the list of players shows. The player is the one that the view began with. */
async function addPlayerDays(db: Database, changes: readonly ViewChange[]): Promise<void> {
  const rows = changes.flatMap((change) => {
    const { report, playerId, added } = change;
    if (playerId === null) return [];
    return [
      { project_id: report.item.projectId, day: hourOf(change).slice(0, 10), player_id: playerId, plays: added.plays },
    ];
  });
  if (rows.length === 0) return;
  await sql`
    insert into player_days as p (project_id, day, player_id, plays)
    select project_id, day, player_id, sum(plays)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (project_id bigint, day date, player_id bigint, plays bigint)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (project_id, day, player_id) do update set plays = p.plays + excluded.plays`.execute(db);
}
