import { cloneTestDatabase } from "@kinora/db/testing.ts";

/** The environment name of the URL of the run's PostgreSQL, which workers inherit. */
export const RUN_POSTGRES = "KINORA_TEST_POSTGRES";

/** A database of the run's PostgreSQL with every table and no rows. */
export function runDatabase(): ReturnType<typeof cloneTestDatabase> {
  const url = process.env[RUN_POSTGRES];
  if (url === undefined) throw new Error(`${RUN_POSTGRES} is not set: global-setup.ts did not run.`);
  return cloneTestDatabase(url);
}
