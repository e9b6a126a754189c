import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { startEmbeddedPostgres } from "@kinora/db/embedded/embedded-postgres.ts";
import { connectionUrl } from "@kinora/db/embedded/server.ts";
import { readSecrets } from "../../apps/server/src/platform/secrets/secrets.ts";
import { spawnRedis, type RedisProgram } from "../deploy/redis.ts";
import { startBucket } from "./bucket.ts";
import { clusterHosts, firstUrls, nginxConfiguration, rtmpPortOf, type Host, type PublicUrls } from "./hosts.ts";

const supervisor = resolve(import.meta.dirname, "../../apps/server/src/supervisor/main.ts");

/** A machine that runs: its settings, and how to end it as a power cut would. */
export interface RunningHost extends Host {
  env: Record<string, string>;
  /** Of its supervisor, at this moment. */
  pid(): number;
  kill(): Promise<void>;
  /** Ends it as an operator does, and starts it again; resolves when its roles are ready. */
  restart(): Promise<void>;
}

export interface Cluster {
  urls: PublicUrls;
  hosts: RunningHost[];
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** The program that balances; null for none, and the addresses of the first machine of each role. */
  nginx: string | null;
  /** Which counts requests for both APIs; null for none, and each counts its own. */
  redis: RedisProgram | null;
}

/**
 * Starts a whole cluster as processes of this machine: PostgreSQL, an S3 test server, Redis, and a supervisor for each machine,
 * with data folders and loopback addresses of their own and only the secrets file in common; nginx before all.
 */
export async function startCluster(
  folder: string,
  basePort: number,
  { nginx, redis }: ClusterOptions,
): Promise<Cluster> {
  mkdirSync(folder, { recursive: true });
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const hosts = clusterHosts(basePort);
    const engines = await startEngines(folder, basePort, closers);
    if (redis !== null) engines.redisUrl = startRedis(redis, folder, basePort + 8, closers);
    if (nginx !== null) startNginx(nginx, folder, basePort, hosts, closers);
    const urls = { ...firstUrls(hosts), ...(nginx === null ? {} : balancedUrls(basePort)) };
    const running: RunningHost[] = [];
    // The first one migrates the database.
    for (const host of hosts)
      running.push(await startHost(folder, host, settingsOf(folder, host, urls, engines), closers));
    return { urls, hosts: running, stop };
  } catch (problem) {
    await stop();
    throw problem;
  }
}

interface Engines {
  databaseUrl: string;
  s3Url: string;
  redisUrl: string | null;
}

async function startEngines(folder: string, basePort: number, closers: (() => Promise<unknown>)[]): Promise<Engines> {
  const dataDir = join(folder, "database");
  const port = basePort + 6;
  const { postgresPassword } = readSecrets(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, port, password: postgresPassword });
  closers.push(() => postgres.stop());
  const bucket = await startBucket(join(folder, "bucket"), basePort + 7);
  closers.push(() => bucket.stop());
  return { databaseUrl: connectionUrl(port, postgresPassword), s3Url: bucket.url, redisUrl: null };
}

/** Starts Redis, which stores nothing; its address. */
function startRedis(program: RedisProgram, folder: string, port: number, closers: (() => Promise<unknown>)[]): string {
  const redis = spawnRedis(program, folder, port);
  const gone = once(redis, "exit");
  closers.push(async () => {
    redis.kill("SIGTERM");
    await gone;
  });
  return `redis://127.0.0.1:${port}`;
}

const settingsOf = (folder: string, host: Host, urls: PublicUrls, engines: Engines): Record<string, string> => ({
  ROLES: host.roles.join(","),
  KINORA_DATA_DIR: join(folder, host.name),
  KINORA_PORT: String(host.basePort),
  KINORA_RTMP_PORT: String(rtmpPortOf(host)),
  KINORA_CONSOLE_URL: urls.console,
  KINORA_LOGIN_URL: urls.login,
  KINORA_API_URL: urls.api,
  KINORA_EDGE_URL: urls.edge,
  KINORA_RTMP_URL: urls.rtmp,
  KINORA_SECRETS_FILE: join(folder, "secrets.json"),
  KINORA_WORKER_NAME: host.name,
  KINORA_WORKER_CONCURRENCY: "1",
  ...(host.roles.includes("live") ? { KINORA_LIVE_INTERNAL_URL: `http://${host.address}:${host.basePort + 11}` } : {}),
  DATABASE_URL: engines.databaseUrl,
  ...(engines.redisUrl === null ? {} : { REDIS_URL: engines.redisUrl }),
  S3_ENDPOINT: engines.s3Url,
  S3_BUCKET: "kinora",
  S3_ACCESS_KEY_ID: "S3RVER",
  S3_SECRET_ACCESS_KEY: "S3RVER",
});

/** Starts a machine's supervisor; resolves when its roles are ready. */
async function startHost(
  folder: string,
  host: Host,
  env: Record<string, string>,
  closers: (() => Promise<unknown>)[],
): Promise<RunningHost> {
  const start = () => {
    const child = spawn(process.execPath, [supervisor], {
      env: { ...process.env, ...env },
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    return { child, gone: once(child, "exit") };
  };
  let running = start();
  const end = async (signal: NodeJS.Signals) => {
    running.child.kill(signal);
    await running.gone;
  };
  closers.push(() => end("SIGTERM"));
  await untilReady(running.child, host.name);
  const restart = async () => {
    await end("SIGTERM");
    running = start();
    await untilReady(running.child, host.name);
  };
  const pid = () => running.child.pid ?? 0;
  return { ...host, env, pid, kill: () => end("SIGKILL"), restart };
}

function untilReady(child: ChildProcess, name: string): Promise<void> {
  return new Promise((ready, fail) => {
    child.on("message", (message) => {
      if (typeof message === "object" && "type" in message && message.type === "ready") ready();
    });
    child.once("exit", (code) => fail(new Error(`The machine ${name} did not start (exit code ${code}).`)));
  });
}

/** The nginx that is installed; null without one. */
export const installedNginx = (): string | null => (spawnSync("nginx", ["-v"]).error ? null : "nginx");

/** The Redis that is installed; null without one. */
export const installedRedis = (): RedisProgram | null =>
  spawnSync("redis-server", ["--version"]).error ? null : { path: "redis-server", env: {} };

/** Starts nginx before the machines. */
function startNginx(
  program: string,
  folder: string,
  basePort: number,
  hosts: readonly Host[],
  closers: (() => Promise<unknown>)[],
): void {
  const file = join(folder, "nginx.conf");
  writeFileSync(file, nginxConfiguration(folder, basePort, hosts));
  const nginx = spawn(program, ["-e", join(folder, "nginx.log"), "-c", file, "-p", folder], { stdio: "inherit" });
  const gone = once(nginx, "exit");
  closers.push(async () => {
    nginx.kill("SIGTERM");
    await gone;
  });
}

function balancedUrls(basePort: number): Omit<PublicUrls, "rtmp"> {
  const url = (index: number) => `http://localhost:${basePort + index}`;
  return { console: url(0), login: url(1), api: url(2), edge: url(3) };
}
