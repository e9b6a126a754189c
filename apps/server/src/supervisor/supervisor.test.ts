import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identify, isAlive, type ProcessIdentity } from "@kinora/db/embedded/process-identity.ts";
import { freePort } from "@kinora/db/free-port.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endLeftovers, familyVariable, killGroup, recordProcess } from "./leftovers.ts";
import type { RoleEvent, RolePlan } from "./role-process.ts";
import { superviseRoles, type RunningRoles } from "./supervisor.ts";

let dataDir: string;
let running: RunningRoles | null = null;
let events: (RoleEvent & { role: string })[] = [];
let warnings: string[] = [];
const unrelated: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "kinora-sup-"));
  mkdirSync(join(dataDir, "logs"));
  mkdirSync(join(dataDir, "run/media"), { recursive: true });
  events = [];
  warnings = [];
});
afterEach(async () => {
  await running?.stop(1_000);
  running = null;
  for (const child of unrelated.splice(0)) child.kill("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

/** A process with a health port, as a role is; `behaviour` is added to its source. */
function role(name: string, behaviour = ""): RolePlan {
  const source = `
    import { createServer } from "node:http";
    import { spawn } from "node:child_process";
    import { appendFileSync } from "node:fs";
    const server = createServer((request, answer) => answer.end("{}")).listen(Number(process.env.PORT), "127.0.0.1");
    process.on("disconnect", () => process.exit(0));
    process.on("SIGTERM", () => process.exit(0));
    ${behaviour}`;
  return {
    name,
    launch: async () => {
      const port = await freePort();
      return {
        command: process.execPath,
        args: ["--input-type=module", "-e", source],
        env: { ...process.env, PORT: String(port), FOLDER: dataDir, [familyVariable]: dataDir },
        cwd: dataDir,
        readyUrls: [`http://127.0.0.1:${port}/readyz`],
      };
    },
  };
}

function supervise(...plans: RolePlan[]): RunningRoles {
  running = superviseRoles({
    dataDir,
    plans,
    warn: (line) => warnings.push(line),
    onRole: (name, event) => events.push({ role: name, ...event }),
  });
  return running;
}

function pidOf(name: string): number {
  const pid = running?.pids()[name];
  if (!pid) throw new Error(`${name} does not run`);
  return pid;
}

function named(pid: number): ProcessIdentity {
  const identity = identify(pid);
  if (!identity) throw new Error(`process ${pid} does not live`);
  return identity;
}

function pidIn(file: string): number {
  const pid = Number(readFileSync(join(dataDir, file), "utf8"));
  expect(pid).toBeGreaterThan(0);
  return pid;
}

test("a role that exits is restarted immediately, and the others keep running", async () => {
  const kinora = supervise(role("api"), role("edge"));
  await kinora.untilReady(20_000);
  const before = kinora.pids();
  process.kill(pidOf("api"), "SIGKILL");
  await vi.waitFor(() =>
    expect(events.filter((event) => event.role === "api" && event.kind === "ready")).toHaveLength(2),
  );
  expect(pidOf("api")).not.toBe(before["api"]);
  expect(pidOf("edge")).toBe(before["edge"]);
  expect(events).toContainEqual({ role: "api", kind: "died", pid: before["api"], how: "SIGKILL", pauseMs: 0 });
});

test("roles run and are restarted on a full disk, where neither their logs nor their processes are written", async () => {
  for (const file of ["run/role-api.json", "logs/api.log"]) symlinkSync("/dev/full", join(dataDir, file));
  const kinora = supervise(role("api", "console.log('listening');"));
  await kinora.untilReady(20_000);
  process.kill(pidOf("api"), "SIGKILL");
  await vi.waitFor(() => expect(events.filter(({ kind }) => kind === "ready")).toHaveLength(2));
  expect(warnings).toContainEqual(expect.stringMatching(/^api: lines are missing in its log: ENOSPC/));
});

test("a role that keeps exiting is restarted with backoff", async () => {
  supervise(role("api", "process.exit(3);"));
  await vi.waitFor(() => expect(events.filter(({ kind }) => kind === "died").length).toBeGreaterThanOrEqual(4));
  const deaths = events.filter((event) => event.kind === "died");
  expect(deaths.slice(0, 4).map(({ pauseMs }) => pauseMs)).toEqual([0, 500, 1_000, 2_000]);
  expect(warnings[0]).toContain("api died (exit code 3); it is restarted immediately.");
});

test("a replaced role has a new process and does not count as failed", async () => {
  const kinora = supervise(role("api"));
  await kinora.untilReady(20_000);
  const before = pidOf("api");
  kinora.renew();
  await vi.waitFor(() => expect(events.filter(({ kind }) => kind === "ready")).toHaveLength(2));
  expect(pidOf("api")).not.toBe(before);
  expect(warnings).toEqual([]);
});

test("child processes of a role are killed with it", async () => {
  const tool = `const tool = spawn("sleep", ["600"]); appendFileSync(process.env.FOLDER + "/tool-" + process.pid, String(tool.pid));`;
  const kinora = supervise(role("worker", tool));
  await kinora.untilReady(20_000);
  const worker = pidOf("worker");
  const sleeper = named(pidIn(`tool-${worker}`));
  process.kill(worker, "SIGKILL");
  await vi.waitFor(() => expect(isAlive(sleeper)).toBe(false));
});

test("stopping lets the roles finish and kills those that do not", async () => {
  const polite = `process.removeAllListeners("SIGTERM"); process.on("SIGTERM", () => { appendFileSync(process.env.FOLDER + "/finished", "yes"); process.exit(0); });`;
  const stubborn = `process.removeAllListeners("SIGTERM"); process.on("SIGTERM", () => {});`;
  const kinora = supervise(role("api", polite), role("edge", stubborn));
  await kinora.untilReady(20_000);
  const processes = Object.values(kinora.pids()).map(named);
  await kinora.stop(300);
  running = null;
  expect(readFileSync(join(dataDir, "finished"), "utf8")).toBe("yes");
  expect(processes.filter(isAlive)).toEqual([]);
});

test("a start on a busy machine waits for roles that live, and says what for", async () => {
  const late = `
    server.removeAllListeners("request");
    server.on("request", (request, answer) => {
      answer.statusCode = existsSync(process.env.FOLDER + "/opened") ? 200 : 503;
      answer.end(JSON.stringify({ dependencies: { database: "gone", storage: "ok" } }));
    });`;
  const kinora = supervise(role("api", `import { existsSync } from "node:fs"; ${late}`));
  const ready = kinora.untilReady(50);
  await vi.waitFor(() =>
    expect(warnings).toContainEqual(
      expect.stringMatching(/^Still waiting after \d+ s: api is not ready: database: gone\./),
    ),
  );
  writeFileSync(join(dataDir, "opened"), "");
  await ready;
});

test("a role that dies before it is ready is reported with its reason and its last log lines", async () => {
  const kinora = supervise(role("api", `console.log("no room at the inn"); setTimeout(() => process.exit(3), 20);`));
  await vi.waitFor(() => expect(events.filter(({ kind }) => kind === "died").length).toBeGreaterThan(1));
  const words = await kinora.untilReady(10).catch((problem: Error) => problem.message);
  expect(words).toContain("api is not ready: ");
  expect(words).toContain("no room at the inn");
});

test("the next start kills leftover processes, but not an unrelated one with a reused id", async () => {
  const leftRole = spawn("sh", ["-c", "sleep 600 & wait"], { detached: true, stdio: "ignore" });
  const leftTool = spawn("sleep", ["600"], { stdio: "ignore" });
  const marked = spawn("sleep", ["600"], { stdio: "ignore", env: { ...process.env, [familyVariable]: dataDir } });
  const unrelatedProcess = spawn("sleep", ["600"], {
    stdio: "ignore",
    env: { ...process.env, [familyVariable]: `${dataDir}-other` },
  });
  unrelated.push(leftRole, leftTool, marked, unrelatedProcess);
  recordProcess(dataDir, "role-api", leftRole.pid ?? 0);
  recordProcess(dataDir, "media/encode-1", leftTool.pid ?? 0);
  writeFileSync(
    join(dataDir, "run/role-edge.json"),
    JSON.stringify({ pid: unrelatedProcess.pid, startedAt: "another:1" }),
  );
  expect(await endLeftovers(dataDir)).toBe(3);
  expect([leftRole, leftTool, marked].map(({ pid }) => identify(pid ?? 0))).toEqual([null, null, null]);
  expect(identify(unrelatedProcess.pid ?? 0)).not.toBeNull();
});

test("a process group that no longer exists is not an error", () => {
  expect(() => killGroup(2 ** 22 - 1)).not.toThrow();
});
