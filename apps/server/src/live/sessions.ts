import type { Executor } from "@kinora/db/connect.ts";
import type { StreamIngest } from "@kinora/db/schema-streams.ts";
import { pagination } from "@kinora/domain/pages.ts";
import type { RecordingState, SessionEndReason } from "@kinora/domain/streams.ts";
import { sql, type SqlBool } from "kysely";
import type { Context } from "../context.ts";
import type { ProjectGround } from "./service.ts";

interface SessionRow {
  id: number;
  stream: { id: number; name: string };
  started_at: Date;
  live_at: Date | null;
  ended_at: Date | null;
  end_reason: SessionEndReason | null;
  client_ip: string | null;
  testing: boolean;
  ingest: StreamIngest | null;
  bytes_in: number;
  reconnects: number;
  peak_viewers: number;
  average_viewers: number;
  watch_seconds: number;
  recording: { state: RecordingState | "none"; video: { id: number; title: string } | null };
  recordings: number;
  clips: number;
}

/** One page of the sessions of a project's streams, newest first. */
export async function listSessions(
  { db }: Context,
  { projectId }: ProjectGround,
  { stream, page, per_page: perPage }: { stream?: readonly number[] | undefined; page: number; per_page: number },
) {
  const parts = [sql<SqlBool>`x.project_id = ${projectId}`];
  if (stream && stream.length > 0) parts.push(sql<SqlBool>`x.stream_id = any(${stream})`);
  const where = sql.join(parts, sql` and `);
  const counted = await sql<{ total: number }>`select count(*) as total from stream_sessions x where ${where}`.execute(
    db,
  );
  const { rows: data } = await sql<SessionRow>`
    select x.id, x.started_at, x.live_at, x.ended_at, x.end_reason, x.client_ip, x.testing, x.ingest, x.bytes_in, x.reconnects,
      x.peak_viewers, x.watch_seconds,
      round((x.watch_seconds / greatest(1, extract(epoch from coalesce(x.ended_at, now()) - x.started_at)))::numeric, 1)::float8
        as average_viewers,
      json_build_object('id', s.id, 'name', s.name) as stream,
      json_build_object('state', coalesce(last.state, 'none'), 'video',
        case when v.id is null then null else json_build_object('id', v.id, 'title', v.title) end) as recording,
      kept.recordings, kept.clips
    from stream_sessions x join streams s on s.id = x.stream_id
    left join lateral (select state, video_id from stream_recordings r
      where r.session_id = x.id and r.kind = 'recording' order by r.id desc limit 1) last on true
    left join videos v on v.id = last.video_id and v.deleted_at is null
    cross join lateral (select count(*) filter (where r.kind = 'recording') as recordings,
      count(*) filter (where r.kind = 'clip') as clips from stream_recordings r where r.session_id = x.id) kept
    where ${where} order by x.id desc offset ${(page - 1) * perPage} limit ${perPage}`.execute(db);
  return { data, pagination: pagination(page, perPage, counted.rows[0]?.total ?? 0) };
}

/** How long after its last sign a live role counts as gone, in seconds. */
const HOST_SECONDS = 15;

/** Where the live role answers on this installation, without a trailing slash; null while none runs. */
export async function liveHostUrl(on: Executor): Promise<string | null> {
  const host = await on
    .selectFrom("stream_hosts")
    .select("url")
    .where("seen_at", ">", sql<Date>`now() - make_interval(secs => ${HOST_SECONDS})`)
    .orderBy("seen_at", "desc")
    .executeTakeFirst();
  return host?.url ?? null;
}

/** What is on air, and how much more can be; in full ladders to a tenth. */
export async function liveCapacity({ db }: Context, { projectId }: ProjectGround) {
  const { rows } = await sql<{ live_now: number }>`
    select count(*) as live_now from streams s
    where s.project_id = ${projectId} and s.ingest in ('connecting', 'receiving')`.execute(db);
  const hosts = await db
    .selectFrom("stream_hosts")
    .select(["ladders", "ladders_used"])
    .where("seen_at", ">", sql<Date>`now() - make_interval(secs => ${HOST_SECONDS})`)
    .execute();
  const measured = hosts.flatMap(({ ladders }) => (ladders === null ? [] : [ladders]));
  return {
    live_now: rows[0]?.live_now ?? 0,
    ladders_running: tenths(hosts.map(({ ladders_used: used }) => used)),
    ladders_possible: measured.length > 0 ? tenths(measured) : null,
    available: hosts.length > 0,
  };
}

const tenths = (shares: readonly number[]): number => Math.round(shares.reduce((sum, each) => sum + each, 0) * 10) / 10;
