import type { Database } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import { rowsAs } from "../../platform/database/rows-as.ts";
import { playsOf, type ViewChange } from "./view-change.ts";
import { hourOf } from "./view-hours.ts";

/** Adds what views changed to what is counted beside sums. Rows are written in one order on every edge, so that none waits in a circle. */
export async function addDetails(db: Database, changes: readonly ViewChange[]): Promise<void> {
  await addCodes(
    db,
    changes.filter(({ code }) => code !== null),
  );
  await addParts(
    db,
    changes.filter(({ parts, report }) => parts !== null && report.audience === "viewer"),
  );
  const plays = changes.filter(({ added, report }) => playsOf(added) !== 0 && report.audience === "viewer");
  await addPlayerDays(db, plays);
  await addPlaylistDays(db, plays);
}

const hourText = (change: ViewChange): string => hourOf(change).toISOString();

const itemOf = ({ report: { item, player, audience } }: ViewChange) => ({
  project_id: item.projectId,
  item_kind: item.kind,
  item_id: item.id,
  player,
  audience,
});

async function addCodes(db: Database, changes: readonly ViewChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => ({ hour: hourText(change), ...itemOf(change), code: change.code }));
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
  // Added up here: PostgreSQL takes most of a batch's time for as many arrays as there are views.
  const totals = new Map<string, { project_id: number; video_id: number; day: string; parts: number[] }>();
  for (const change of changes) {
    const { projectId: project_id, id: video_id } = change.report.item;
    const day = hourText(change).slice(0, 10);
    const key = `${project_id} ${video_id} ${day}`;
    const known = totals.get(key);
    if (!known) totals.set(key, { project_id, video_id, day, parts: [...(change.parts ?? [])] });
    else for (const [at, count] of (change.parts ?? []).entries()) known.parts[at] = (known.parts[at] ?? 0) + count;
  }
  const types = { project_id: "bigint", video_id: "bigint", day: "date", parts: "integer[]" };
  await sql`
    insert into video_parts as p (project_id, video_id, day, parts)
    select project_id, video_id, day, parts from ${rowsAs("r", types, [...totals.values()])} order by 1, 2, 3
    on conflict (project_id, video_id, day) do update set parts = add_arrays(p.parts, excluded.parts)`.execute(db);
}

/** The plays that the list of players shows. The player is the one that the view began with. */
async function addPlayerDays(db: Database, changes: readonly ViewChange[]): Promise<void> {
  const rows = changes.flatMap((change) => {
    const { report, place, added } = change;
    if (place.playerId === null) return [];
    const day = hourText(change).slice(0, 10);
    return [{ project_id: report.item.projectId, day, player_id: place.playerId, plays: playsOf(added) }];
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

/** The plays that the list of playlists shows. Those of a playlist that was deleted meanwhile are left out. */
async function addPlaylistDays(db: Database, changes: readonly ViewChange[]): Promise<void> {
  const rows = changes.flatMap((change) => {
    const { report, added } = change;
    if (report.playlist === null) return [];
    const day = hourText(change).slice(0, 10);
    return [{ project_id: report.item.projectId, day, playlist: report.playlist, plays: playsOf(added) }];
  });
  if (rows.length === 0) return;
  await sql`
    insert into playlist_days as p (project_id, day, playlist_id, plays)
    select r.project_id, r.day, l.id, sum(r.plays)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (project_id bigint, day date, playlist text, plays bigint)
    join playlists l on l.hash = r.playlist and l.project_id = r.project_id
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (project_id, day, playlist_id) do update set plays = p.plays + excluded.plays`.execute(db);
}
