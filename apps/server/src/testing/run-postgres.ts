import { startTestPostgres } from "@kinora/db/testing.ts";
import { openJobs } from "../platform/jobs/jobs.ts";
import { createLog } from "../platform/log.ts";
import { tasks } from "../rooms.ts";

/** The PostgreSQL of a test run: databases cloned from its template have the tables, and the queues of all tasks. */
export function startRunPostgres(): ReturnType<typeof startTestPostgres> {
  return startTestPostgres(makeQueues);
}

/** Making them takes longer than many files' tests. */
async function makeQueues(templateUrl: string): Promise<void> {
  const jobs = await openJobs(templateUrl, tasks, createLog("silent", "tests"), { maintain: false });
  await jobs.close();
}
