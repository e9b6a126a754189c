import type { Executor } from "@kinora/db/connect.ts";
import type { DeliveryDimension, ViewDimension } from "@kinora/domain/analytics/reports.ts";
import { sql } from "kysely";
import type { ClickHouse, ClickHouseValue } from "../../platform/database/clickhouse.ts";
import { audiencesOf, type ReportFilter } from "../reports/filter.ts";
import { endOf, pointsOf, startOf, type Period } from "../reports/period.ts";
import { DELIVERY_HOURS, VIEW_HOURS } from "./clickhouse-tables.ts";
import {
  DELIVERY_KINDS,
  NO_DELIVERIES,
  NO_VIEWS,
  VIEW_SUMS,
  type DeliverySumsRow,
  type HourSums,
  type ItemSumsRow,
  type ItemKind,
  type Place,
  type ViewSumsRow,
} from "./hour-sums.ts";

type Values = Record<string, ClickHouseValue>;

/** A condition in ClickHouse's SQL, with the values of its parameters. */
interface Condition {
  text: string;
  values: Values;
}

/** Names of columns within an aggregate are those of the table (`t.`), never those of the answer. */
const viewSums = [
  ...VIEW_SUMS.map((name) => `toFloat64(sum(t.${name})) as ${name}`),
  "toFloat64(sumIf(t.plays, t.item_kind = 'video')) as video_plays",
  "sumForEach(t.startups) as startups",
].join(", ");

const deliverySums = [
  ...["bytes", "requests", "cached"].map((name) => `toFloat64(sum(t.${name})) as ${name}`),
  "toFloat64(sumIf(t.bytes, t.item_kind = 'stream')) as live",
  ...DELIVERY_KINDS.map((kind) => `toFloat64(sumIf(t.bytes, t.kind = '${kind}')) as ${kind}`),
].join(", ");

const VIEW_KEYS: Readonly<Record<ViewDimension, string>> = {
  player: "toString(t.player_id)",
  host: "t.host",
  country: "t.country",
  device: "t.device",
  browser: "t.browser",
};

const DELIVERY_KEYS: Readonly<Record<DeliveryDimension, string>> = {
  item: "concat(t.item_kind, ' ', toString(t.item_id))",
  kind: "t.kind",
  height: "toString(t.height)",
  player: "toString(t.player_id)",
  host: "t.host",
  country: "t.country",
};

/** The rows of a project within a range: the project first, and nothing outside it. */
function conditionOf(filter: ReportFilter, range: Range, kind: ItemKind | undefined): Condition {
  const { projectId, video, stream, player, host, country } = filter;
  const values: Values = { project: projectId, from: range.from, to: range.to };
  const parts = [
    "t.project_id = {project: Int64}",
    "t.hour >= toDateTime({from: UInt32})",
    "t.hour < toDateTime({to: UInt32})",
  ];
  const add = (name: string, value: ClickHouseValue | undefined, text: string) => {
    if (value === undefined) return;
    values[name] = value;
    parts.push(text);
  };
  add("video", video, "t.item_kind = 'video' and t.item_id = {video: Int64}");
  add("stream", stream, "t.item_kind = 'stream' and t.item_id = {stream: Int64}");
  add("player", player, "t.player_id = {player: Int64}");
  add("host", host, "t.host = {host: String}");
  add("country", country, "t.country = {country: String}");
  add("kind", kind, "t.item_kind = {kind: String}");
  return { text: parts.join(" and "), values };
}

/** The rows of views that a report counts. */
function viewsWhere(filter: ReportFilter, range: Range, kind?: ItemKind): Condition {
  const { text, values } = conditionOf(filter, range, kind);
  const { device } = filter;
  const ofDevice = device === undefined ? "" : " and t.device = {device: String}";
  return {
    text: `${text} and t.audience in {audiences: Array(String)}${ofDevice}`,
    values: { ...values, audiences: audiencesOf(filter), ...(device === undefined ? {} : { device }) },
  };
}

/** Seconds since 1970: of the range's first moment, and of the one after its end. */
interface Range {
  from: number;
  to: number;
}

const SECOND_MS = 1_000;
const seconds = (at: Date) => Math.floor(at.getTime() / SECOND_MS);

/** PostgreSQL knows the calendar of every zone: it says where a range begins, and where its points are. */
async function rangeOf(db: Executor, period: Period): Promise<Range> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select ${startOf(period)} as from, ${endOf(period)} as to`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The range of a report was not computed.");
  // Hours are whole in UTC; in zones of half an hour the first moment is within one, which then belongs to the day before.
  return { from: Math.ceil(row.from.getTime() / SECOND_MS), to: Math.ceil(row.to.getTime() / SECOND_MS) };
}

async function pointsIn(db: Executor, period: Period): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`select at from (${pointsOf(period)}) as points order by at`.execute(db);
  return rows.map(({ at }) => at);
}

const withStartups = <Row extends { startups: number[] | null }>(row: Row): Row => ({
  ...row,
  startups: row.startups && row.startups.length > 0 ? row.startups.map(Number) : null,
});

interface Grouped {
  table: string;
  key: string;
  sums: string;
  order: string;
}

async function placed<Row extends object>(
  clickhouse: ClickHouse,
  { table, key, sums, order }: Grouped,
  { text, values }: Condition,
  { page, perPage }: Place,
): Promise<{ rows: Row[]; total: number }> {
  const rows = await clickhouse.query<Row & { total: number }>(
    `select ${key}, ${sums}, toFloat64(count() over ()) as total from ${table} as t final where ${text}
     group by 1 order by ${order} limit {limit: UInt32} offset {offset: UInt32}`,
    { ...values, limit: perPage, offset: (page - 1) * perPage },
  );
  return { rows: rows.map(({ total: _total, ...row }) => row as unknown as Row), total: rows[0]?.total ?? 0 };
}

/** Sums of each point of a range. A row's hour is in the last point that is not after it. */
async function byPoint<Row extends object>(
  { clickhouse, db }: { clickhouse: ClickHouse; db: Executor },
  period: Period,
  { table, sums, nothing }: { table: string; sums: string; nothing: Row },
  where: (range: Range) => Condition,
): Promise<(Row & { at: Date })[]> {
  const points = await pointsIn(db, period);
  const { text, values } = where(await rangeOf(db, period));
  const rows = await clickhouse.query<Row & { point: number }>(
    `select roundDown(toUnixTimestamp(t.hour), {points: Array(UInt32)}) as point, ${sums}
     from ${table} as t final where ${text} group by point`,
    { ...values, points: points.map(seconds) },
  );
  const found = new Map(rows.map(({ point, ...row }) => [Number(point), row as unknown as Row]));
  return points.map((at) => ({ ...(found.get(seconds(at)) ?? nothing), at }));
}

/** The questions of reports to the copy in ClickHouse. */
export function clickHouseSums(clickhouse: ClickHouse, db: Executor): HourSums {
  return { ...viewQuestions(clickhouse, db), ...deliveryQuestions(clickhouse, db) };
}

const viewQuestions = (
  clickhouse: ClickHouse,
  db: Executor,
): Pick<HourSums, "views" | "viewsByPoint" | "viewsByKey" | "viewsByItem" | "ranksOf"> => ({
  async views(filter, period, kind) {
    const { text, values } = viewsWhere(filter, await rangeOf(db, period), kind);
    const rows = await clickhouse.query<ViewSumsRow>(
      `select ${viewSums} from ${VIEW_HOURS} as t final where ${text}`,
      values,
    );
    return withStartups(rows[0] ?? NO_VIEWS);
  },
  async viewsByPoint(filter, period, kind) {
    const asked = { table: VIEW_HOURS, sums: viewSums, nothing: NO_VIEWS };
    const rows = await byPoint({ clickhouse, db }, period, asked, (range) => viewsWhere(filter, range, kind));
    return rows.map(withStartups);
  },
  async viewsByKey(filter, period, by, place) {
    const order = "plays desc, loads desc, key";
    const { rows, total } = await placed<ViewSumsRow & { key: string }>(
      clickhouse,
      { table: VIEW_HOURS, key: `${VIEW_KEYS[by]} as key`, sums: viewSums, order },
      viewsWhere(filter, await rangeOf(db, period)),
      place,
    );
    return { rows: rows.map(withStartups), total };
  },
  async viewsByItem(filter, period, kind, place) {
    const order = "plays desc, watched_ms desc, id";
    const sums = `${viewSums}, maxOrNullIf(toUnixTimestamp(t.hour), t.plays > 0) as last_play`;
    const { rows, total } = await placed<Omit<ItemSumsRow, "last_play"> & { last_play: number | null }>(
      clickhouse,
      { table: VIEW_HOURS, key: "toFloat64(t.item_id) as id", sums, order },
      viewsWhere(filter, await rangeOf(db, period), kind),
      place,
    );
    const dated = rows.map(({ last_play: at, ...row }) => ({
      ...withStartups(row),
      last_play: at === null ? null : new Date(at * SECOND_MS),
    }));
    return { rows: dated, total };
  },
  async ranksOf(filter, period, kind, ids) {
    const { text, values } = viewsWhere(filter, await rangeOf(db, period), kind);
    const rows = await clickhouse.query<{ id: number; place: number }>(
      `select toFloat64(item) as id, toFloat64(place) as place from (
         select item, row_number() over (order by plays desc, watched desc, item) as place from (
           select t.item_id as item, sum(t.plays) as plays, sum(t.watched_ms) as watched
           from ${VIEW_HOURS} as t final where ${text} group by item))
       where item in {ids: Array(Int64)}`,
      { ...values, ids: [...ids] },
    );
    return new Map(rows.map(({ id, place }) => [id, place]));
  },
});

const deliveryQuestions = (
  clickhouse: ClickHouse,
  db: Executor,
): Pick<
  HourSums,
  "deliveries" | "deliveriesByPoint" | "deliveriesByKey" | "busiestHours" | "itemBytes" | "firstHour"
> => ({
  async deliveries(filter, period) {
    const { text, values } = conditionOf(filter, await rangeOf(db, period), undefined);
    const rows = await clickhouse.query<DeliverySumsRow>(
      `select ${deliverySums} from ${DELIVERY_HOURS} as t final where ${text}`,
      values,
    );
    return rows[0] ?? NO_DELIVERIES;
  },
  deliveriesByPoint(filter, period) {
    const asked = { table: DELIVERY_HOURS, sums: deliverySums, nothing: NO_DELIVERIES };
    return byPoint({ clickhouse, db }, period, asked, (range) => conditionOf(filter, range, undefined));
  },
  async deliveriesByKey(filter, period, by, place) {
    const sums = "toFloat64(sum(t.bytes)) as bytes, toFloat64(sum(t.requests)) as requests";
    return placed<{ key: string; bytes: number; requests: number }>(
      clickhouse,
      { table: DELIVERY_HOURS, key: `${DELIVERY_KEYS[by]} as key`, sums, order: "bytes desc, key" },
      conditionOf(filter, await rangeOf(db, period), undefined),
      place,
    );
  },
  async busiestHours(filter, period) {
    const { text, values } = conditionOf(filter, await rangeOf(db, period), undefined);
    // The same interpolation as percentile_cont of PostgreSQL; null of no hours.
    const rows = await clickhouse.query<{ most: number; p95: number | null }>(
      `select max(bytes) as most, quantileExactInclusiveOrNull(0.95)(bytes) as p95 from (
         select toFloat64(sum(t.bytes)) as bytes from ${DELIVERY_HOURS} as t final where ${text} group by t.hour)`,
      values,
    );
    return { most: rows[0]?.most ?? 0, p95: rows[0]?.p95 ?? 0 };
  },
  async itemBytes(filter, period, kind, ids) {
    const { text, values } = conditionOf(filter, await rangeOf(db, period), kind);
    const rows = await clickhouse.query<{ id: number; bytes: number }>(
      `select toFloat64(t.item_id) as id, toFloat64(sum(t.bytes)) as bytes from ${DELIVERY_HOURS} as t final
       where ${text} and t.item_id in {ids: Array(Int64)} group by 1`,
      { ...values, ids: [...ids] },
    );
    return new Map(rows.map(({ id, bytes }) => [id, bytes]));
  },
  async firstHour(projectId, table) {
    const rows = await clickhouse.query<{ found: number; at: number }>(
      `select toFloat64(count()) as found, toUnixTimestamp(min(t.hour)) as at
       from ${table === "view_hours" ? VIEW_HOURS : DELIVERY_HOURS} as t where t.project_id = {project: Int64}`,
      { project: projectId },
    );
    const [row] = rows;
    return row && row.found > 0 ? new Date(row.at * SECOND_MS) : null;
  },
});
