import { FAILED_HOURS, type QueueState } from "@kinora/domain/operations/queue.ts";
import { pagination } from "@kinora/domain/pages.ts";
import type { VideoFailure } from "@kinora/domain/videos/videos.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { anywhere } from "../../platform/lists/list-filter.ts";
import { isStuck, listWorkers, readQueueSettings } from "./workers.ts";

interface QueueRequest {
  page: number;
  perPage: number;
  state: QueueState | undefined;
  account: number | undefined;
  search: string | null;
  /** Only those with a job that is stuck. */
  stuck?: boolean;
  /** Queued more than so many hours ago. */
  olderThanHours?: number | undefined;
}

interface QueueRow {
  id: number;
  video: { id: number; title: string };
  account: { id: number; name: string };
  project: { id: number; name: string };
  state: QueueState;
  progress: number;
  priority: number;
  attempts: number;
  media_seconds: number;
  queued_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  stuck: boolean;
  failure: VideoFailure | null;
  log: string[];
}

/** The transcodes with a job whose tools stand still. */
const stuckTranscodes = sql`with stuck as (
  select (job.data->'payload'->>'transcodeId')::bigint as transcode_id from job_claims claims
  join pgboss.job on job.name = claims.queue and job.id = claims.job_id
  where claims.queue like 'transcoding.%' and job.data->'payload' ? 'transcodeId' and ${isStuck})`;

/** One page of the transcodes of all accounts: those that run, those that wait, the next first, and those that failed. */
export async function listTranscodes(
  { db, clock }: Context,
  { page, perPage, state, account, search, stuck, olderThanHours }: QueueRequest,
) {
  const failedSince = new Date(clock.now().getTime() - FAILED_HOURS * 3_600_000);
  const shown = sql`transcodes.state in ('queued', 'running')
    or (transcodes.state = 'failed' and transcodes.finished_at > ${failedSince})`;
  const matching = sql`
    from transcodes join videos on videos.id = transcodes.video_id and videos.deleted_at is null
    where (${shown})
      ${state === undefined ? sql`` : sql`and transcodes.state = ${state}`}
      ${account === undefined ? sql`` : sql`and transcodes.account_id = ${account}`}
      ${
        olderThanHours === undefined
          ? sql``
          : sql`and transcodes.queued_at < ${new Date(clock.now().getTime() - olderThanHours * 3_600_000)}`
      }
      ${stuck ? sql`and transcodes.id in (select transcode_id from stuck)` : sql``}
      ${search === null ? sql`` : sql`and videos.title ilike ${anywhere(search)}`}`;
  const counted = await sql<{ total: number }>`${stuckTranscodes} select count(*)::int as total ${matching}`.execute(
    db,
  );
  const { rows } = await sql<QueueRow>`
    ${stuckTranscodes} select page.id, page.state, page.progress, page.priority, page.attempts, page.media_seconds, page.queued_at,
      page.started_at, page.finished_at, page.failure, page.log, page.id in (select transcode_id from stuck) as stuck,
      json_build_object('id', page.video_id, 'title', page.title) as video,
      json_build_object('id', accounts.id, 'name', accounts.name) as account,
      json_build_object('id', projects.id, 'name', projects.name) as project
    from (select transcodes.*, videos.title, row_number() over (order by
        case transcodes.state when 'running' then 0 when 'queued' then 1 else 2 end,
        case when transcodes.state = 'failed' then 0 else transcodes.priority end desc,
        case when transcodes.state = 'failed' then -transcodes.id else transcodes.id end) as place
      ${matching} order by place offset ${(page - 1) * perPage} limit ${perPage}) page
    join accounts on accounts.id = page.account_id
    join projects on projects.id = page.project_id
    order by page.place`.execute(db);
  return { data: rows, pagination: pagination(page, perPage, counted.rows[0]?.total ?? 0) };
}

/** The workers with the jobs they have, and figures of the queue. */
export async function readTranscodingState(context: Pick<Context, "clock" | "db">) {
  const { db, clock } = context;
  const day = new Date(clock.now().getTime() - 24 * 3_600_000);
  const figures = await sql<{
    running: number;
    queued: number;
    failed: number;
    oldest_wait: number | null;
    speed: number | null;
  }>`
    select
      (select count(*)::int from transcodes where state = 'running') as running,
      (select count(*)::int from transcodes where state = 'queued') as queued,
      (select count(*)::int from transcodes where state = 'failed' and finished_at > ${day}) as failed,
      (select extract(epoch from ${clock.now()}::timestamptz - min(queued_at))::float8 from transcodes
        where state = 'queued') as oldest_wait,
      (select sum(source_seconds) / nullif(sum(encode_seconds), 0) from transcode_records
        where state = 'complete' and finished_at > ${day}) as speed`.execute(db);
  return {
    workers: await listWorkers(context),
    ...(await readQueueSettings(context)),
    ...(figures.rows[0] ?? { running: 0, queued: 0, failed: 0, oldest_wait: null, speed: null }),
  };
}
