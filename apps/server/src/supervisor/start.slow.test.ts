import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nobody } from "@kinora/db/embedded/account.ts";
import { findPostmaster, stopPostmaster } from "@kinora/db/embedded/postmaster.ts";
import { identify, isAlive } from "@kinora/db/embedded/process-identity.ts";
import { freePort } from "@kinora/db/free-port.ts";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readConfig, type Config } from "../platform/config.ts";
import { lockFolder } from "./folder-lock.ts";
import { findPrivileges } from "./privileges.ts";

const folder = import.meta.dirname;
const isRoot = process.getuid?.() === 0;
const children: ChildProcess[] = [];
const servers: Server[] = [];
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "kinora-start-"));
  chmodSync(dataDir, 0o755);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const server of servers.splice(0)) server.close();
  const left = findPostmaster(join(dataDir, "postgres"));
  if (left) await stopPostmaster(left.identity);
  rmSync(dataDir, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  words: string;
}

interface Started {
  child: ChildProcess;
  ended: Promise<Ended>;
}

function run(file: string, args: string[], env: Record<string, string>): Started {
  const child = spawn(file, args, {
    env: { ...process.env, KINORA_DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.push(child);
  let words = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (words += chunk.toString()));
  return { child, ended: new Promise((done) => child.on("close", (code) => done({ code, words }))) };
}

/** The whole start with the embedded database and one small process instead of the product's roles. */
async function startWithOneRole({ dropRoot = false } = {}): Promise<Started> {
  const [postgres, metrics] = [await freePort(), await freePort()];
  const source = `
    const { readConfig } = await import(${JSON.stringify(join(folder, "../platform/config.ts"))});
    const { startKinora } = await import(${JSON.stringify(join(folder, "start.ts"))});
    const config = { ...readConfig(), roles: [] };
    Object.assign(config.ports, { postgres: ${postgres}, metrics: ${metrics} });
    const role = { name: "api", launch: async () => ({ command: process.execPath,
      args: ["-e", "process.on('SIGTERM', () => process.exit()); process.on('disconnect', () => process.exit()); setInterval(() => {}, 1000)"],
      env: process.env, cwd: "/", readyUrls: [] }) };
    const kinora = await startKinora(config, { warn: console.error, dropRoot: ${dropRoot}, plans: () => [role], cancelled: new AbortController().signal });
    process.on("SIGTERM", () => kinora.stop().then(() => process.exit(0)));
    process.send(kinora.pids());`;
  return run(process.execPath, ["--input-type=module", "-e", source], {});
}

/** Copies of a database and its password, as the first test leaves them; to make and migrate one takes most of a start. */
const made = mkdtempSync(join(tmpdir(), "kinora-started-"));
afterAll(() => rmSync(made, { recursive: true, force: true }));

function keepDatabase(): void {
  for (const name of ["postgres", "secrets.json"]) execFileSync("cp", ["-a", join(dataDir, name), made]);
}
/** Gives a test the database of an earlier start, where how one is made is not its subject. */
function useMadeDatabase(): void {
  for (const name of readdirSync(made)) execFileSync("cp", ["-a", join(made, name), dataDir]);
}

function pidsOf({ child, ended }: Started): Promise<Record<string, number>> {
  return new Promise((done, fail) => {
    child.once("message", (message) => done(message as Record<string, number>));
    void ended.then(({ words }) => fail(new Error(words)));
  });
}

function startMain(env: Record<string, string>): Promise<Ended> {
  return run(process.execPath, [join(folder, "main.ts")], env).ended;
}

async function takenPort(): Promise<number> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, () => done()));
  return (server.address() as { port: number }).port;
}

test("SIGTERM ends the roles and then the database", async () => {
  const kinora = await startWithOneRole();
  const { api } = await pidsOf(kinora);
  const role = identify(api ?? 0);
  const postgres = findPostmaster(join(dataDir, "postgres"))?.identity;
  if (!role || !postgres) throw new Error("not everything runs");
  kinora.child.kill("SIGTERM");
  expect((await kinora.ended).code).toBe(0);
  expect([isAlive(role), isAlive(postgres)]).toEqual([false, false]);
  keepDatabase();
});

test("after kill -9 the roles exit, and the next start adopts the database", async () => {
  useMadeDatabase();
  const first = await startWithOneRole();
  const { api } = await pidsOf(first);
  const role = identify(api ?? 0);
  const postgres = findPostmaster(join(dataDir, "postgres"))?.identity;
  if (!role || !postgres) throw new Error("not everything runs");
  first.child.kill("SIGKILL");
  await vi.waitFor(() => expect(isAlive(role)).toBe(false));
  const second = await startWithOneRole();
  await pidsOf(second);
  second.child.kill("SIGTERM");
  expect((await second.ended).code).toBe(0);
  expect(isAlive(postgres)).toBe(false);
});

test("the error for a port in use names the port, the program and the setting", async () => {
  const port = await takenPort();
  const { code, words } = await startMain({ KINORA_PORT: String(port - 6), ROLES: "console" });
  expect(words).toContain(`Port ${port}, needed for the embedded PostgreSQL, is in use by`);
  expect(words).toContain(`(process ${process.pid})`);
  expect(words).toContain("KINORA_PORT");
  expect(code).toBe(5);
});

const modeOf = (...path: string[]) => (statSync(join(dataDir, ...path)).mode & 0o777).toString(8);

test("the data folder is readable by its owner only, also one of an earlier version", async () => {
  mkdirSync(join(dataDir, "media/assets"), { recursive: true, mode: 0o755 });
  writeFileSync(join(dataDir, "media/assets/a.mp4"), "", { mode: 0o644 });
  const kinora = await startWithOneRole();
  await pidsOf(kinora);
  for (const folder of ["media", "logs", "run"]) expect(modeOf(folder)).toBe("700");
  // With root, PostgreSQL runs under another account, which may traverse but neither list nor read.
  expect(modeOf()).toBe(isRoot ? "711" : "700");
  kinora.child.kill("SIGTERM");
  await kinora.ended;
});

const uidsOf = (pid: number) => /^Uid:\s+(\d+)\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.slice(1, 3);
// Other accounts cannot execute a clone inside root's home folder.
const othersRun = spawnSync(process.execPath, [join(folder, "account-probe.ts")], { ...nobody, cwd: "/" }).status === 0;

describe.runIf(isRoot && othersRun)("started as root", () => {
  test("everything runs as an unprivileged account, which owns all files", async () => {
    mkdirSync(join(dataDir, "media/assets"), { recursive: true, mode: 0o755 });
    writeFileSync(join(dataDir, "media/assets/a.mp4"), "", { mode: 0o644 });
    for (let round = 0; round < 2; round += 1) {
      const kinora = await startWithOneRole({ dropRoot: true });
      const { api } = await pidsOf(kinora);
      const postgres = findPostmaster(join(dataDir, "postgres"))?.identity.pid;
      for (const pid of [kinora.child.pid, api, postgres]) expect(uidsOf(pid ?? 0)).toEqual(["65534", "65534"]);
      for (const path of [
        "",
        "media",
        "media/assets/a.mp4",
        "postgres",
        "logs/api.log",
        "logs/postgres.log",
        "run/lock.json",
      ])
        expect([path, statSync(join(dataDir, path)).uid]).toEqual([path, nobody.uid]);
      expect([modeOf(), modeOf("media")]).toEqual(["700", "700"]);
      kinora.child.kill("SIGTERM");
      expect((await kinora.ended).code).toBe(0);
    }
  });

  test("the account is the owner of the data folder, if it has one that exists", async () => {
    const [uid] = [namedAccount()];
    chownSync(dataDir, uid, uid);
    const kinora = await startWithOneRole({ dropRoot: true });
    const { api } = await pidsOf(kinora);
    for (const pid of [kinora.child.pid, api]) expect(uidsOf(pid ?? 0)).toEqual([String(uid), String(uid)]);
    kinora.child.kill("SIGTERM");
    expect((await kinora.ended).code).toBe(0);
  });

  test("files written as root change their owner at the next start that drops root", async () => {
    useMadeDatabase();
    const first = await startWithOneRole({ dropRoot: true });
    await pidsOf(first);
    first.child.kill("SIGTERM");
    await first.ended;
    const asRoot = await startWithOneRole();
    await pidsOf(asRoot);
    mkdirSync(join(dataDir, "media"));
    writeFileSync(join(dataDir, "media/late.mp4"), "");
    asRoot.child.kill("SIGTERM");
    await asRoot.ended;
    const third = await startWithOneRole({ dropRoot: true });
    await pidsOf(third);
    expect(statSync(join(dataDir, "media/late.mp4")).uid).toBe(nobody.uid);
    third.child.kill("SIGTERM");
    expect((await third.ended).code).toBe(0);
  });

  test("root is kept when dropping it would break something, with the reason", async () => {
    const config = readConfig({ KINORA_DATA_DIR: join(dataDir, "data") });
    const reason = async (changes: Partial<Config>, ports: number[] = []) =>
      (
        await findPrivileges(
          { ...config, ...changes },
          ports.map((port) => ({ port, purpose: "", setting: "" })),
        )
      ).staysRootBecause;
    expect(await reason({})).toBeNull();
    expect(await reason({}, [1])).toContain("port 1");
    mkdirSync(join(dataDir, "closed"), { mode: 0o700 });
    expect(await reason({ dataDir: join(dataDir, "closed/data") })).toContain(`cannot use ${join(dataDir, "closed")}`);
    expect(await reason({ ffmpegPath: join(dataDir, "closed/ffmpeg") })).toContain("closed/ffmpeg");
  });
});

/** An account of this machine that has a name and is neither root nor nobody. */
function namedAccount(): number {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  const uid = lines.map((line) => Number(line.split(":")[2])).find((id) => id > 0 && id !== nobody.uid);
  if (!uid) throw new Error("This machine has no account but root and nobody.");
  return uid;
}

const READS = "+dac_read_search";
const UNPRIVILEGED = [
  "--reuid=65534",
  "--regid=65534",
  "--clear-groups",
  `--inh-caps=${READS}`,
  `--ambient-caps=${READS}`,
];

test("the error for a read-only data folder names it", async () => {
  mkdirSync(join(dataDir, "closed"), { mode: 0o500 });
  const target = join(dataDir, "closed/data");
  const start = [process.execPath, join(folder, "main.ts")] as const;
  // Root may write anywhere, so there the start runs as another account, which can read this code in any folder.
  if (isRoot) chownSync(dataDir, 65534, 65534);
  const call = isRoot
    ? run("setpriv", [...UNPRIVILEGED, ...start], { KINORA_DATA_DIR: target })
    : run(start[0], [start[1]], { KINORA_DATA_DIR: target });
  const { code, words } = await call.ended;
  expect(words).toContain(`The data folder ${target} isn't writable`);
  expect(code).toBe(3);
});

test("a second Kinora on the same data folder is refused", async () => {
  mkdirSync(join(dataDir, "run"));
  const unlock = lockFolder(dataDir, "another Kinora");
  const { code, words } = await startMain({});
  expect(words).toContain(`The data folder ${dataDir} is in use by another Kinora (process ${process.pid})`);
  expect(code).toBe(6);
  unlock();
});

test("the lock of a process that no longer exists is ignored", async () => {
  mkdirSync(join(dataDir, "run"));
  const source = `const { lockFolder } = await import(${JSON.stringify(join(folder, "folder-lock.ts"))}); lockFolder(process.env.KINORA_DATA_DIR, "another Kinora");`;
  expect((await run(process.execPath, ["--input-type=module", "-e", source], {}).ended).code).toBe(0);
  const unlock = lockFolder(dataDir, "this test");
  unlock();
});

test("the error for an invalid setting names it", async () => {
  const { code, words } = await startMain({ KINORA_PORT: "many" });
  expect(words).toContain("KINORA_PORT must be a whole number");
  expect(code).toBe(2);
});

test("the error for an unreachable external database names it", async () => {
  const port = await freePort();
  const database = `postgres://kinora:x@127.0.0.1:${port}/kinora`;
  // A worker has no fixed ports, so other programs on this machine do not matter.
  const { code, words } = await startMain({ DATABASE_URL: database, KINORA_PORT: String(port), ROLES: "worker" });
  expect(words).toContain("Couldn't use the database in DATABASE_URL");
  expect(code).toBe(7);
});
