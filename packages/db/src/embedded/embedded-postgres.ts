import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { chooseAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { createCluster, databaseName, hasCluster } from "./cluster.ts";
import { findPostmaster, stopPostmaster } from "./postmaster.ts";
import { isAlive, type ProcessIdentity } from "./process-identity.ts";
import { boundLog } from "./server-log.ts";
import { accepts, connectionUrl, launchServer, type ServerPlan } from "./server.ts";

export interface EmbeddedPostgresOptions {
  /** The data folder; the database is in its `postgres` folder, the log in `logs/postgres.log`, with rotated files beside it. */
  dataDir: string;
  /** TCP port on 127.0.0.1. */
  port: number;
  /** Password of the role `kinora`, as set when the database was created. */
  password: string;
  /** Called with a message when the server exited, restarted or failed to restart. */
  onEvent?: (event: { level: "warn" | "error"; message: string }) => void;
}

const LOG_CHECK_MS = 1_000;

/** A PostgreSQL server that is kept running until `stop`. */
export interface EmbeddedPostgres {
  url: string;
  /** True when a server left over from an earlier run was adopted. */
  adopted: boolean;
  /** Current process id of the server; it changes after a crash. */
  pid(): number;
  /** Stops watching and stops the server. */
  stop(): Promise<void>;
  /** Stops watching and leaves the server running. */
  release(): void;
}

/**
 * Runs PostgreSQL on a data folder: creates the database the first time, adopts a server left over from an earlier
 * run, and restarts it with backoff when it exits.
 * @throws EmbeddedPostgresError with a message for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const plan = await prepare(options);
  const existing = await adopt(plan);
  const first = existing ?? (await launchServer(plan));
  await ensureDatabase(plan);
  return watch(plan, first, existing !== null, options.onEvent ?? (() => undefined));
}

async function prepare({ dataDir, port, password }: EmbeddedPostgresOptions): Promise<ServerPlan> {
  const parent = resolve(dataDir);
  mkdirSync(parent, { recursive: true });
  const folder = join(parent, "postgres");
  const { account, binaries } = chooseAccount(findBinaries(), parent, folder);
  if (!hasCluster(folder)) await createCluster(binaries, account, folder, password);
  return { binaries, account, folder, port, password, logFile: join(parent, "logs/postgres.log") };
}

async function adopt({ folder, port, password }: ServerPlan): Promise<ProcessIdentity | null> {
  const running = findPostmaster(folder);
  if (!running) return null;
  if (running.port === port && (await acceptsSoon(port, password, running.identity))) return running.identity;
  // It listens on another port (KINORA_PORT changed) or does not respond: stop it.
  await stopPostmaster(running.identity);
  return null;
}

async function acceptsSoon(port: number, password: string, identity: ProcessIdentity): Promise<boolean> {
  const until = performance.now() + 10_000;
  while (isAlive(identity) && performance.now() < until) {
    if (await accepts(port, password)) return true;
    await delay(100);
  }
  return false;
}

async function ensureDatabase({ port, password }: ServerPlan): Promise<void> {
  const client = new Client({ connectionString: connectionUrl(port, password, "postgres") });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
    await setUnicodeCtype(client);
  } finally {
    await client.end();
  }
}

/**
 * Gives the database an LC_CTYPE with letters of all scripts, if the system has one: pg_trgm, which indexes words,
 * ignores characters that are not letters there. Sorting and comparing use the built-in provider and do not change;
 * indexes of pg_trgm are rebuilt by a migration.
 */
async function setUnicodeCtype(client: Client): Promise<void> {
  try {
    // PostgreSQL refuses an LC_CTYPE that the system does not have.
    await client.query(
      "begin; create collation kinora_letters (provider = libc, lc_collate = 'C', lc_ctype = 'C.UTF-8'); rollback",
    );
  } catch (problem) {
    await client.query("rollback");
    if (problem instanceof DatabaseError) return;
    throw problem;
  }
  await client.query("update pg_database set datctype = 'C.UTF-8' where datname = $1 and datctype = 'C'", [
    databaseName,
  ]);
}

function watch(
  plan: ServerPlan,
  first: ProcessIdentity,
  adopted: boolean,
  onEvent: NonNullable<EmbeddedPostgresOptions["onEvent"]>,
): EmbeddedPostgres {
  const stopping = new AbortController();
  let current = first;
  let comingBack: Promise<void> | null = null;

  // An adopted server is not a child process, so every server is watched by polling.
  const timer = setInterval(() => {
    if (comingBack || isAlive(current)) return;
    comingBack = comeBack().finally(() => (comingBack = null));
  }, 100);

  async function comeBack(): Promise<void> {
    onEvent({ level: "warn", message: "The embedded PostgreSQL died; restarting it." });
    for (let pauseMs = 0; !stopping.signal.aborted; pauseMs = Math.min(30_000, Math.max(500, pauseMs * 2))) {
      try {
        await delay(pauseMs, undefined, { signal: stopping.signal });
        current = await launchServer(plan, stopping.signal);
        onEvent({ level: "warn", message: "The embedded PostgreSQL is running again." });
        return;
      } catch (problem) {
        if (!stopping.signal.aborted)
          onEvent({ level: "error", message: problem instanceof Error ? problem.message : String(problem) });
      }
    }
  }

  const logTimer = setInterval(() => {
    if (comingBack) return;
    try {
      boundLog(plan.logFile);
    } catch (problem) {
      onEvent({ level: "warn", message: `${plan.logFile} could not be rotated: ${String(problem)}` });
    }
  }, LOG_CHECK_MS);

  const release = () => {
    stopping.abort();
    clearInterval(timer);
    clearInterval(logTimer);
  };
  return {
    url: connectionUrl(plan.port, plan.password),
    adopted,
    pid: () => current.pid,
    release,
    stop: async () => {
      release();
      await comingBack;
      // Read the folder again: a start that timed out may have succeeded later.
      const running = findPostmaster(plan.folder)?.identity ?? current;
      await stopPostmaster(running);
    },
  };
}
