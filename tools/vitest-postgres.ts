import type { TestProject } from "vitest/node";
import { startRunPostgres } from "../apps/server/src/testing/run-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Runs one PostgreSQL for all test files of a run. Projects are set up one after the other, and stop when all files ended. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = project.vitest.getRootProject();
  if (run.getProvidedContext().postgresUrl) return undefined;
  const server = await startRunPostgres();
  run.provide("postgresUrl", server.url);
  return () => server.stop();
}
