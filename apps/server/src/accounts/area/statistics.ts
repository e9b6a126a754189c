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

/** The first moments of a month, `YYYY-MM`, and of the next one, in UTC. */
function boundsOf(month: string): { from: Date; to: Date } {
  const from = new Date(`${month}-01T00:00:00Z`);
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)) };
}

type StatisticsRow = Figures & { id: number; name: string; deleted: boolean };

/** Figures that are added up in SQL over all projects, also those the table has no room for. */
const SUMMED = ["videos", "storage_bytes", "encoded_minutes", "live_hours", "plays", "bytes_out"] as const;

/**
 * What the projects of an account hold now, and what they did in a month, the largest first. A deleted project is among them for
 * the months in which it did something. Plays leave out the project's own people and bots; bytes do not, since they were sent.
 */
export async function readStatistics({ db, clock }: Context, { accountId }: Grant, month: string) {
  const { from, to } = boundsOf(month);
  const figures = figuresOf(accountId, { from, to, now: clock.now() });
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
function figuresOf(accountId: number, { from, to, now }: { from: Date; to: Date; now: Date }) {
  const places = sql`select id from projects where account_id = ${accountId}`;
  return sql`
    with held as (
        select project_id, sum(rows)::float8 as videos from video_buckets
        where project_id in (${places}) and width_bits = 16 group by 1),
      belonging as (select project_id, count(*)::int as members from project_members where account_id = ${accountId} group by 1),
      encoded as (
        select project_id, sum((rendition->>'seconds')::float8) / 60 as encoded_minutes
        from transcode_records, jsonb_array_elements(renditions) as rendition
        where account_id = ${accountId} and finished_at >= ${from} and finished_at < ${to} group by 1),
      live as (
        select project_id, sum(extract(epoch from least(coalesce(ended_at, ${now}::timestamptz), ${to}::timestamptz)
          - greatest(started_at, ${from}::timestamptz)))::float8 / 3600 as live_hours
        from stream_sessions where account_id = ${accountId} and started_at < ${to}
          and coalesce(ended_at, ${now}::timestamptz) > ${from}::timestamptz group by 1),
      played as (
        select project_id, sum(plays)::float8 as plays from view_hours
        where project_id in (${places}) and hour >= ${from} and hour < ${to} and audience = 'viewer' group by 1),
      sent as (
        select project_id, sum(bytes)::float8 as bytes_out from delivery_hours
        where project_id in (${places}) and hour >= ${from} and hour < ${to} group by 1)
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
      left join encoded on encoded.project_id = projects.id
      left join live on live.project_id = projects.id
      left join played on played.project_id = projects.id
      left join sent on sent.project_id = projects.id
    where projects.account_id = ${accountId}
      and (projects.deleted_at is null or encoded_minutes > 0 or live_hours > 0 or plays > 0 or bytes_out > 0)`;
}
