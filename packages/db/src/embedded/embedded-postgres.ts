import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { chooseAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { createCluster, databaseName, hasCluster } from "./cluster.ts";
import { findPostmaster, stopPostmaster } from "./postmaster.ts";
import { isAlive, type ProcessIdentity } from "./process-identity.ts";
import { boundLog } from "./server-log.ts";
import { accepts, connectionUrl, launchServer, type ServerPlan } from "./server.ts";

export interface EmbeddedPostgresOptions {
  /** The data folder; the database lies in its `postgres` folder, the log in `logs/postgres.log` and, rotated, beside it. */
  dataDir: string;
  /** TCP port on 127.0.0.1. */
  port: number;
  /** Password of the role `kinora`; the one given when the database was created. */
  password: string;
  /** Told, in one sentence, when the server died, came back or could not come back. */
  onEvent?: (event: { level: "warn" | "error"; message: string }) => void;
}

const LOG_CHECK_MS = 1_000;

/** A PostgreSQL server that is kept running until `stop`. */
export interface EmbeddedPostgres {
  url: string;
  /** True when a server left by an earlier run was taken over. */
  adopted: boolean;
  /** Process id of the server of the moment; another one after a crash. */
  pid(): number;
  /** Stops watching and stops the server. */
  stop(): Promise<void>;
  /** Stops watching and leaves the server running. */
  release(): void;
}

/**
 * Runs PostgreSQL on a data folder: creates the database the first time, takes over a server that an earlier run left
 * behind, and starts it again with growing pauses when it dies.
 * @throws EmbeddedPostgresError with a sentence for the operator.
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
  // It listens elsewhere (another KINORA_PORT than last time) or does not answer: it has to make room.
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
  } finally {
    await client.end();
  }
}

function watch(
  plan: ServerPlan,
  first: ProcessIdentity,
  adopted: boolean,
  tell: NonNullable<EmbeddedPostgresOptions["onEvent"]>,
): EmbeddedPostgres {
  const stopping = new AbortController();
  let current = first;
  let comingBack: Promise<void> | null = null;

  // A taken-over server is nobody's child here, so its life is watched the same way as our own: by looking.
  const timer = setInterval(() => {
    if (comingBack || isAlive(current)) return;
    comingBack = comeBack().finally(() => (comingBack = null));
  }, 100);

  async function comeBack(): Promise<void> {
    tell({ level: "warn", message: "The embedded PostgreSQL died; it is being started again." });
    for (let pauseMs = 0; !stopping.signal.aborted; pauseMs = Math.min(30_000, Math.max(500, pauseMs * 2))) {
      try {
        await delay(pauseMs, undefined, { signal: stopping.signal });
        current = await launchServer(plan, stopping.signal);
        tell({ level: "warn", message: "The embedded PostgreSQL is back." });
        return;
      } catch (problem) {
        if (!stopping.signal.aborted)
          tell({ level: "error", message: problem instanceof Error ? problem.message : String(problem) });
      }
    }
  }

  const logTimer = setInterval(() => {
    if (comingBack) return;
    try {
      boundLog(plan.logFile);
    } catch (problem) {
      tell({ level: "warn", message: `${plan.logFile} could not be rotated: ${String(problem)}` });
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
      // The folder knows best: a start that was just given up may have come up after all.
      const running = findPostmaster(plan.folder)?.identity ?? current;
      await stopPostmaster(running);
    },
  };
}
