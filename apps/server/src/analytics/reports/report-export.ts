import { EXPORT_ROWS_MAX, type DeliveryDimension, type ViewDimension } from "@kinora/domain/analytics/reports.ts";
import { plainAmount } from "@kinora/domain/billing/money.ts";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { csvDownload } from "../../platform/http/csv-download.ts";
import { bounded } from "../../platform/lists/bounded-read.ts";
import type { Cell } from "../../platform/lists/csv.ts";
import { readerOf, type Reader } from "../sums/reader.ts";
import type { Place, Rows } from "../sums/report-sums.ts";
import { deliveriesBy } from "./delivery-report.ts";
import type { ReportFilter } from "./filter.ts";
import { withOnAir } from "./on-air.ts";
import type { Period } from "./period.ts";
import { filterOf, periodOf, REPORT_PATIENCE_MS, type RangeInput } from "./reports.ts";
import { trafficPrice, withCost } from "./traffic-price.ts";
import { listTranscodeRecords } from "./transcode-report.ts";
import { describeItems, rankItems, viewsBy } from "./view-reports.ts";

/** Rows of which one statement reads the visitors and bytes. */
const CHUNK = 100;
const ALL: Place = { page: 1, per_page: EXPORT_ROWS_MAX };
/** Digits of numbers that are not whole. */
const DIGITS = 10_000;

const VIEW_COLUMNS = [
  "loads",
  "plays",
  "views",
  "play_rate",
  "watched_seconds",
  "seconds_per_play",
  "average_watched",
  "average_furthest",
  "completed",
  "rebuffering",
  "errors",
  "error_rate",
  "ads",
  "ad_fill",
  "startup_p50",
  "startup_p95",
] as const;
const ITEM_COLUMNS = ["id", "title", ...VIEW_COLUMNS, "unique", "bytes", "last_play_at"] as const;

interface ReportTable<Found, Row extends object> {
  /** What the file and the action in the audit log are called. */
  name: string;
  columns: readonly (keyof Row & string)[];
  find: (reader: Reader, filter: ReportFilter, period: Period) => Promise<Rows<Found>>;
  describe: (reader: Reader, filter: ReportFilter, period: Period, found: readonly Found[]) => Promise<Row[]>;
}

/** The table of a report as a CSV file: what is found is ranked at once, so that no row comes twice or is left out. */
function exportReport<Found, Row extends { [Column in keyof Row]: Cell }>(
  context: Context,
  grant: ProjectGrant,
  input: RangeInput,
  table: ReportTable<Found, Row>,
) {
  return csvDownload(context, grant, {
    fileName: `${table.name}.csv`,
    action: "analytics.exported",
    filter: { report: table.name, ...input },
    columns: table.columns,
    rows: exportedRows(context, filterOf(grant.projectId, input), input, table),
  });
}

async function* exportedRows<Found, Row extends { [Column in keyof Row]: Cell }>(
  context: Context,
  filter: ReportFilter,
  input: RangeInput,
  { columns, find, describe }: ReportTable<Found, Row>,
): AsyncGenerator<Cell[]> {
  const patience = { patienceMs: REPORT_PATIENCE_MS };
  const { period, rows } = await bounded(
    context.db,
    async (tx) => {
      const read = await periodOf(tx, filter.projectId, input, "day");
      return { period: read, rows: (await find(readerOf(tx), filter, read)).rows };
    },
    patience,
  );
  for (let at = 0; at < rows.length; at += CHUNK) {
    const chunk = rows.slice(at, at + CHUNK);
    const described = await bounded(context.db, (tx) => describe(readerOf(tx), filter, period, chunk), patience);
    for (const row of described) yield columns.map((column) => written(row[column]));
  }
}

const written = (cell: Cell): Cell => (typeof cell === "number" ? Math.round(cell * DIGITS) / DIGITS : cell);

/** Rows that need nothing further. */
const asFound = <Row>(_reader: Reader, _filter: ReportFilter, _period: Period, found: readonly Row[]) =>
  Promise.resolve([...found]);

/** The table of the report on players. */
export const exportPlayers = (context: Context, grant: ProjectGrant, input: RangeInput & { by: ViewDimension }) =>
  exportReport(context, grant, input, {
    name: "players",
    columns: ["id", "name", ...VIEW_COLUMNS],
    find: (reader, filter, period) => viewsBy(reader, filter, period, input.by, ALL),
    describe: asFound,
  });

/** The videos that were played most. */
export const exportTopVideos = (context: Context, grant: ProjectGrant, input: RangeInput) =>
  exportReport(context, grant, input, {
    name: "top-videos",
    columns: ITEM_COLUMNS,
    find: (reader, filter, period) => rankItems(reader, filter, period, "video", ALL),
    describe: (reader, filter, period, found) => describeItems(reader, filter, period, "video", found),
  });

/** The livestreams that were watched most. */
export const exportTopLivestreams = (context: Context, grant: ProjectGrant, input: RangeInput) =>
  exportReport(context, grant, input, {
    name: "top-livestreams",
    columns: [...ITEM_COLUMNS, "sessions", "live_hours", "restream_hours", "peak", "peak_at", "ingest_drops"],
    find: (reader, filter, period) => rankItems(reader, filter, period, "stream", ALL),
    async describe(reader, filter, period, found) {
      const items = await describeItems(reader, filter, period, "stream", found);
      return withOnAir(reader.db, filter.projectId, period, items, context.clock.now());
    },
  });

/** The table of the report on bandwidth. */
export async function exportBandwidth(
  context: Context,
  grant: ProjectGrant,
  input: RangeInput & { by: DeliveryDimension },
) {
  const price = await trafficPrice(context.db, grant);
  return exportReport(context, grant, input, {
    name: "bandwidth",
    columns: ["id", "name", "bytes", "requests", "share", ...(price ? (["cost", "currency"] as const) : [])],
    find: (reader, filter, period) => deliveriesBy(reader, filter, period, input.by, ALL),
    describe: (_reader, _filter, _period, found) =>
      Promise.resolve(
        withCost(price, found).map(({ cost, ...row }) => ({
          ...row,
          cost: cost ? Number(plainAmount(cost.amount, cost.currency)) : null,
          currency: cost?.currency ?? null,
        })),
      ),
  });
}

/** The transcodes of a range, the newest first. */
export const exportTranscodes = (context: Context, grant: ProjectGrant, input: RangeInput) =>
  exportReport(context, grant, input, {
    name: "transcode",
    columns: [
      "id",
      "video_id",
      "title",
      "state",
      "finished_at",
      "source_seconds",
      "waited_seconds",
      "encode_seconds",
      "cpu_seconds",
      "failure",
      "renditions",
      "encoded_minutes",
      "bytes",
    ],
    find: (reader, filter, period) => listTranscodeRecords(reader, filter, period, ALL),
    describe: (_reader, _filter, _period, found) =>
      Promise.resolve(
        found.map(({ renditions, ...row }) => ({
          ...row,
          renditions: renditions.map(({ lines }) => (lines === 0 ? "audio" : `${lines}p`)).join(", "),
          bytes: renditions.reduce((sum, { bytes }) => sum + bytes, 0),
        })),
      ),
  });
