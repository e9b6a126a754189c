import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { asAccount, chownToAccount, type Account } from "./account.ts";
import { EmbeddedPostgresError, type PostgresBinaries } from "./binaries.ts";
import { databaseName, postgresEnvironment } from "./cluster.ts";
import { memorySettings } from "./memory.ts";
import { findPostmaster } from "./postmaster.ts";
import { identify, isAlive, type ProcessIdentity } from "./process-identity.ts";

/** Parameters to run the server of one database folder. */
export interface ServerPlan {
  binaries: PostgresBinaries;
  account: Account;
  folder: string;
  port: number;
  password: string;
  logFile: string;
}

const settings = (port: number) => ({
  port: String(port),
  // Loopback by address, not by name: "localhost" may be anything in /etc/hosts.
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  ...memorySettings(),
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
  log_line_prefix: "%m [%p] ",
  // A failed statement may be megabytes long; the role that sent it logs the error.
  log_min_error_statement: "panic",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
  // The open connection of a killed process must not hold its locks for hours.
  tcp_keepalives_idle: "30",
});

/**
 * Starts the server and resolves once it accepts connections. The start is retried for a while, because right
 * after a `kill -9` the last processes of the old server still hold its shared memory.
 * @throws EmbeddedPostgresError with the last lines of the server's log.
 */
export async function launchServer(plan: ServerPlan, cancelled?: AbortSignal): Promise<ProcessIdentity> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    cancelled?.throwIfAborted();
    const logStart = logSize(plan.logFile);
    const identity = spawnServer(plan);
    if (identity && (await becomesReady(plan, identity, deadline))) return identity;
    const words = logTail(plan.logFile, logStart);
    if (/could not create any TCP/i.test(words)) {
      throw new EmbeddedPostgresError(
        `Port ${plan.port}, needed for the embedded PostgreSQL, is in use by another program.`,
      );
    }
    const mayPass = words === "" || /pre-existing shared memory|lock file|starting up|shutting down/i.test(words);
    if (!mayPass || performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL didn't start: ${words || "no output"} (log: ${plan.logFile})`,
      );
    }
    await delay(200);
  }
}

/** The URL the product connects to; `database` is `kinora` by default. */
export function connectionUrl(port: number, password: string, database = databaseName): string {
  return `postgres://${databaseName}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** True when a server on the port accepts our password. */
export async function accepts(port: number, password: string): Promise<boolean> {
  const client = new Client({
    connectionString: connectionUrl(port, password, "postgres"),
    connectionTimeoutMillis: 3_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function spawnServer({ binaries, account, folder, port, logFile }: ServerPlan): ProcessIdentity | null {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, "a", 0o600);
  chownToAccount(account, logFile);
  const options = Object.entries(settings(port)).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const call = asAccount(account, binaries.postgres, ["-D", folder, ...options]);
  // Its own session: Ctrl-C in the terminal goes to Kinora only, which stops the database last.
  const child = spawn(call.file, call.args, {
    ...call.owner,
    cwd: "/",
    detached: true,
    stdio: ["ignore", log, log],
    env: postgresEnvironment(),
  });
  closeSync(log);
  child.on("error", () => undefined);
  child.unref();
  return child.pid === undefined ? null : identify(child.pid);
}

async function becomesReady(plan: ServerPlan, identity: ProcessIdentity, deadline: number): Promise<boolean> {
  while (isAlive(identity) && performance.now() < deadline) {
    // Our own server, not another program on the port: its process id must be in our folder.
    if (findPostmaster(plan.folder)?.identity.pid === identity.pid && (await accepts(plan.port, plan.password)))
      return true;
    await delay(30);
  }
  return false;
}

function logSize(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

function logTail(file: string, from: number): string {
  try {
    const lines = readFileSync(file).subarray(from).toString("utf8").trim().split("\n");
    return lines.slice(-3).join(" ");
  } catch {
    return "";
  }
}
