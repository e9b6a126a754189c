import type { Executor } from "@kinora/db/connect.ts";
import type { DailyFigure } from "@kinora/domain/accounts/statistics.ts";
import { EXPORT_ROWS_MAX } from "@kinora/domain/analytics/reports.ts";
import { STORAGE_KINDS, type StorageKind } from "@kinora/domain/billing/meters.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import type { Grant } from "../../platform/access/scope.ts";
import { audit } from "../../platform/events/events.ts";
import { csvStream } from "../../platform/http/csv-download.ts";
import type { Cell } from "../../platform/lists/csv.ts";

const PROJECTS_MAX = 100;

interface Figures {
  videos: number;
  storage_bytes: number;
  members: number;
  encoded_minutes: number;
  live_hours: number;
  restream_hours: number;
  plays: number;
  bytes_out: number;
  stored_originals: number;
  stored_renditions: number;
  stored_recordings: number;
  stored_other: number;
}

type Totals = Figures & { projects: number };

type StatisticsRow = Figures & { id: number; name: string; deleted: boolean };

/** Storage of the month by kind, in GB-months as they are charged. */
const STORED = ["stored_originals", "stored_renditions", "stored_recordings", "stored_other"] as const;

/** Figures that are added up in SQL over all projects, also those the table has no room for. */
const SUMMED = [
  "videos",
  "storage_bytes",
  "encoded_minutes",
  "live_hours",
  "restream_hours",
  "plays",
  "bytes_out",
  ...STORED,
] as const;

/**
 * What the projects of an account hold now, and what they did in a month, the largest first. A deleted project is among them for
 * the months in which it did something. A month is that of the account's time zone. Plays leave out the project's own people and bots; bytes do not, since they were sent.
 */
export async function readStatistics({ clock, db }: Context, { accountId }: Grant, month: string) {
  const { rows } = await sql<{ totals: Totals; projects: StatisticsRow[] }>`
    with figures as materialized (${figuresOf(accountId, month)}),
      largest as (select * from figures order by deleted, storage_bytes desc, id limit ${PROJECTS_MAX}),
      totals as (select (count(*) filter (where not deleted))::int as projects,
      ${sql.join(SUMMED.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`))},
      (select count(distinct user_id)::int from project_members join projects on projects.id = project_id
        where project_members.account_id = ${accountId} and projects.deleted_at is null) as members
      from figures)
    select (select row_to_json(totals) from totals) as totals,
      coalesce((select json_agg(largest order by deleted, storage_bytes desc, id) from largest), '[]') as projects`.execute(
    db,
  );
  const [found] = rows;
  return {
    totals: found?.totals ?? { projects: 0, members: 0, ...NOTHING },
    projects: found?.projects ?? [],
    ...(await readDays(db, accountId, month, clock.now())),
  };
}

/** The columns of the file, as the table of projects has them. */
const COLUMNS = ["id", "name", "deleted", ...SUMMED, "members"] as const;

/** The figures of a month as CSV, of all projects up to 10,000. The download is in the audit log. */
export async function exportStatistics(context: Context, { accountId }: Grant, month: string) {
  await audit(context.db, {
    accountId,
    projectId: null,
    actor: actorOf(context.caller),
    action: "account.statistics_exported",
    objectType: "account",
    objectId: accountId,
    objectTitle: "",
    changes: { filter: { month } },
  });
  return csvStream(`statistics-${month}.csv`, COLUMNS, exportedRows(context, accountId, month));
}

async function* exportedRows({ db }: Context, accountId: number, month: string): AsyncGenerator<Cell[]> {
  const { rows } = await sql<StatisticsRow>`
    select * from (${figuresOf(accountId, month)}) figures order by deleted, storage_bytes desc, id limit ${EXPORT_ROWS_MAX}`.execute(
    db,
  );
  for (const row of rows) yield COLUMNS.map((column) => row[column]);
}

/** Projects that the chart tells apart; the other ones are one. */
const CHARTED = 5;

interface DayRow {
  day: string;
  figure: DailyFigure;
  project_id: number;
  project: string;
  amount: number;
}

/** How much of a month has passed, and what the projects that used most did each day of it. */
async function readDays(db: Executor, accountId: number, month: string, now: Date) {
  const { rows } = await sql<DayRow>`
    with month as (${monthOf(accountId, month)}), used as (
        select day, project_id,
          case meter when 'traffic' then 'bytes_out' when 'live' then 'live_hours' when 'restream' then 'restream_hours'
            else 'encoded_minutes' end as figure,
          sum(quantity / case when meter = 'traffic' then 1 when meter in ('live', 'restream') then 3600000 else 60000 end)::float8 as amount
        from usage_days, month where account_id = ${accountId} and day >= first and day < after
          and (meter in ('traffic', 'live', 'restream') or meter like 'encoding_%')
        group by 1, 2, 3),
      ranked as (
        select figure, project_id, row_number() over (partition by figure order by sum(amount) desc, project_id) as place
        from used group by 1, 2 having sum(amount) > 0)
    select day::text, figure, case when place <= ${CHARTED} then used.project_id else 0 end as project_id,
      coalesce(max(name) filter (where place <= ${CHARTED}), '') as project, sum(amount) as amount
    from used join ranked using (figure, project_id)
      left join projects on projects.id = used.project_id and projects.account_id = ${accountId}
    group by 1, 2, 3 order by 2, 3, 1`.execute(db);
  const passed = await sql<{ elapsed: number }>`
    with month as (${monthOf(accountId, month)})
    select greatest(0, least(1, extract(epoch from ${now}::timestamptz - since) / extract(epoch from until - since)))::float8 as elapsed
    from month`.execute(db);
  return { elapsed: passed.rows[0]?.elapsed ?? 1, days: rows };
}

/** A month by the account's calendar: its first day, the one after it, and the moments at which they begin. */
const monthOf = (accountId: number, month: string) => sql`
  select first, after, first::timestamp at time zone time_zone as since, after::timestamp at time zone time_zone as until
  from account_metering, lateral (
    select ${`${month}-01`}::date as first, (${`${month}-01`}::date + interval '1 month')::date as after) days
  where account_id = ${accountId}`;

const NOTHING: Omit<Figures, "members"> = {
  videos: 0,
  storage_bytes: 0,
  encoded_minutes: 0,
  live_hours: 0,
  restream_hours: 0,
  plays: 0,
  bytes_out: 0,
  stored_originals: 0,
  stored_renditions: 0,
  stored_recordings: 0,
  stored_other: 0,
};

/** Byte-hours of a kind as GB-months, from rows of the ledger beside their month. */
const storedAs = (kind: StorageKind) => sql`
  (sum((kinds ->> ${kind})::numeric) / (min(extract(epoch from until - since)) / 3600) / 1000000000)::float8 as ${sql.ref(`stored_${kind}`)}`;

/** A query for the figures of every project of an account that is there, or did something in the month. */
function figuresOf(accountId: number, month: string) {
  const places = sql`select id from projects where account_id = ${accountId}`;
  return sql`
    with held as (
        select project_id, sum(rows)::float8 as videos from video_buckets
        where project_id in (${places}) and width_bits = 16 group by 1),
      belonging as (select project_id, count(*)::int as members from project_members where account_id = ${accountId} group by 1),
      month as (${monthOf(accountId, month)}),
      -- What invoices are computed from, so that both say the same.
      used as (
        select project_id, (sum(quantity) filter (where meter like 'encoding_%') / 60000)::float8 as encoded_minutes,
          (sum(quantity) filter (where meter = 'live') / 3600000)::float8 as live_hours,
          (sum(quantity) filter (where meter = 'restream') / 3600000)::float8 as restream_hours,
          (sum(quantity) filter (where meter = 'traffic'))::float8 as bytes_out,
          ${sql.join(STORAGE_KINDS.map((kind) => storedAs(kind)))}
        from usage_days, month where account_id = ${accountId} and day >= first and day < after group by 1),
      played as (
        select project_id, sum(plays)::float8 as plays from played_hours, month
        where project_id in (${places}) and dimension = '' and hour >= since and hour < until
          and audience = 'viewer' group by 1)
    select projects.id, projects.name, projects.deleted_at is not null as deleted,
      case when projects.deleted_at is null then coalesce(videos, 0) else 0 end as videos,
      case when projects.deleted_at is null then coalesce(bytes, 0) else 0 end as storage_bytes,
      case when projects.deleted_at is null then coalesce(members, 0) else 0 end as members,
      coalesce(encoded_minutes, 0) as encoded_minutes, coalesce(live_hours, 0) as live_hours,
      coalesce(restream_hours, 0) as restream_hours, coalesce(plays, 0) as plays, coalesce(bytes_out, 0) as bytes_out,
      ${sql.join(STORED.map((name) => sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(name)}`))}
    from projects
      left join held on held.project_id = projects.id
      left join project_storage on project_storage.project_id = projects.id
      left join belonging on belonging.project_id = projects.id
      left join used on used.project_id = projects.id
      left join played on played.project_id = projects.id
    where projects.account_id = ${accountId}
      and (projects.deleted_at is null or encoded_minutes > 0 or live_hours > 0 or restream_hours > 0 or plays > 0 or bytes_out > 0)`;
}
