import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { patient, RESTART_PATIENCE_MS } from "./patience.ts";
import { claimPorts } from "./port-base.ts";

const project = resolve(import.meta.dirname, "..");
const node = join(project, "node_modules/.bin/node");
const readyPatienceMs = patient(200_000);

export interface EnvironmentOptions {
  /** KINORA_PORT; ports of its own are searched when it is left out. */
  portBase?: number;
  /** An existing data folder, kept at the end; otherwise a fresh one that is removed. */
  dataDir?: string;
  /** More settings for the product. */
  env?: Record<string, string>;
  /** The program of the supervisor and its arguments; its sources unless said. */
  command?: readonly [string, ...string[]];
}

/** The whole product, started for a test. */
export interface Environment {
  urls: { console: string; login: string; api: string; edge: string; rtmp: string };
  dataDir: string;
  databaseUrl: string;
  /** The one-time address that creates the first superuser; null when the data folder has users. */
  firstRunLink: string | null;
  /** The settings it runs with, for `npm run kinora` and for further processes. */
  env: Record<string, string>;
  supervisorPid: number;
  /** Process id of each role at this moment. */
  pids: Record<string, number>;
  /** Signals a role's process; answers the id it had. */
  kill(role: string, signal: NodeJS.Signals): number;
  /** Answers when a role is ready again as another process than `notPid`. */
  untilReady(role: string, notPid: number): Promise<number>;
  /** Everything the supervisor printed so far. */
  output(): string;
  stop(): Promise<void>;
}

interface RoleMessage {
  type: "role";
  role: string;
  kind: "started" | "ready" | "died";
  pid: number;
}

interface ReadyMessage {
  type: "ready";
  urls: Environment["urls"];
  databaseUrl: string;
  firstRunLink: string | null;
  pids: Record<string, number>;
}

/**
 * Starts the whole product through its supervisor, on ports and a data folder of its own, and answers when it is ready.
 * @throws Error with everything the supervisor said when it does not come up.
 */
export async function startKinora(options: EnvironmentOptions = {}): Promise<Environment> {
  const claim = options.portBase === undefined ? await claimPorts() : null;
  const base = options.portBase ?? claim?.base ?? 0;
  const dataDir = options.dataDir ?? freshDataFolder();
  const env: Record<string, string> = {
    KINORA_DATA_DIR: dataDir,
    KINORA_PORT: String(base),
    KINORA_RTMP_PORT: String(claim?.rtmp ?? base + 8),
    // Measuring the machine would slow down whatever is tested first.
    KINORA_LIVE_LADDERS: "4",
    ...options.env,
  };
  const [program, ...args] = options.command ?? [node, "apps/server/src/supervisor/main.ts"];
  const child = spawn(program, args, {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  const { pids, untilReady } = watchRoles(child, () => output);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await gone;
    claim?.release();
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
  };
  const facts = await untilUp(child).catch(async (problem: Error) => {
    await stop();
    throw new Error(`${problem.message}\n${output}`);
  });

  return {
    urls: facts.urls,
    dataDir,
    databaseUrl: facts.databaseUrl,
    firstRunLink: facts.firstRunLink,
    env,
    supervisorPid: child.pid ?? 0,
    pids,
    kill(role, signal) {
      const pid = pids[role];
      if (!pid) throw new Error(`The role ${role} does not run.`);
      process.kill(pid, signal);
      return pid;
    },
    untilReady,
    output: () => output,
    stop,
  };
}

/** Which roles run, and as which processes. */
function watchRoles(child: ChildProcess, output: () => string): Pick<Environment, "pids" | "untilReady"> {
  const pids: Record<string, number> = {};
  const ready = new Map<string, number>();
  child.on("message", (message: RoleMessage | ReadyMessage) => {
    if (message.type !== "role") return;
    if (message.kind === "died") delete pids[message.role];
    else pids[message.role] = message.pid;
    if (message.kind === "ready") ready.set(message.role, message.pid);
  });
  return {
    pids,
    async untilReady(role, notPid) {
      const until = performance.now() + RESTART_PATIENCE_MS;
      for (;;) {
        const pid = ready.get(role);
        if (pid !== undefined && pid !== notPid && pids[role] === pid) return pid;
        if (performance.now() > until) throw new Error(`The role ${role} did not come back.\n${output()}`);
        await new Promise((wake) => setTimeout(wake, 25));
      }
    },
  };
}

// A short path, readable by the account the database runs under.
function freshDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kinora-e2e-"));
  chmodSync(folder, 0o755);
  return folder;
}

function untilUp(child: ChildProcess): Promise<ReadyMessage> {
  return new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error("Kinora was not ready in time.")), readyPatienceMs);
    child.on("message", (message: RoleMessage | ReadyMessage) => {
      if (message.type !== "ready") return;
      clearTimeout(late);
      done(message);
    });
    child.once("exit", (code) => {
      clearTimeout(late);
      fail(new Error(`Kinora ended with exit code ${code} before it was ready.`));
    });
  });
}
