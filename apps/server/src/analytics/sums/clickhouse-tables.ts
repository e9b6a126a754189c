import type { ClickHouse } from "../../platform/database/clickhouse.ts";

export const VIEW_HOURS = "kinora_view_hours";
export const DELIVERY_HOURS = "kinora_delivery_hours";
/** Has a row once all that was counted before is marked to be copied. */
export const COPIES = "kinora_copies";

const VIEW_KEY = ["hour", "item_kind", "item_id", "player_id", "host", "country", "device", "browser", "audience"];
const DELIVERY_KEY = ["hour", "item_kind", "item_id", "kind", "height", "player_id", "host", "country"];
const NUMBERS = new Map([
  ["hour", "DateTime('UTC')"],
  ["item_id", "Int64"],
  ["player_id", "Int64"],
  ["height", "Int32"],
  ["host", "String"],
]);

const VIEW_COLUMNS = [
  ...["loads", "plays", "views", "ends", "watched_ms", "waited_ms", "waits", "errors", "ads", "ad_requests"],
  "furthest",
  "watched_parts",
] as const;
const DELIVERY_COLUMNS = ["requests", "bytes", "cached"] as const;

/** The columns of each copied table of PostgreSQL. */
export const COPIED = {
  view_hours: { table: VIEW_HOURS, columns: ["project_id", ...VIEW_KEY, ...VIEW_COLUMNS, "startups"] },
  delivery_hours: { table: DELIVERY_HOURS, columns: ["project_id", ...DELIVERY_KEY, ...DELIVERY_COLUMNS] },
} as const;

const column = (name: string) => `${name} ${NUMBERS.get(name) ?? "LowCardinality(String)"}`;

/** A row that comes again replaces the one before, so that an hour that is copied twice counts once. */
const hourTable = (name: string, key: readonly string[], sums: readonly string[], more: readonly string[] = []) => `
  create table if not exists ${name} (project_id Int64, ${key.map(column).join(", ")},
    ${[...sums.map((sum) => `${sum} Int64`), ...more].join(", ")}, version UInt64)
  engine = ReplacingMergeTree(version) partition by toYYYYMM(hour) order by (project_id, ${key.join(", ")})`;

/** Makes the tables that are not there. */
export async function makeTables(clickhouse: ClickHouse): Promise<void> {
  await clickhouse.run(hourTable(VIEW_HOURS, VIEW_KEY, VIEW_COLUMNS, ["startups Array(Int64)"]));
  // Tables of before have no such column; their rows come again, since the database's change marks their hours.
  await clickhouse.run(`alter table ${VIEW_HOURS} add column if not exists watched_parts Int64`);
  await clickhouse.run(hourTable(DELIVERY_HOURS, DELIVERY_KEY, DELIVERY_COLUMNS));
  await clickhouse.run(
    `create table if not exists ${COPIES} (since DateTime('UTC')) engine = MergeTree order by since`,
  );
}
