import { startRunPostgres } from "@kinora/server/testing/run-postgres.ts";
import { RUN_POSTGRES } from "./run-database.ts";

/** Starts one PostgreSQL for all browser tests of a run. @returns what stops it */
export default async function startDatabase(): Promise<() => Promise<void>> {
  const server = await startRunPostgres();
  process.env[RUN_POSTGRES] = server.url;
  return () => server.stop();
}
