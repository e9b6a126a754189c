import type { Database } from "@kinora/db/connect.ts";
import type { ArrivedReport } from "@kinora/domain/analytics/player-report.ts";
import { hundredths, watchedParts } from "@kinora/domain/analytics/view-sums.ts";
import { sql } from "kysely";
import { rowsAs } from "../../platform/database/rows-as.ts";
import { addDetails } from "./add-details.ts";
import { addHours, addSums } from "./add-sums.ts";
import { addVisitors, type NewVisitor } from "./add-visitors.ts";
import { changeOf, newView, type StoredView, type ViewChange, type ViewPlace } from "./view-change.ts";
import { hoursOf, type ViewHours } from "./view-hours.ts";
import { noteWatching } from "./viewers-now.ts";
import type { VisitorHashes } from "./visitors.ts";

/** A change of a view, and where its hours are then. */
type PlacedChange = ViewChange & { hours: ViewHours };

/** Writes reports of different views, in the order of their days and ids, and adds what they change to the sums. */
export async function writeViews(
  db: Database,
  visitors: VisitorHashes,
  reports: readonly ArrivedReport[],
): Promise<void> {
  for (const day of new Set(reports.map(arrivalDay))) await visitors.prepare(day);
  // Another edge may write a new view at the same moment: its row is there then, to be locked and compared. What is left after that
  // is of a project that was deleted meanwhile, or of another item than the view began with.
  const unwritten = await writeOnce(db, visitors, reports);
  if (unwritten.length > 0) await writeOnce(db, visitors, unwritten);
}

/** Returns the reports whose views were not there and could not be inserted. */
async function writeOnce(
  db: Database,
  visitors: VisitorHashes,
  reports: readonly ArrivedReport[],
): Promise<ArrivedReport[]> {
  return db.transaction().execute(async (tx) => {
    const keptSince = await readKeptSince(tx);
    const place = (change: ViewChange): PlacedChange => ({
      ...change,
      hours: hoursOf(change, change.report.day >= keptSince),
    });
    const stored = await lockViews(tx, reports);
    const known = reports.flatMap((report) => {
      const view = stored.get(report.view);
      return view ? [place(changeOf(view, report))] : [];
    });
    const fresh = reports
      .filter(({ view }) => !stored.has(view))
      .map((report) => place(changeOf(newView(report), report)));
    const players = await insertViews(tx, visitors, fresh);
    const inserted = fresh.flatMap((change) => {
      const playerId = players.get(change.report.view);
      return playerId === undefined ? [] : [withPlayer(change, playerId)];
    });
    await updateViews(tx, visitors, known);
    const changes = [...known, ...inserted];
    await addDetails(tx, changes);
    await addVisitors(tx, newVisitors(visitors, changes));
    await noteWatching(tx, changes);
    await addHours(
      tx,
      changes.flatMap(({ hours }) => hours.parts),
    );
    // Last: every edge adds to the sums of a project, and waits for those who did.
    await addSums(tx, changes);
    return fresh.filter(({ report }) => !players.has(report.view)).map(({ report }) => report);
  });
}

/** Views of pages that were made from this UTC day on are kept in their rows. */
async function readKeptSince(db: Database): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (last_day + 1)::text as day from sums_filled where source = 'views'`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("It is not known since when views are kept in their rows.");
  return row.day;
}

function withPlayer(change: PlacedChange, playerId: number | null): PlacedChange {
  const place = { ...change.place, playerId };
  const { hours } = change;
  return { ...change, place, hours: { ...hours, parts: hours.parts.map((part) => ({ ...part, place })) } };
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

interface ViewRow extends Omit<StoredView, "isNew" | "sums" | "place">, Omit<ViewPlace, "playerId"> {
  id: string;
  player_id: number | null;
  played: boolean;
  ended: boolean;
  first_frame_ms: number | null;
  watched_ms: number;
  waited_ms: number;
  waits: number;
  furthest: number | null;
  /** As PostgreSQL writes an array. */
  parts: string | null;
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
  const keys = reports.map(({ day, view, item }) => ({ day, id: view, item_kind: item.kind, item_id: item.id }));
  const { rows } = await sql<ViewRow>`
    select v.id, v.viewed, v.visitor, v.player_id, v.host, v.country, v.device, v.browser, v.audience, v.hour, v.carried,
      v.played, v.ended, v.first_frame_ms, v.watched_ms, v.waited_ms, v.waits, v.furthest::float8 as furthest, v.parts::text as parts, v.error_code,
      v.ads, v.ad_requests, v.heights
    from views v join ${rowsAs("r", { day: "date", id: "uuid", item_kind: "text", item_id: "bigint" }, keys)}
      on v.day = r.day and v.id = r.id and v.item_kind = r.item_kind and v.item_id = r.item_id
    where ${ofDays(reports)}
    order by v.day, v.id for update of v`.execute(db);
  return new Map(rows.map((row) => [row.id, storedView(row)]));
}

/** The days of views, known before a statement is planned: it then leaves the other parts of the table alone. */
const ofDays = (reports: readonly ArrivedReport[]) =>
  sql`v.day = any(${[...new Set(reports.map(({ day }) => day))]}::date[])`;

/** Arrays of small numbers are written as in JSON, but for their brackets. */
const numbersOf = (text: string): number[] => JSON.parse(`[${text.slice(1, -1)}]`) as number[];

function storedView(row: ViewRow): StoredView {
  const { viewed, visitor, hour, carried, error_code: error, player_id: playerId } = row;
  const { host, country, device, browser, audience, ...sums } = row;
  return {
    ...{ isNew: false, viewed, visitor, hour, carried },
    place: { playerId, host, country, device, browser, audience },
    sums: {
      ...{ played: sums.played, ended: sums.ended, first_frame_ms: sums.first_frame_ms, error },
      ...{ watched_ms: sums.watched_ms, waited_ms: sums.waited_ms, waits: sums.waits, furthest: sums.furthest },
      ...{
        parts: sums.parts === null ? null : numbersOf(sums.parts),
        heights: sums.heights,
        ads: sums.ads,
        ad_requests: sums.ad_requests,
      },
    },
  };
}

/** The columns that a report changes, with their types. */
const CHANGING = {
  ...{ country: "text", path: "text", visitor: "bytea", played: "boolean", viewed: "boolean", ended: "boolean" },
  ...{ first_frame_ms: "integer", watched_ms: "bigint", waited_ms: "bigint", waits: "integer", furthest: "real" },
  ...{ parts: "smallint[]", error_code: "text", ads: "integer", ad_requests: "integer", heights: "jsonb" },
  ...{ hour: "timestamptz", carried: "double precision[]", furthest_hundredths: "smallint" },
  ...{ watched_hundredths: "smallint", report: "integer", reported_at: "timestamptz" },
} as const;

/** What a change writes in a view's row. */
function changingOf(visitors: VisitorHashes, { report, stored, place, viewed, hours, sums }: PlacedChange) {
  const { error, heights, ...counted } = sums;
  return {
    ...{ day: report.day, id: report.view, report: report.report, reported_at: report.arrivedAt.toISOString() },
    ...{
      country: place.country,
      path: report.path,
      viewed,
      hour: hours.hour?.toISOString() ?? null,
      carried: hours.carried,
      error_code: error,
    },
    // One that is known is kept.
    visitor:
      report.client === null || stored.visitor !== null
        ? null
        : `\\x${visitors.of(arrivalDay(report), report.client).toString("hex")}`,
    ...counted,
    heights: JSON.stringify(heights),
    furthest_hundredths: hundredths(sums.furthest),
    watched_hundredths: watchedParts(sums.parts),
  };
}

const NAMES = sql.raw(Object.keys(CHANGING).join(", "));

/** The columns that a view begins with, with their types; the player is named by its hash. */
const BEGINNING = {
  ...{ day: "date", id: "uuid", project_id: "bigint", item_kind: "text", item_id: "bigint", player: "text" },
  ...{ host: "text", device: "text", browser: "text", audience: "text", loaded_at: "timestamptz" },
} as const;

/** Inserts views that are not there; returns the ids of those that were inserted, each with its player's. */
async function insertViews(
  db: Database,
  visitors: VisitorHashes,
  changes: readonly PlacedChange[],
): Promise<Map<string, number | null>> {
  if (changes.length === 0) return new Map();
  const rows = changes.map((change) => {
    const { item, player, host, device, browser, audience, loadedAt } = change.report;
    return {
      ...changingOf(visitors, change),
      ...{ project_id: item.projectId, item_kind: item.kind, item_id: item.id },
      ...{ player, host, device, browser, audience, loaded_at: loadedAt.toISOString() },
    };
  });
  const result = await sql<{ id: string; player_id: number | null }>`
    insert into views (day, id, project_id, item_kind, item_id, player_id, host, device, browser, audience, loaded_at, ${NAMES})
    select r.day, r.id, r.project_id, r.item_kind, r.item_id, l.id, r.host, r.device, r.browser, r.audience, r.loaded_at,
      ${sql.raw(
        Object.keys(CHANGING)
          .map((name) => `r.${name}`)
          .join(", "),
      )}
    from ${rowsAs("r", { ...BEGINNING, ...CHANGING }, rows)}
    join projects p on p.id = r.project_id
    left join players l on l.hash = r.player and l.project_id = r.project_id
    order by r.day, r.id
    on conflict (day, id) do nothing returning id, player_id`.execute(db);
  return new Map(result.rows.map(({ id, player_id: playerId }) => [id, playerId]));
}

const KEPT_ONCE = new Set(["path", "visitor"]);
const GREATEST = new Set(["report", "reported_at"]);
const ASSIGNED = sql.raw(
  Object.keys(CHANGING)
    .map((name) => {
      if (KEPT_ONCE.has(name)) return `${name} = coalesce(v.${name}, r.${name})`;
      return GREATEST.has(name) ? `${name} = greatest(v.${name}, r.${name})` : `${name} = r.${name}`;
    })
    .join(", "),
);

async function updateViews(db: Database, visitors: VisitorHashes, changes: readonly PlacedChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => changingOf(visitors, change));
  await sql`
    update views v set ${ASSIGNED}
    from ${rowsAs("r", { day: "date", id: "uuid", ...CHANGING }, rows)}
    where v.day = r.day and v.id = r.id and ${ofDays(changes.map(({ report }) => report))}`.execute(db);
}
