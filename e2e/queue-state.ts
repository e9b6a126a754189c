import { selectRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import type { PipelineProject } from "./pipeline-project.ts";

/** Jobs that wait, run or were dropped although everything is done. What is planned for later does not count. */
export async function unfinishedJobs({ db }: PipelineProject): Promise<string[]> {
  const { rows } = await sql<{ job: string }>`
    select name || ' ' || state::text || ' ' || (data -> 'payload')::text as job from pgboss.job
    where (state < 'completed' and start_after < now() + interval '1 hour' or state in ('cancelled', 'failed'))
      and name like '%.%' order by 1`.execute(db);
  const claims = await selectRows(db, "job_claims", {}, "queue");
  return [...rows.map(({ job }) => job), ...claims.map(({ queue }) => `${queue} is still claimed`)];
}

/** The same work that was lined up more than once; another try after a failure is not, nor what a second run leaves as it is. */
export async function doubledJobs({ db }: PipelineProject): Promise<string[]> {
  const { rows } = await sql<{ job: string }>`
    select name || ' ' || (data -> 'payload')::text as job from pgboss.job
    where name like 'transcoding.%' and name not in ('transcoding.posters', 'transcoding.measure') and data ->> 'failures' = '0'
    group by name, data -> 'payload' having count(*) > 1 order by 1`.execute(db);
  return rows.map(({ job }) => job);
}

/** Work on a video that was tried again because it failed. */
export async function failedRuns({ db }: PipelineProject, videoId: number): Promise<string[]> {
  const { rows } = await sql<{ job: string }>`
    select name || ' ' || (data -> 'payload')::text as job from pgboss.job
    where name like 'transcoding.%' and data ->> 'failures' <> '0' and (data -> 'payload' ->> 'transcodeId')::bigint in (
      select id from transcodes where video_id = ${videoId}) order by 1`.execute(db);
  return rows.map(({ job }) => job);
}
