import type { Database } from "@kinora/db/connect.ts";
import { noStartups } from "@kinora/domain/analytics/startup-steps.ts";
import { sql } from "kysely";
import { rowsAs } from "../../platform/database/rows-as.ts";
import { isNothing, playsOf, startupOf, SUMMED, type Counts, type ViewChange, type ViewPlace } from "./view-change.ts";
import { hourOf, type HourPart } from "./view-hours.ts";

const DAY_MS = 86_400_000;

/** A row of sums while it is put together. */
interface Sums {
  key: Record<string, string | number>;
  counts: number[];
  startups: number[] | null;
  last_play: string | null;
}

/** What is added to a row: first frames by their steps, or none. */
interface Part {
  counts: Counts;
  startups: readonly number[] | null;
  last_play: string | null;
}

const partOf = (counts: Counts, startup: number | null, hour: string): Part => ({
  counts,
  startups: startup === null ? null : noStartups().with(startup, 1),
  last_play: playsOf(counts) > 0 ? hour : null,
});

/** Adds up what has the same key. */
class Totals {
  readonly #rows = new Map<string, Sums>();

  /** @param name tells keys apart. */
  add(name: string, key: () => Sums["key"], part: Part): void {
    let known = this.#rows.get(name);
    if (!known) {
      known = { key: key(), counts: part.counts.map(() => 0), startups: null, last_play: null };
      this.#rows.set(name, known);
    }
    addTo(known.counts, part.counts);
    if (part.startups) addTo((known.startups ??= noStartups()), part.startups);
    if (part.last_play !== null && (known.last_play === null || known.last_play < part.last_play))
      known.last_play = part.last_play;
  }

  get sums(): Sums[] {
    return [...this.#rows.values()];
  }
}

/** In place: every view of a batch comes through here, once for each dimension. */
function addTo(counts: number[], others: Counts): void {
  for (let at = 0; at < counts.length; at += 1) counts[at] = (counts[at] ?? 0) + (others[at] ?? 0);
}

/** As the columns of a table. */
const columnsOf = ({ key, counts, startups, last_play }: Sums): Readonly<Record<string, unknown>> => ({
  ...key,
  ...Object.fromEntries(SUMMED.map((name, at) => [name, counts[at]])),
  startups,
  last_play,
});

const COLUMNS = sql.raw(SUMMED.join(", "));
type Types = Readonly<Record<string, string>>;
const TYPES: Types = { ...Object.fromEntries(SUMMED.map((name) => [name, "bigint"])), startups: "integer[]" };
/** The columns that a row of sums is found by, with their types. */
const OF_DIMENSION: Types = {
  ...{ project_id: "bigint", step: "text", dimension: "text", value: "text", at: "timestamptz", item_kind: "text" },
  audience: "text",
};
const OF_HOUR: Types = {
  ...{ project_id: "bigint", hour: "timestamptz", item_kind: "text", item_id: "bigint", player_id: "bigint" },
  ...{ host: "text", country: "text", device: "text", browser: "text", audience: "text" },
};
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
  const hours = sumsOfHours(changes);
  const rows = [...hours, ...sumsOfDays(hours)].map(columnsOf);
  if (rows.length === 0) return;
  const key = sql.raw(Object.keys(OF_DIMENSION).join(", "));
  await sql`
    insert into view_sums as s (${key}, ${COLUMNS}, startups, last_play)
    select ${key}, ${COLUMNS}, startups, last_play
    from ${rowsAs("r", { ...OF_DIMENSION, ...TYPES, last_play: "timestamptz" }, rows)}
    order by ${key}
    on conflict (${key}) do update set ${ADDED}, last_play = greatest(s.last_play, excluded.last_play)`.execute(db);
}

/** Sums of hours by each dimension, by the project and the kind of its items. */
function sumsOfHours(changes: readonly ViewChange[]): Sums[] {
  const all = new Map<string, Totals>();
  for (const change of changes) {
    const { report, place, added, sums } = change;
    if (isNothing(added)) continue;
    const at = hourOf(change).toISOString();
    const { projectId: project_id, kind: item_kind } = report.item;
    const { audience } = place;
    const of = `${project_id} ${item_kind} ${audience} ${at}`;
    const totals = all.get(of) ?? new Totals();
    all.set(of, totals);
    const part = partOf(added, startupOf(added, sums), at);
    for (const [dimension, value] of valuesOf(report.item.id, place))
      totals.add(
        `${dimension} ${value}`,
        () => ({ project_id, item_kind, audience, step: "hour", dimension, value, at }),
        part,
      );
  }
  return [...all.values()].flatMap(({ sums }) => sums);
}

/** Sums of days, of the few rows that sums of hours are. */
function sumsOfDays(hours: readonly Sums[]): Sums[] {
  const totals = new Totals();
  for (const { key, ...part } of hours) {
    const at = new Date(Math.floor(Date.parse(String(key["at"])) / DAY_MS) * DAY_MS).toISOString();
    const ofDay = { ...key, step: "day", at };
    totals.add(Object.values(ofDay).join("\n"), () => ofDay, part);
  }
  return totals.sums;
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
    totals.add(Object.values(key).join("\n"), () => key, partOf(counts, startupOf(counts, change.sums), key.hour));
  }
  const rows = totals.sums.map(columnsOf);
  if (rows.length === 0) return;
  const key = sql.raw(Object.keys(OF_HOUR).join(", "));
  await sql`
    insert into view_hours as s (${key}, ${COLUMNS}, startups)
    select ${key}, ${COLUMNS}, startups
    from ${rowsAs("r", { ...OF_HOUR, ...TYPES }, rows)}
    order by ${key}
    on conflict (${key}) do update set ${ADDED}`.execute(db);
}
