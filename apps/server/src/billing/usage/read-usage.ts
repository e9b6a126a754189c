import type { Executor } from "@kinora/db/connect.ts";
import { METER, METERS, NO_USAGE, type Meter, type StorageKind, type Usage } from "@kinora/domain/billing/meters.ts";
import { sql } from "kysely";

/** Days of a month, `YYYY-MM-DD`: `from` up to, without, `to`. */
export interface Days {
  from: string;
  to: string;
}

/** What of a ledger's row `u` is one unit of its meter, in SQL; storage is spread over the hours of `month`. */
export const perUnit = sql`case u.meter
  ${sql.join(
    METERS.map(
      (meter) =>
        sql`when ${meter} then ${METER[meter].perUnit}::numeric * ${METER[meter].gathering === "average" ? sql`month.hours` : sql`1`}`,
    ),
    sql` `,
  )} end`;

/** The hours of the month in which the days lie, by the clocks of the account: 743 or 745 where clocks change. */
const monthOf = (accountId: number, { from }: Days) => sql`
  select extract(epoch from (first + interval '1 month') at time zone time_zone - first at time zone time_zone) / 3600 as hours
  from account_metering, lateral (select date_trunc('month', ${from}::date)::timestamp as first) began
  where account_id = ${accountId}`;

/** What an account used on days of one month. */
export async function readUsage(on: Executor, accountId: number, days: Days): Promise<Usage> {
  const { rows } = await sql<{ meter: Meter; quantity: number }>`
    with month as (${monthOf(accountId, days)}),
      daily as (
        select meter, day, sum(quantity) as quantity from usage_days
        where account_id = ${accountId} and day >= ${days.from}::date and day < ${days.to}::date group by 1, 2),
      gathered as (
        select meter, case when meter in (${sql.join(METERS.filter((meter) => METER[meter].gathering === "peak"))})
          then max(quantity) else sum(quantity) end as quantity
        from daily group by 1)
    select u.meter, round(u.quantity * 1000 / (${perUnit}))::bigint as quantity from gathered u, month`.execute(on);
  return { ...NO_USAGE, ...Object.fromEntries(rows.map(({ meter, quantity }) => [meter, quantity])) };
}

export interface UsageRow {
  day: string;
  /** Null for what the account has as a whole. */
  project_id: number | null;
  project: string | null;
  /** Units of the meter. */
  quantity: number;
  /** Of storage, in the same unit; null for other meters, and where it is not known. */
  kinds: Record<StorageKind, number> | null;
}

/** The kinds of a ledger's row `u`, in units of its meter, in SQL. */
export const kindsInUnits = sql`(
  select jsonb_object_agg(key, (value::numeric / (${perUnit}))::float8) from jsonb_each_text(u.kinds)) as kinds`;

export const ROWS_MAX = 1_000;

/** The rows of the ledger behind one quantity, by day; the largest first within a day. */
export async function listUsageRows(on: Executor, accountId: number, meter: Meter, days: Days): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    with month as (${monthOf(accountId, days)})
    select u.day::text, nullif(u.project_id, 0) as project_id, p.name as project, (u.quantity / (${perUnit}))::float8 as quantity,
      ${kindsInUnits}
    from usage_days u left join projects p on p.id = u.project_id and p.account_id = u.account_id, month
    where u.account_id = ${accountId} and u.meter = ${meter} and u.day >= ${days.from}::date and u.day < ${days.to}::date
    order by u.day, u.quantity desc limit ${ROWS_MAX}`.execute(on);
  return rows;
}
