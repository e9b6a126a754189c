import type { queuedTranscode } from "@kinora/contract/advanced/transcoding.ts";
import { FAILED_HOURS } from "@kinora/domain/operations/queue.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { InputOf } from "../../platform/http/input-of.ts";
import { isNamed } from "../../platform/lists/list-filter.ts";
import { readPage } from "../../platform/lists/read-page.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";
import { isStuck, listWorkers, readQueueSettings } from "./workers.ts";

type QueueQuery = InputOf<"advanced", "listTranscodes">;

type QueueRow = RowOf<typeof queuedTranscode>;

/** The ids of transcodes with a job whose tools stand still. */
const stuckTranscodes = sql`(select (job.data->'payload'->>'transcodeId')::bigint from job_claims claims
  join pgboss.job on job.name = claims.queue and job.id = claims.job_id
  where claims.queue like 'transcoding.%' and job.data->'payload' ? 'transcodeId' and ${isStuck})`;

const HOUR_MS = 3_600_000;

/** One page of the transcodes of all accounts: those that run, those that wait, the next first, and those that failed. */
export function listTranscodes({ db, clock }: Context, query: QueueQuery) {
  const { state, account, search, stuck, older_than_hours: hours } = query;
  const ago = (count: number) => new Date(clock.now().getTime() - count * HOUR_MS);
  const list = {
    columns: sql`transcodes.*, videos.title, row_number() over (order by
      case transcodes.state when 'running' then 0 when 'queued' then 1 else 2 end,
      case when transcodes.state = 'failed' then 0 else transcodes.priority end desc,
      case when transcodes.state = 'failed' then -transcodes.id else transcodes.id end) as place`,
    from: sql`transcodes join videos on videos.id = transcodes.video_id and videos.deleted_at is null`,
    where: [
      sql`(transcodes.state in ('queued', 'running')
        or (transcodes.state = 'failed' and transcodes.finished_at > ${ago(FAILED_HOURS)}))`,
      state && sql`transcodes.state = ${state}`,
      account && sql`transcodes.account_id = ${account}`,
      hours !== undefined && sql`transcodes.queued_at < ${ago(hours)}`,
      stuck === "true" && sql`transcodes.id in ${stuckTranscodes}`,
      search && isNamed(search, "videos.title"),
    ],
    order: sql`place`,
  };
  return readPage<QueueRow>(db, list, query, async (found) => {
    const { rows } = await sql<QueueRow>`
      select page.id, page.state, page.progress, page.priority, page.attempts, page.media_seconds, page.queued_at,
        page.started_at, page.finished_at, page.failure, page.log, page.id in ${stuckTranscodes} as stuck,
        json_build_object('id', page.video_id, 'title', page.title) as video,
        json_build_object('id', accounts.id, 'name', accounts.name) as account,
        json_build_object('id', projects.id, 'name', projects.name) as project
      from (${found}) page
      join accounts on accounts.id = page.account_id
      join projects on projects.id = page.project_id
      order by page.place`.execute(db);
    return rows;
  });
}

/** The workers with the jobs they have, and figures of the queue. */
export async function readTranscodingState(context: Pick<Context, "clock" | "db">) {
  const { db, clock } = context;
  const day = new Date(clock.now().getTime() - 24 * HOUR_MS);
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
