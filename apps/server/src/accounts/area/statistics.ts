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

/**
 * What the projects of an account hold now, and what they did in a month. Plays leave out the project's own people and bots;
 * bytes do not, since they were sent.
 */
export async function readStatistics({ db, clock }: Context, { accountId }: Grant, month: string) {
  const { from, to } = boundsOf(month);
  const { rows } = await sql<Figures & { id: number; name: string }>`
    select projects.id, projects.name,
      (select coalesce(sum(rows), 0)::bigint from video_buckets where project_id = projects.id and width_bits = 16) as videos,
      coalesce((select bytes from project_storage where project_id = projects.id), 0) as storage_bytes,
      (select count(*)::int from project_members where project_id = projects.id) as members,
      (select coalesce(sum((rendition->>'seconds')::float8), 0) / 60 from transcode_records,
          jsonb_array_elements(renditions) as rendition
        where project_id = projects.id and finished_at >= ${from} and finished_at < ${to}) as encoded_minutes,
      (select coalesce(sum(extract(epoch from
            least(coalesce(ended_at, ${clock.now()}::timestamptz), ${to}::timestamptz) - greatest(started_at, ${from}::timestamptz))), 0)::float8 / 3600
        from stream_sessions where project_id = projects.id and started_at < ${to}
          and coalesce(ended_at, ${clock.now()}::timestamptz) > ${from}::timestamptz) as live_hours,
      (select coalesce(sum(plays), 0)::bigint from view_hours
        where project_id = projects.id and hour >= ${from} and hour < ${to} and audience = 'viewer') as plays,
      (select coalesce(sum(bytes), 0)::bigint from delivery_hours
        where project_id = projects.id and hour >= ${from} and hour < ${to}) as bytes_out
    from projects where projects.account_id = ${accountId} and projects.deleted_at is null
    order by storage_bytes desc, projects.id`.execute(db);
  const none = { videos: 0, storage_bytes: 0, members: 0, encoded_minutes: 0, live_hours: 0, plays: 0, bytes_out: 0 };
  const totals = rows.reduce<Figures>(
    (sum, row) => ({
      videos: sum.videos + row.videos,
      storage_bytes: sum.storage_bytes + row.storage_bytes,
      members: sum.members + row.members,
      encoded_minutes: sum.encoded_minutes + row.encoded_minutes,
      live_hours: sum.live_hours + row.live_hours,
      plays: sum.plays + row.plays,
      bytes_out: sum.bytes_out + row.bytes_out,
    }),
    none,
  );
  return { totals: { projects: rows.length, ...totals }, projects: rows.slice(0, PROJECTS_MAX) };
}
