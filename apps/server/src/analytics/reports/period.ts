import type { Granularity } from "@kinora/domain/analytics/reports.ts";
import { sql, type RawBuilder } from "kysely";

/** The range of a report in a project's time zone. */
export interface Period {
  /** `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  zone: string;
  granularity: Granularity;
}

/** The moment a range begins, and the one after its end. */
export const startOf = ({ from, zone }: Period): RawBuilder<Date> => sql`(${from}::timestamp at time zone ${zone})`;
export const endOf = ({ to, zone }: Period): RawBuilder<Date> =>
  sql`((${to}::date + 1)::timestamp at time zone ${zone})`;

/** Whether a column's moment is in the range. */
export const within = (column: RawBuilder<unknown>, period: Period): RawBuilder<boolean> =>
  sql`(${column} >= ${startOf(period)} and ${column} < ${endOf(period)})`;

/** The beginning of the hour, or of the zone's day or month, that a column's moment is in. */
export const pointOf = (column: RawBuilder<unknown>, { granularity, zone }: Period): RawBuilder<Date> =>
  granularity === "hour"
    ? sql`date_trunc('hour', ${column})`
    : sql`(date_trunc(${sql.lit(granularity)}, ${column} at time zone ${zone}) at time zone ${zone})`;

/**
 * Every point of the range as rows of `at`: hours are steps of time, days and months those of the zone's calendar. Sums are kept by
 * whole hours in UTC: where a zone's day begins within one, that hour belongs to the day before.
 */
export const pointsOf = (period: Period): RawBuilder<unknown> => {
  const { granularity, zone, from, to } = period;
  if (granularity === "hour")
    return sql`select at from generate_series(date_trunc('hour', ${startOf(period)} + interval '59 minutes'), ${endOf(period)} - interval '1 second', interval '1 hour') as at`;
  const step = sql.lit(`1 ${granularity}`);
  return sql`select local at time zone ${zone} as at
    from generate_series(date_trunc(${sql.lit(granularity)}, ${from}::timestamp), ${to}::timestamp, ${step}::interval) as local`;
};
