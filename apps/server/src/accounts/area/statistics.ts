import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { Grant } from "../../platform/access/scope.ts";

const PROJECTS_MAX = 100;

interface Figures {
  videos: number;
  storage_bytes: number;
  members: number;
  encoded_minutes: number;
  live_hours: number;
  plays: number;
  bytes_out: number;
}

type StatisticsRow = Figures & { id: number; name: string; deleted: boolean };

/** Figures that are added up in SQL over all projects, also those the table has no room for. */
const SUMMED = ["videos", "storage_bytes", "encoded_minutes", "live_hours", "plays", "bytes_out"] as const;

/**
 * What the projects of an account hold now, and what they did in a month, the largest first. A deleted project is among them for
 * the months in which it did something. A month is that of the account's time zone. Plays leave out the project's own people and bots; bytes do not, since they were sent.
 */
export async function readStatistics({ db }: Context, { accountId }: Grant, month: string) {
  const figures = figuresOf(accountId, month);
  const { rows } = await sql<StatisticsRow>`
    select * from (${figures}) figures order by deleted, storage_bytes desc, id limit ${PROJECTS_MAX}`.execute(db);
  const totals = await sql<Figures & { projects: number }>`
    select (count(*) filter (where not deleted))::int as projects,
      ${sql.join(SUMMED.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`))},
      (select count(distinct user_id)::int from project_members join projects on projects.id = project_id
        where project_members.account_id = ${accountId} and projects.deleted_at is null) as members
    from (${figures}) figures`.execute(db);
  return {
    totals: totals.rows[0] ?? { projects: 0, members: 0, ...NOTHING },
    projects: rows,
  };
}

const NOTHING = { videos: 0, storage_bytes: 0, encoded_minutes: 0, live_hours: 0, plays: 0, bytes_out: 0 };

/** A query for the figures of every project of an account that is there, or did something in the month. */
function figuresOf(accountId: number, month: string) {
  const places = sql`select id from projects where account_id = ${accountId}`;
  return sql`
    with held as (
        select project_id, sum(rows)::float8 as videos from video_buckets
        where project_id in (${places}) and width_bits = 16 group by 1),
      belonging as (select project_id, count(*)::int as members from project_members where account_id = ${accountId} group by 1),
      month as (
        select first, after, first::timestamp at time zone time_zone as since, after::timestamp at time zone time_zone as until
        from account_metering, lateral (
          select ${`${month}-01`}::date as first, (${`${month}-01`}::date + interval '1 month')::date as after) days
        where account_id = ${accountId}),
      -- What invoices are computed from, so that both say the same.
      used as (
        select project_id, (sum(quantity) filter (where meter like 'encoding_%') / 60000)::float8 as encoded_minutes,
          (sum(quantity) filter (where meter = 'live') / 3600000)::float8 as live_hours,
          (sum(quantity) filter (where meter = 'traffic'))::float8 as bytes_out
        from usage_days, month where account_id = ${accountId} and day >= first and day < after group by 1),
      played as (
        select project_id, sum(plays)::float8 as plays from view_hours, month
        where project_id in (${places}) and hour >= since and hour < until and audience = 'viewer' group by 1)
    select projects.id, projects.name, projects.deleted_at is not null as deleted,
      case when projects.deleted_at is null then coalesce(videos, 0) else 0 end as videos,
      case when projects.deleted_at is null then coalesce(bytes, 0) else 0 end as storage_bytes,
      case when projects.deleted_at is null then coalesce(members, 0) else 0 end as members,
      coalesce(encoded_minutes, 0) as encoded_minutes, coalesce(live_hours, 0) as live_hours, coalesce(plays, 0) as plays,
      coalesce(bytes_out, 0) as bytes_out
    from projects
      left join held on held.project_id = projects.id
      left join project_storage on project_storage.project_id = projects.id
      left join belonging on belonging.project_id = projects.id
      left join used on used.project_id = projects.id
      left join played on played.project_id = projects.id
    where projects.account_id = ${accountId}
      and (projects.deleted_at is null or encoded_minutes > 0 or live_hours > 0 or plays > 0 or bytes_out > 0)`;
}
