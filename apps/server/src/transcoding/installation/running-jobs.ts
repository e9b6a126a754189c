import type { ClaimedTool } from "@kinora/db/schema-workers.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { audit, notify } from "../../platform/events/events.ts";
import { TERMINATE_NOTIFICATION } from "../../platform/jobs/running-tools.ts";
import { Refusal } from "../../platform/refusal.ts";
import { missingTranscode } from "./steering.ts";
import { isStuck } from "./workers.ts";

interface RunningJob {
  id: string;
  task: string;
  since: Date;
  worker: string;
  stuck: boolean;
  tools: ClaimedTool[];
}

const jobsOf = (transcodeId: number) => sql`
  from job_claims claims
  join pgboss.job on job.name = claims.queue and job.id = claims.job_id
  join workers on workers.id = claims.worker_id
  where claims.queue like 'transcoding.%' and job.data->'payload'->>'transcodeId' = ${String(transcodeId)}`;

/** The jobs of a transcode that run now, with their tools as their worker described them seconds ago. */
export async function listTranscodeJobs({ db }: Context, transcodeId: number): Promise<RunningJob[]> {
  const { rows } = await sql<RunningJob>`
    select claims.job_id as id, claims.queue as task, claims.claimed_at as since,
      coalesce(workers.name, workers.host) as worker, ${isStuck} as stuck, claims.tools
    ${jobsOf(transcodeId)} order by claims.claimed_at`.execute(db);
  return rows;
}

/**
 * Ends the media tools that a transcode runs now (SIGTERM, after 5 s SIGKILL). Its jobs fail as with any tool that ends so.
 * @throws Refusal `not_found`, `conflict` when no tool of it runs.
 */
export const killTranscodeTools = (context: Context, transcodeId: number): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const transcode = await tx
      .selectFrom("transcodes")
      .innerJoin("videos", "videos.id", "transcodes.video_id")
      .select(["transcodes.account_id", "transcodes.project_id", "videos.id", "videos.title"])
      .where("transcodes.id", "=", transcodeId)
      .executeTakeFirst();
    if (!transcode) throw missingTranscode();
    const { rows } = await sql<{ id: string }>`
      select claims.job_id as id ${jobsOf(transcodeId)} and jsonb_array_length(claims.tools) > 0`.execute(tx);
    if (rows.length === 0) throw new Refusal("conflict", "No media tool of this transcode is running.");
    for (const { id } of rows) await notify(tx, TERMINATE_NOTIFICATION, id);
    await audit(tx, {
      accountId: transcode.account_id,
      projectId: transcode.project_id,
      actor: actorOf(context.caller),
      action: "video.tools_killed",
      objectType: "video",
      objectId: transcode.id,
      objectTitle: transcode.title,
      changes: { jobs: rows.length },
    });
  });
