import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import pg from "pg";
import { debianProgram } from "../deploy/debian.ts";
import { openPublic, type Public } from "../deploy/journey.ts";
import { debianRedis } from "../deploy/redis.ts";
import { startCluster, type Cluster, type RunningHost } from "./cluster.ts";
import { clusterHosts, NGINX_REQUESTS, rtmpPortOf } from "./hosts.ts";

const cli = resolve(import.meta.dirname, "../../apps/server/src/cli/main.ts");

/** A whole cluster for a test, and a project in it. */
export interface TestCluster extends Cluster {
  folder: string;
  database: pg.Client;
  /** Of an API key with every right. */
  headers: { authorization: string };
  project: number;
  host(name: string): RunningHost;
  /** What nginx answered so far: status, method, address, machines and their statuses. */
  requests(): string[];
}

/** Starts all machines with nginx before them; its folder goes with it. */
export async function startTestCluster(cleanUp: AsyncDisposableStack): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), "kinora-cluster-"));
  cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));
  const nginx = await debianProgram("nginx", "usr/sbin/nginx", join(folder, "nginx"));
  const redis = await debianRedis(join(folder, "redis"));
  const cluster = await startCluster(folder, await freeBase(), { nginx, redis });
  cleanUp.defer(() => cluster.stop());
  const host = (name: string) => {
    const found = cluster.hosts.find((each) => each.name === name);
    if (!found) throw new Error(`There is no machine ${name}.`);
    return found;
  };
  const database = new pg.Client({ connectionString: host("front1").env["DATABASE_URL"] });
  await database.connect();
  cleanUp.defer(() => database.end());
  const person = ["--email", "ann@example.com", "--password", "a long password of Ann", "--owner-of", "Ann"];
  const { project } = JSON.parse(await kinora(folder, host("front1"), "user", "create", ...person)) as {
    project: { id: number };
  };
  const scope = ["--project", String(project.id), "--scopes", "full"];
  const key = (await kinora(folder, host("front2"), "api-key", "create", ...scope)).trim();
  const requests = () => readFileSync(join(folder, NGINX_REQUESTS), "utf8").trim().split("\n");
  const headers = { authorization: `Bearer ${key}` };
  return { ...cluster, folder, database, headers, project: project.id, host, requests };
}

/** The cluster as people outside meet it: through nginx, at the addresses of no machine. */
export async function fromOutside(cluster: TestCluster, cleanUp: AsyncDisposableStack): Promise<Public> {
  const { env } = cluster.host("live1");
  const site = await openPublic(
    { urls: cluster.urls, dataDir: cluster.folder, databaseUrl: env["DATABASE_URL"] ?? "", env },
    () => "",
  );
  cleanUp.defer(() => site.project.db.destroy());
  return site;
}

/** Ports of a machine, from its first one on: of roles, health and metrics, and of what a live role receives. */
const HOST_PORTS = Array.from({ length: 12 }, (_, index) => index);

/** The first of many free ports, most likely. */
async function freeBase(): Promise<number> {
  // Somewhere, so that two runs at the same time do not meet.
  const places = Array.from({ length: 30 }, (_, index) => 20_000 + 400 * index);
  const start = Math.floor(Math.random() * places.length);
  const wanted = [
    0,
    1,
    2,
    3,
    6,
    7,
    8,
    ...clusterHosts(0).flatMap(({ basePort }) => HOST_PORTS.map((own) => basePort + own)),
  ];
  for (const base of [...places.slice(start), ...places.slice(0, start)])
    if ((await Promise.all(wanted.map((each) => isFree(base + each)))).every(Boolean)) return base;
  throw new Error("No ports are free.");
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer().once("error", () => done(false));
    probe.listen({ port, exclusive: true }, () => probe.close(() => done(true)));
  });

/** A command of the operator on a machine. */
async function kinora(folder: string, on: RunningHost, ...args: string[]): Promise<string> {
  const env = { ...process.env, ...on.env };
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], { env, cwd: folder });
  return stdout;
}

/** A clip of some megabytes, 4 s, or a small one of 1 s. */
export async function aClip({ folder }: TestCluster, size: "large" | "small" = "large"): Promise<Buffer> {
  const { ffmpegPath } = await mediaTools();
  const path = join(folder, `${size}.mp4`);
  const picture = size === "large" ? "size=640x360:rate=25,noise=alls=40:allf=t" : "size=160x90:rate=25";
  const source = ["-f", "lavfi", "-i", `testsrc2=${picture}`, "-t", size === "large" ? "4" : "1"];
  execFileSync(ffmpegPath, [
    ...["-y", "-v", "error", ...source, "-c:v", "libx264", "-crf", "14", "-pix_fmt", "yuv420p"],
    path,
  ]);
  return readFileSync(path);
}

/** A request of the API through the balancer; its JSON. @throws Error with what was answered instead of 2xx. */
export async function ask<T>({ urls, headers }: TestCluster, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${urls.api}${path}`, {
    method,
    headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}

export interface TestStream {
  id: number;
  hash: string;
  key: string;
}

/** A new livestream of the project. */
export async function aLivestream(cluster: TestCluster, settings: object = {}): Promise<TestStream> {
  const made = { name: "Harbour", ...settings };
  const { data } = await ask<{ data: { id: number; hash: string } }>(
    ...([cluster, "POST", `/projects/${cluster.project}/streams`, made] as const),
  );
  const { key } = await ask<{ key: string }>(cluster, "POST", `/streams/${data.id}/key/reveal`);
  return { id: data.id, hash: data.hash, key };
}

/** An encoder that publishes to a machine in real time; it ends when the connection does, and with `cleanUp`. */
export async function publish(
  cleanUp: AsyncDisposableStack,
  host: RunningHost,
  { key }: TestStream,
): Promise<ChildProcess> {
  const { ffmpegPath } = await mediaTools();
  const encoder = spawn(
    ffmpegPath,
    [
      ...["-hide_banner", "-nostdin", "-v", "error", "-re", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25"],
      ...["-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "25"],
      ...["-f", "flv", `rtmp://127.0.0.1:${rtmpPortOf(host)}/live/${key}`],
    ],
    { stdio: "ignore" },
  );
  const gone = once(encoder, "exit");
  cleanUp.defer(async () => {
    encoder.kill("SIGKILL");
    if (encoder.exitCode === null && encoder.signalCode === null) await gone;
  });
  return encoder;
}
