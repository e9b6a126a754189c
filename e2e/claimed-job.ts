import { findRow } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import type { Environment } from "./environment.ts";
import { mediaProcesses } from "./media-processes.ts";
import { TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { until, type PipelineProject } from "./pipeline-project.ts";

/** A job that a worker has claimed. */
export interface Claim {
  id: string;
  worker: number;
  /** How often a worker gave it back. */
  handBacks: number;
}

/** Waits until a chunk of the video is really being encoded. */
export async function claimedJob(kinora: Environment, { db }: PipelineProject, videoId: number): Promise<Claim> {
  await until(
    "ffmpeg works on the video",
    async () => mediaProcesses(kinora.dataDir).some((tool) => tool.videoId === videoId),
    TRANSCODING_PATIENCE_MS,
  );
  const { job_id: jobId } = await until(
    "a chunk is claimed",
    () => findRow(db, "job_claims", { queue: "transcoding.chunk" }, "job_id"),
    TRANSCODING_PATIENCE_MS,
  );
  const { rows } = await sql<Claim>`
    select c.job_id as id, c.worker_id as worker, j.retry_count as "handBacks" from job_claims c
    join pgboss.job j on j.id = c.job_id and j.name = c.queue where c.job_id = ${jobId}`.execute(db);
  if (!rows[0]) throw new Error("The chunk was done before its claim could be read.");
  return rows[0];
}

/** The job, once another worker has it; on a fast machine that one may be done with it before the next reading. */
export async function takenUp({ db }: PipelineProject, { id, worker }: Claim): Promise<{ handBacks: number } | null> {
  const { rows } = await sql<{ handBacks: number }>`
    select j.retry_count as "handBacks" from pgboss.job j left join job_claims c on c.job_id = j.id
    where j.id = ${id} and (c.worker_id <> ${worker} or j.state = 'completed')`.execute(db);
  return rows[0] ?? null;
}
