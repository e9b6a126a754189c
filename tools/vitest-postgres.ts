import { startTestPostgres } from "@kinora/db/testing.ts";
import type { TestProject } from "vitest/node";
import { openJobs } from "../apps/server/src/platform/jobs/jobs.ts";
import { createLog } from "../apps/server/src/platform/log.ts";
import { tasks } from "../apps/server/src/rooms.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Runs one PostgreSQL for all test files of a run. Projects are set up one after the other, and stop when all files ended. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = project.vitest.getRootProject();
  if (run.getProvidedContext().postgresUrl) return undefined;
  const server = await startTestPostgres(makeQueues);
  run.provide("postgresUrl", server.url);
  return () => server.stop();
}

/** The queue's tables and the queue of each task: making them takes longer than many files' tests. */
async function makeQueues(templateUrl: string): Promise<void> {
  const jobs = await openJobs(templateUrl, tasks, createLog("silent", "tests"), { maintain: false });
  await jobs.close();
}
