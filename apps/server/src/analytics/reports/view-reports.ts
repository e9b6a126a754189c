import type { ViewDimension } from "@kinora/domain/analytics/reports.ts";
import { sql } from "kysely";
import { rowsBefore } from "../../platform/lists/list-page.ts";
import type { Reader } from "../sums/reader.ts";
import type { ItemKind, ItemSumsRow, Place, Rows } from "../sums/report-sums.ts";
import type { ReportFilter } from "./filter.ts";
import type { Period } from "./period.ts";
import { playerTitles } from "./player-titles.ts";
import { countUniques, uniquesOf } from "./uniques.ts";
import { figuresOf } from "./view-figures.ts";

/** A report's figures as a whole, of views of videos or livestreams, or of both. */
export async function viewTotals({ db, sums }: Reader, filter: ReportFilter, period: Period, kind?: ItemKind) {
  const row = await sums.views(filter, period, kind);
  return { ...figuresOf(row), unique: await countUniques(db, filter, period, kind) };
}

/** A report's figures at each point of its range. */
export async function viewSeries({ sums }: Reader, filter: ReportFilter, period: Period, kind?: ItemKind) {
  const rows = await sums.viewsByPoint(filter, period, kind);
  return rows.map(({ at, ...row }) => ({ at, ...figuresOf(row) }));
}

/** The table of the report on players, by one dimension, the most plays first. */
export async function viewsBy(
  { db, sums }: Reader,
  filter: ReportFilter,
  period: Period,
  by: ViewDimension,
  place: Place,
) {
  const { rows, total } = await sums.viewsByKey(filter, period, by, place);
  const keys = rows.map(({ key }) => key);
  const titles = by === "player" ? await playerTitles(db, filter.projectId, keys) : null;
  return {
    rows: rows.map(({ key, ...row }) => ({ id: key, name: titles ? (titles.get(key) ?? "") : key, ...figuresOf(row) })),
    total,
  };
}

const TABLES = {
  video: { table: sql.table("videos"), title: sql.ref("title") },
  stream: { table: sql.table("streams"), title: sql.ref("name") },
};

interface RankedItem extends ItemSumsRow {
  title: string | null;
}

/** The videos or livestreams that were played most; those that were deleted keep their figures, under their number. */
export async function rankItems(
  { db, sums }: Reader,
  filter: ReportFilter,
  period: Period,
  kind: ItemKind,
  place: Place,
): Promise<Rows<RankedItem>> {
  const { rows, total } = await sums.viewsByItem(filter, period, kind, place);
  const { table, title } = TABLES[kind];
  const ids = rows.map(({ id }) => id);
  const known = await sql<{ id: number; title: string }>`
    select id, ${title} as title from ${table} where project_id = ${filter.projectId} and id = any(${ids})`.execute(db);
  const titles = new Map(known.rows.map((row) => [row.id, row.title]));
  return { rows: rows.map((row) => ({ ...row, title: titles.get(row.id) ?? null })), total };
}

/** What is known of ranked videos or livestreams. */
export async function describeItems(
  { db, sums }: Reader,
  filter: ReportFilter,
  period: Period,
  kind: ItemKind,
  ranked: readonly RankedItem[],
) {
  const ids = ranked.map(({ id }) => id);
  // Bytes do not know their device.
  const bytes = filter.device === undefined ? await sums.itemBytes(filter, period, kind, ids) : null;
  // Sketches are kept of one thing at a time.
  const isNarrowed = [filter.player, filter.host, filter.country, filter.device].some((value) => value !== undefined);
  const uniques = isNarrowed ? null : await uniquesOf(db, filter, period, kind, ids.map(String));
  return ranked.map(({ id, title, last_play: lastPlay, ...row }) => ({
    id,
    title: title ?? `#${id}`,
    bytes: bytes && (bytes.get(id) ?? 0),
    unique: uniques && (uniques.get(String(id)) ?? 0),
    last_play_at: lastPlay,
    ...figuresOf(row),
  }));
}

/** A page of the videos or livestreams that were played most, with their places now and, when it is compared, in the range before. */
export const topItems =
  (kind: ItemKind) =>
  async (reader: Reader, filter: ReportFilter, period: Period, place: Place, before: Period | null) => {
    const { rows, total } = await rankItems(reader, filter, period, kind, place);
    const ids = rows.map(({ id }) => id);
    const earlier = before ? await reader.sums.ranksOf(filter, before, kind, ids) : new Map<number, number>();
    const described = await describeItems(reader, filter, period, kind, rows);
    const first = rowsBefore(place) + 1;
    return {
      rows: described.map((row, at) => ({ ...row, rank: first + at, rank_before: earlier.get(row.id) ?? null })),
      total,
    };
  };
