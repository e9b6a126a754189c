import type { Database } from "@kinora/db/connect.ts";
import { noStartups } from "@kinora/domain/analytics/startup-steps.ts";
import { sql } from "kysely";
import {
  isNothing,
  playsOf,
  plus,
  startupOf,
  SUMMED,
  type Counts,
  type ViewChange,
  type ViewPlace,
} from "./view-change.ts";
import { hourOf, type HourPart } from "./view-hours.ts";

const DAY_MS = 86_400_000;

/** A row of sums while it is put together. */
interface Sums {
  key: Record<string, string | number>;
  counts: Counts;
  startups: number[] | null;
  last_play: string | null;
}

/** Adds up what has the same key. */
class Totals {
  readonly #rows = new Map<string, Sums>();

  add(key: Sums["key"], { counts, startup, hour }: { counts: Counts; startup: number | null; hour: string }): void {
    const name = Object.values(key).join("\n");
    const known = this.#rows.get(name) ?? { key, counts: counts.map(() => 0), startups: null, last_play: null };
    known.counts = plus(known.counts, counts);
    if (startup !== null) {
      known.startups ??= noStartups();
      known.startups[startup] = (known.startups[startup] ?? 0) + 1;
    }
    if (playsOf(counts) > 0 && (known.last_play === null || known.last_play < hour)) known.last_play = hour;
    this.#rows.set(name, known);
  }

  /** As the columns of a table. */
  get rows() {
    return [...this.#rows.values()].map(({ key, counts, startups, last_play }) => ({
      ...key,
      ...Object.fromEntries(SUMMED.map((name, at) => [name, counts[at]])),
      startups,
      last_play,
    }));
  }
}

const COLUMNS = sql.raw(SUMMED.join(", "));
const TYPES = sql.raw(SUMMED.map((name) => `${name} bigint`).join(", "));
const ADDED = sql.raw(
  [
    ...SUMMED.map((name) => `${name} = s.${name} + excluded.${name}`),
    "startups = add_startups(s.startups, excluded.startups)",
  ].join(", "),
);

/**
 * Adds what views changed to the sums of hours and of days by each dimension. Rows are written in one order on every edge, so
 * that none waits in a circle.
 */
export async function addSums(db: Database, changes: readonly ViewChange[]): Promise<void> {
  const totals = new Totals();
  for (const change of changes) {
    const { report, place, added, sums } = change;
    if (isNothing(added)) continue;
    const hour = hourOf(change);
    const of = { project_id: report.item.projectId, item_kind: report.item.kind, audience: place.audience };
    const part = { counts: added, startup: startupOf(added, sums), hour: hour.toISOString() };
    const day = new Date(Math.floor(hour.getTime() / DAY_MS) * DAY_MS).toISOString();
    for (const [dimension, value] of valuesOf(report.item.id, place)) {
      totals.add({ ...of, step: "hour", dimension, value, at: part.hour }, part);
      totals.add({ ...of, step: "day", dimension, value, at: day }, part);
    }
  }
  const { rows } = totals;
  if (rows.length === 0) return;
  const key = sql.raw("project_id, step, dimension, value, at, item_kind, audience");
  await sql`
    insert into view_sums as s (${key}, ${COLUMNS}, startups, last_play)
    select ${key}, ${COLUMNS}, startups, last_play
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (project_id bigint, step text, dimension text, value text,
      at timestamptz, item_kind text, audience text, ${TYPES}, startups integer[], last_play timestamptz)
    order by ${key}
    on conflict (${key}) do update set ${ADDED}, last_play = greatest(s.last_play, excluded.last_play)`.execute(db);
}

function valuesOf(itemId: number, { playerId, host, country, device, browser }: ViewPlace): [string, string][] {
  return [
    ["", ""],
    ["item", String(itemId)],
    ["player", String(playerId ?? 0)],
    ["host", host ?? ""],
    ["country", country ?? ""],
    ["device", device],
    ["browser", browser],
  ];
}

/** Adds parts of views that are in no row of a view to the sums by all dimensions together. */
export async function addHours(db: Database, parts: readonly HourPart[]): Promise<void> {
  const totals = new Totals();
  for (const { change, hour, place, counts } of parts) {
    const { item } = change.report;
    const key = {
      ...{ project_id: item.projectId, hour: hour.toISOString(), item_kind: item.kind, item_id: item.id },
      ...{ player_id: place.playerId ?? 0, host: place.host ?? "", country: place.country ?? "" },
      ...{ device: place.device, browser: place.browser, audience: place.audience },
    };
    totals.add(key, { counts, startup: startupOf(counts, change.sums), hour: key.hour });
  }
  const { rows } = totals;
  if (rows.length === 0) return;
  const key = sql.raw("project_id, hour, item_kind, item_id, player_id, host, country, device, browser, audience");
  await sql`
    insert into view_hours as s (${key}, ${COLUMNS}, startups)
    select ${key}, ${COLUMNS}, startups
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (hour timestamptz, project_id bigint, item_kind text,
      item_id bigint, player_id bigint, host text, country text, device text, browser text, audience text, ${TYPES},
      startups integer[])
    order by ${key}
    on conflict (${key}) do update set ${ADDED}`.execute(db);
}
