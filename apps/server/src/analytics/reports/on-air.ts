import type { Executor } from "@kinora/db/connect.ts";
import { sql } from "kysely";
import type { Reader } from "../sums/reader.ts";
import type { ReportFilter } from "./filter.ts";
import { endOf, pointOf, startOf, within, type Period } from "./period.ts";
import { viewSeries, viewTotals } from "./view-reports.ts";

const MINUTE = sql.ref("minute");

const NOT_ON_AIR: {
  sessions: number;
  ingest_drops: number;
  live_hours: number;
  restream_hours: number;
  peak: number;
  peak_at: Date | null;
} = {
  sessions: 0,
  ingest_drops: 0,
  live_hours: 0,
  restream_hours: 0,
  peak: 0,
  peak_at: null,
};

/** The sessions that were on air in a range; one in progress lasts until `now`. */
const onAirWithin = (period: Period, now: Date) =>
  sql`started_at < ${endOf(period)} and coalesce(ended_at, ${now}::timestamptz) > ${startOf(period)}`;

/** The hours of sessions within a range. */
const hoursOnAir = (period: Period, now: Date) => sql`
  sum(extract(epoch from least(coalesce(ended_at, ${now}::timestamptz), ${endOf(period)})
    - greatest(started_at, ${startOf(period)})))::float8 / 3600`;

/** How many sessions there were, how often their encoders connected again, and their hours within a range. */
const sessionSums = (period: Period, now: Date) => sql`
  count(*)::int as sessions, coalesce(sum(reconnects), 0)::int as ingest_drops, coalesce(${hoursOnAir(period, now)}, 0) as live_hours`;

interface SessionSums {
  sessions: number;
  ingest_drops: number;
  live_hours: number;
}

/** Hours that restream targets were connected within a range, added up over the targets. */
const hoursRestreamed = (period: Period) => sql`
  coalesce(sum(extract(epoch from least(ended_at, ${endOf(period)}) - greatest(started_at, ${startOf(period)}))), 0)::float8 / 3600`;

const restreamedWithin = (period: Period) => sql`started_at < ${endOf(period)} and ended_at > ${startOf(period)}`;

/** Livestreams with what they did on air in a range. */
export async function withOnAir<Row extends { id: number }>(
  db: Executor,
  projectId: number,
  period: Period,
  rows: readonly Row[],
  now: Date,
) {
  const ids = rows.map(({ id }) => id);
  const onAir = await onAirOf(db, projectId, period, ids, now);
  return rows.map((row) => ({ ...row, ...(onAir.get(row.id) ?? NOT_ON_AIR) }));
}

/** What livestreams did on air in a range, by their ids. */
async function onAirOf(db: Executor, projectId: number, period: Period, ids: readonly number[], now: Date) {
  const sessions = await sql<SessionSums & { id: number }>`
    select stream_id as id, ${sessionSums(period, now)}
    from stream_sessions where project_id = ${projectId} and stream_id = any(${ids}) and ${onAirWithin(period, now)}
    group by 1`.execute(db);
  const restreams = await sql<{ id: number; restream_hours: number }>`
    select stream_id as id, ${hoursRestreamed(period)} as restream_hours
    from restream_spans where project_id = ${projectId} and stream_id = any(${ids}) and ${restreamedWithin(period)}
    group by 1`.execute(db);
  const peaks = await sql<{ id: number; peak: number; peak_at: Date }>`
    select distinct on (item_id) item_id as id, viewers as peak, minute as peak_at from viewers_now
    where project_id = ${projectId} and item_kind = 'stream' and item_id = any(${ids}) and ${within(MINUTE, period)}
    order by item_id, viewers desc, minute`.execute(db);
  return new Map(
    ids.map((id) => {
      const session = sessions.rows.find((row) => row.id === id);
      const peak = peaks.rows.find((row) => row.id === id);
      return [
        id,
        {
          sessions: session?.sessions ?? 0,
          ingest_drops: session?.ingest_drops ?? 0,
          live_hours: session?.live_hours ?? 0,
          restream_hours: restreams.rows.find((row) => row.id === id)?.restream_hours ?? 0,
          peak: peak?.peak ?? 0,
          peak_at: peak?.peak_at ?? null,
        },
      ];
    }),
  );
}

const ofStream = (column: "stream_id" | "item_id", { stream }: ReportFilter) =>
  stream === undefined ? sql`` : sql`and ${sql.ref(column)} = ${stream}`;

/** How many viewers livestreams had together in each minute of a range. */
const viewersByMinute = (filter: ReportFilter, period: Period) => sql`
  select minute, sum(viewers)::int as viewers from viewers_now
  where project_id = ${filter.projectId} and item_kind = 'stream' ${ofStream("item_id", filter)} and ${within(MINUTE, period)}
  group by 1`;

/** The figures of livestreams, with what they did on air. */
export async function streamTotals(reader: Reader, filter: ReportFilter, period: Period, now: Date) {
  const { rows } = await sql<SessionSums & { restream_hours: number; peak: number }>`
    select ${sessionSums(period, now)},
      (select ${hoursRestreamed(period)} from restream_spans
        where project_id = ${filter.projectId} ${ofStream("stream_id", filter)} and ${restreamedWithin(period)}) as restream_hours,
      (select coalesce(max(viewers), 0) from (${viewersByMinute(filter, period)}) as minutes) as peak
    from stream_sessions
    where project_id = ${filter.projectId} ${ofStream("stream_id", filter)} and ${onAirWithin(period, now)}`.execute(
    reader.db,
  );
  const { sessions, ingest_drops, live_hours, restream_hours, peak } = rows[0] ?? NOT_ON_AIR;
  const onAir = { sessions, ingest_drops, live_hours, restream_hours, peak };
  return { ...(await viewTotals(reader, filter, period, "stream")), ...onAir };
}

/** The figures of livestreams at each point of a range, with the most viewers at one time. */
export async function streamSeries(reader: Reader, filter: ReportFilter, period: Period) {
  const { rows } = await sql<{ at: Date; peak: number }>`
    select ${pointOf(MINUTE, period)} as at, max(viewers) as peak from (${viewersByMinute(filter, period)}) as minutes
    group by 1`.execute(reader.db);
  const peaks = new Map(rows.map(({ at, peak }) => [at.getTime(), peak]));
  const points = await viewSeries(reader, filter, period, "stream");
  return points.map((point) => ({ ...point, peak: peaks.get(point.at.getTime()) ?? 0 }));
}
