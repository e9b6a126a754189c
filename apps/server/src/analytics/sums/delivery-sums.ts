import type { Executor } from "@kinora/db/connect.ts";
import type { DeliveryDimension } from "@kinora/domain/analytics/reports.ts";
import { sql, type RawBuilder } from "kysely";
import { rangeOf } from "../../platform/lists/read-page.ts";
import { deliveriesOf, type ReportFilter } from "../reports/filter.ts";
import { pointOf, pointsOf, type Period } from "../reports/period.ts";
import type { Span } from "./combined-views.ts";
import { DELIVERY_KINDS, NO_DELIVERIES, type DeliverySumsRow, type ItemKind, type ReportSums } from "./report-sums.ts";
import { isFilled, itemKindOf, ofKind, onlyDimension, spanOf, stepsOf, type OneDimension } from "./span.ts";

/** The plain sums of what was sent. */
const SENT = ["requests", "bytes", "cached", ...DELIVERY_KINDS] as const;
const names = sql.raw(SENT.join(", "));

/** What a report's rows are told apart by: nothing, points of its chart, hours, or values. */
type Key = "all" | "point" | "hour" | DeliveryDimension;

interface Asked {
  filter: ReportFilter;
  period: Period;
  kind?: ItemKind;
  key: Key;
}

const AT = sql.ref("at");

const keyOf = (key: Key, period: Period, values: Readonly<Record<DeliveryDimension, string>>): RawBuilder<unknown> => {
  if (key === "point") return pointOf(AT, period);
  if (key === "hour") return AT;
  return sql.raw(key === "all" ? "''" : values[key]);
};

const VALUE = { kind: "value", height: "value", player: "value", host: "value", country: "value" } as const;
const OF_SUMS = { ...VALUE, item: "item_kind || ' ' || value" };
const OF_HOURS = {
  ...{ kind: "kind", height: "height::text", player: "player_id::text", host: "host", country: "country" },
  item: "item_kind || ' ' || item_id",
};

/** Sums by one dimension: of the days of the range and the hours at its ends, or of all hours where each counts. */
function rowsOfSums({ filter, period, kind, key }: Asked, span: Span, { dimension, value }: OneDimension) {
  const steps = key === "point" || key === "hour" ? [{ ...span, step: "hour" as const }] : stepsOf(span);
  const parts = steps.map(
    ({ step, from, to }) => sql`
      select ${keyOf(key, period, OF_SUMS)} as key, item_kind, ${names} from delivery_sums
      where project_id = ${filter.projectId} and step = ${step} and dimension = ${dimension}
        ${value === undefined ? sql`` : sql`and value = ${value}`} and at >= ${from} and at < ${to}
        ${ofKind(kind)} ${ofKind(itemKindOf(filter))}`,
  );
  return sql.join(parts, sql` union all `);
}

/** Bytes of each kind beside the others, as sums by one dimension have them. */
const byKind = sql.raw(
  DELIVERY_KINDS.map((kind) => `case when kind = '${kind}' then bytes else 0 end as ${kind}`).join(", "),
);

/** What combines two dimensions is asked of the sums by all of them. */
const rowsOfHours = ({ filter, period, kind, key }: Asked, { from, to }: Span) => sql`
  select ${keyOf(key, period, OF_HOURS)} as key, item_kind, requests, bytes, cached, ${byKind}
  from (select *, hour as at from delivery_hours) as h
  where ${deliveriesOf(filter)} and hour >= ${from} and hour < ${to} ${ofKind(kind)}`;

/** The sums by one dimension of rows of `delivery_hours`, of hours and of days. */
export const sumDeliveries = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into delivery_sums as s (project_id, step, dimension, value, at, item_kind, ${names})
  select project_id, step, dimension, value, at, item_kind, sum(requests), sum(bytes), sum(cached), ${sql.raw(
    DELIVERY_KINDS.map((kind) => `coalesce(sum(bytes) filter (where kind = '${kind}'), 0)`).join(", "),
  )}
  from (${rows}) as h,
    lateral (values ('', ''), ('item', item_id::text), ('kind', kind), ('height', height::text),
      ('player', player_id::text), ('host', host), ('country', country)) as d (dimension, value),
    lateral (values ('hour', hour), ('day', date_trunc('day', hour, 'UTC'))) as t (step, at)
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (project_id, step, dimension, value, at, item_kind) do update set
    ${sql.raw(SENT.map((name) => `${name} = s.${name} + excluded.${name}`).join(", "))}`;

const figures = sql`${sql.join(
  SENT.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`),
)}, coalesce(sum(bytes) filter (where item_kind = 'stream'), 0)::float8 as live`;

/** The questions of reports about bytes. */
export const deliverySums = (
  db: Executor,
): Pick<ReportSums, "deliveries" | "deliveriesByPoint" | "deliveriesByKey" | "busiestHours" | "itemBytes"> => {
  const rowsOf = async (asked: Asked): Promise<RawBuilder<unknown>> => {
    const span = await spanOf(db, asked.period);
    const { filter, key } = asked;
    // Bytes do not know their device.
    const isOfAll = key === "all" || key === "point" || key === "hour";
    const one = onlyDimension({ ...filter, device: undefined }, isOfAll ? null : key);
    return one !== null && (await isFilled(db, "deliveries", span))
      ? rowsOfSums(asked, span, one)
      : rowsOfHours(asked, span);
  };
  return {
    async deliveries(filter, period) {
      const rows = await rowsOf({ filter, period, key: "all" });
      const found = await sql<DeliverySumsRow>`select ${figures} from (${rows}) as s`.execute(db);
      return found.rows[0] ?? NO_DELIVERIES;
    },
    async deliveriesByPoint(filter, period) {
      const rows = await rowsOf({ filter, period, key: "point" });
      const found = await sql<DeliverySumsRow & { at: Date }>`
        with sums as (select key, ${figures} from (${rows}) as s group by key)
        select points.at, ${sql.join(
          Object.keys(NO_DELIVERIES).map((name) => sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(name)}`),
        )}
        from (${pointsOf(period)}) as points left join sums on sums.key = points.at order by points.at`.execute(db);
      return found.rows;
    },
    async deliveriesByKey(filter, period, by, place) {
      const rows = await rowsOf({ filter, period, key: by });
      const found = await sql<{ key: string; bytes: number; requests: number; total: number }>`
        select key, sum(bytes)::float8 as bytes, sum(requests)::float8 as requests, count(*) over ()::int as total
        from (${rows}) as s group by key
        order by sum(bytes) desc, key ${rangeOf(place)}`.execute(db);
      return { rows: found.rows.map(({ total: _total, ...row }) => row), total: found.rows[0]?.total ?? 0 };
    },
    async busiestHours(filter, period) {
      const rows = await rowsOf({ filter, period, key: "hour" });
      const found = await sql<{ most: number; p95: number }>`
        select coalesce(max(bytes), 0) as most, coalesce(percentile_cont(0.95) within group (order by bytes), 0) as p95
        from (select sum(bytes)::float8 as bytes from (${rows}) as s group by key) as hours`.execute(db);
      return found.rows[0] ?? { most: 0, p95: 0 };
    },
    async itemBytes(filter, period, kind, ids) {
      const rows = await rowsOf({ filter, period, kind, key: "item" });
      const keys = ids.map((id) => `${kind} ${id}`);
      const found = await sql<{ key: string; bytes: number }>`
        select key, sum(bytes)::float8 as bytes from (${rows}) as s where key = any(${keys}) group by key`.execute(db);
      return new Map(found.rows.map(({ key, bytes }) => [Number(key.slice(kind.length + 1)), bytes]));
    },
  };
};
