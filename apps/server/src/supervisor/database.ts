import { join } from "node:path";
import { EmbeddedPostgresError } from "@kinora/db/embedded/binaries.ts";
import { startEmbeddedPostgres } from "@kinora/db/embedded/embedded-postgres.ts";
import { findPostmaster } from "@kinora/db/embedded/postmaster.ts";
import { connectionUrl } from "@kinora/db/embedded/server.ts";
import { NewerSchema, readSchemaState } from "@kinora/db/schema-state.ts";
import { DatabaseUnreachable } from "@kinora/db/unreachable.ts";
import type { Config } from "../platform/config.ts";
import { readSecrets } from "../platform/secrets/secrets.ts";
import { StartRefusal } from "./start-refusal.ts";

/** An open database and the function that closes it. */
export interface OpenDatabase {
  url: string;
  stop(): Promise<void>;
}

/**
 * Opens the configured database, or the embedded one, and migrates it to the newest schema.
 * @throws StartRefusal when it does not start, cannot be reached, or a migration fails.
 */
export async function openDatabase(config: Config, warn: (line: string) => void): Promise<OpenDatabase> {
  const database = config.databaseUrl
    ? { url: config.databaseUrl, stop: () => Promise.resolve() }
    : await startEmbeddedDatabase(config, warn);
  try {
    await bringToNewestSchema(database.url);
    return database;
  } catch (problem) {
    await database.stop();
    throw migrationRefusal(problem, config);
  }
}

// What migrates is loaded where there is something to migrate: after a start the supervisor only waits, and would keep it in memory.
async function bringToNewestSchema(databaseUrl: string): Promise<void> {
  const { pending, unknown } = await readSchemaState(databaseUrl);
  if (unknown.length > 0) throw new NewerSchema(unknown);
  if (pending.length === 0) return;
  const { migrate } = await import("@kinora/db/migrate.ts");
  await migrate(databaseUrl);
}

/** URL of the embedded database if it is running with these settings, otherwise null. */
export function runningDatabaseUrl(config: Config): string | null {
  const running = findPostmaster(join(config.dataDir, "postgres"));
  return running ? connectionUrl(running.port, readSecrets(config.dataDir).postgresPassword) : null;
}

/**
 * Starts the embedded database and leaves its schema as it is.
 * @throws StartRefusal when it does not start.
 */
export async function startEmbeddedDatabase(config: Config, warn: (line: string) => void): Promise<OpenDatabase> {
  const { postgresPassword } = readSecrets(config.dataDir);
  try {
    return await startEmbeddedPostgres({
      dataDir: config.dataDir,
      port: config.ports.postgres,
      password: postgresPassword,
      onEvent: ({ message }) => warn(message),
    });
  } catch (problem) {
    if (problem instanceof EmbeddedPostgresError) throw new StartRefusal("database", problem.message);
    throw problem;
  }
}

function migrationRefusal(problem: unknown, config: Config): StartRefusal {
  if (problem instanceof NewerSchema) {
    const fix = "Start that version, or restore a backup that this one made.";
    return new StartRefusal("migration", `${problem.message} ${fix}`);
  }
  const words = problem instanceof Error ? problem.message || problem.name : String(problem);
  const cause = problem instanceof DatabaseUnreachable ? problem.cause : problem;
  const code = (cause as { code?: unknown } | null)?.code;
  if (config.databaseUrl && typeof code === "string" && /^(E[A-Z]+|28\w{3}|3D000|08\w{3})$/.test(code)) {
    return new StartRefusal(
      "database",
      `Couldn't use the database in DATABASE_URL (${words || code}). Check the host and password, and that it's running.`,
    );
  }
  return new StartRefusal("migration", `Couldn't migrate the database to this version's schema: ${words}`);
}
