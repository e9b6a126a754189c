import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect as dial } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { nobody } from "@kinora/db/embedded/account.ts";
import { freePort } from "@kinora/db/free-port.ts";
import pg from "pg";
import { debianPostgres, type PostgresPrograms } from "../tools/deploy/postgres.ts";
import { until } from "./pipeline-project.ts";

const execute = promisify(execFile);
const PASSWORD = "replicated";
/** PostgreSQL refuses to run as root. */
const owner = process.getuid?.() === 0 ? nobody : null;

/** One of the two servers. */
export interface DatabaseServer {
  port: number;
  folder: string;
  url: string;
  /** Kills the server as the end of its machine does; answers when its port refuses connections. */
  kill(): Promise<void>;
}

/** A primary and a replica that it waits for before a change is acknowledged (docs/operations/cluster.md). */
export interface ReplicatedDatabase {
  primary: DatabaseServer;
  replica: DatabaseServer;
  /** Makes the replica a primary. */
  promote(): Promise<void>;
}

/** Starts both, as the documentation says; they end, and their folders go, with `cleanUp`. */
export async function startReplicatedDatabase(cleanUp: AsyncDisposableStack): Promise<ReplicatedDatabase> {
  const scratch = mkdtempSync(join(tmpdir(), "kinora-replicated-"));
  chmodSync(scratch, 0o755);
  cleanUp.defer(() => rmSync(scratch, { recursive: true, force: true }));
  const programs = await debianPostgres(join(scratch, "programs"));
  const run = (program: string, ...args: string[]) =>
    execute(join(programs.bin, program), args, { ...owner, cwd: "/", env: { ...process.env, ...programs.env } });
  const folderOf = (name: string) => {
    const folder = join(scratch, name);
    mkdirSync(folder, { mode: 0o700 });
    if (owner) chownSync(folder, owner.uid, owner.gid);
    return folder;
  };

  const first = folderOf("primary");
  const passwordFile = join(scratch, "password");
  writeFileSync(passwordFile, PASSWORD);
  const cluster = ["-D", first, "-U", "kinora", `--pwfile=${passwordFile}`];
  await run("initdb", ...cluster, "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8");
  appendFileSync(join(first, "pg_hba.conf"), "host replication replicator 127.0.0.1/32 scram-sha-256\n");
  const primary = await startServer(cleanUp, programs, first);
  await ask(primary.url, `create role replicator with replication login password '${PASSWORD}'`);
  await ask(primary.url, "create database kinora");

  const second = folderOf("replica");
  const source = `host=127.0.0.1 port=${primary.port} user=replicator password=${PASSWORD}`;
  await run("pg_basebackup", "-d", source, "-D", second, "-R", "-X", "stream", "-C", "-S", "kinora_replica");
  const replica = await startServer(cleanUp, programs, second);

  await ask(primary.url, "alter system set synchronous_standby_names = '*'");
  await ask(primary.url, "select pg_reload_conf()");
  await until("the primary waits for the replica", async () => {
    const { rows } = await ask(primary.url, "select state, sync_state from pg_stat_replication");
    return rows.length === 1 && rows[0]?.["state"] === "streaming" && rows[0]["sync_state"] === "sync";
  });
  const promote = async () => {
    const { rows } = await ask(replica.url, "select pg_promote() as promoted");
    if (rows[0]?.["promoted"] !== true) throw new Error("The replica was not promoted.");
  };
  const inKinora = (server: DatabaseServer) => ({ ...server, url: server.url.replace(/postgres$/, "kinora") });
  return { primary: inKinora(primary), replica: inKinora(replica), promote };
}

async function startServer(
  cleanUp: AsyncDisposableStack,
  { bin, env }: PostgresPrograms,
  folder: string,
): Promise<DatabaseServer> {
  const port = await freePort();
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"];
  const server = spawn(join(bin, "postgres"), ["-D", folder, ...settings.flatMap((setting) => ["-c", setting])], {
    ...owner,
    cwd: "/",
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  server.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const gone = once(server, "exit");
  cleanUp.defer(() => end(server, gone));
  const url = `postgres://kinora:${PASSWORD}@127.0.0.1:${port}/postgres`;
  await until(`PostgreSQL in ${folder} accepts connections`, async () => {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended: ${said}`);
    return ask(url, "select 1").catch(() => null);
  });
  const kill = async () => {
    process.kill(postmasterOf(folder), "SIGKILL");
    await gone;
    await until("the port is closed", async () => !(await accepts(port)));
  };
  return { port, folder, url, kill };
}

/** An immediate shutdown: nothing of it is used again. */
async function end(server: ChildProcess, gone: Promise<unknown>): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) server.kill("SIGQUIT");
  await gone;
}

const postmasterOf = (folder: string): number =>
  Number(readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n", 1)[0]);

/** Runs one statement in a session of its own. */
async function ask(url: string, statement: string): Promise<pg.QueryResult<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url });
  // The server may end while it is asked; the query fails then.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(statement);
  } finally {
    await client.end();
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = dial(port, "127.0.0.1");
    probe.once("error", () => done(false));
    probe.once("connect", () => {
      probe.destroy();
      done(true);
    });
  });
