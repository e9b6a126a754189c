import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { startKinora, type Environment } from "../e2e/environment.ts";
import { limitMemory } from "../tools/memory-limit.ts";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { descendants } from "./process-tree.ts";
import { processorSeconds, proportionalBytes } from "./processor-time.ts";
import { median } from "./rounds.ts";
import { rounds, sized } from "./sizes.ts";

const ROUNDS = rounds(3);
/** Connections that a start needs close after 30 s. */
const SETTLE_MS = sized(45_000, 1_000);
const SUPERVISOR = resolve(import.meta.dirname, "../apps/server/dist/supervisor.js");
/** As `npm start` starts it. */
const SMALL = ["--max-semi-space-size=1"];

const bareServer =
  'require("node:http").createServer((_, r) => r.end("ok")).listen(0, "127.0.0.1", function () { process.send(this.address().port); })';

/** Start time, and memory of the idle product. */
export const footprint: Benchmark = {
  what: "second start → every role answers, and memory at rest (PSS), PostgreSQL included, beside a bare Node server",
  async run(cleanUp) {
    const dataDir = mkdtempSync("/var/tmp/kinora-bench-");
    // Readable by the account the database runs under.
    chmodSync(dataDir, 0o755);
    cleanUp.defer(() => rmSync(dataDir, { recursive: true, force: true }));
    // A copy, whose pages no other Node of this machine shares: they would count in part only.
    const node = join(dataDir, "node");
    copyFileSync(process.execPath, node);
    const limit = limitMemory(`kinora-bench-${process.pid}`, 1024 ** 3);
    if (limit) cleanUp.defer(() => limit.remove());
    else
      console.log("  (no limit of memory can be set here: PostgreSQL takes what it takes on a machine like this one)");
    const small: Layout = { name: "1 GB, roles shared", processes: "shared", enter: limit?.enter ?? "true" };
    await (await start(node, dataDir, small)).stop();
    await measure(node, dataDir, small);
    await measure(node, dataDir, { name: "roles apart", processes: "apart", enter: "true" });
  },
};

interface Layout {
  name: string;
  processes: "shared" | "apart";
  /** A shell command before it starts. */
  enter: string;
}

const start = (node: string, dataDir: string, { processes, enter }: Layout): Promise<Environment> =>
  startKinora({
    dataDir,
    env: { KINORA_PROCESSES: processes, MALLOC_ARENA_MAX: "2" },
    command: ["sh", "-c", `${enter} && exec "$@"`, "sh", node, ...SMALL, SUPERVISOR],
  });

async function measure(node: string, dataDir: string, layout: Layout): Promise<void> {
  const ours: Start[] = [];
  const bare: Start[] = [];
  for (let played = 0; played < ROUNDS; played += 1) {
    ours.push(await startProductOnce(node, dataDir, layout, played === ROUNDS - 1));
    bare.push(await startBareOnce(node, played === ROUNDS - 1));
  }
  for (const [of, what, unit, goal] of [
    ["seconds", "second start → every role answers 200, database included", "s", "≤ 2 s"],
    ["processorSeconds", "processor time of that start, all processes", "CPU-s", "none"],
  ] as const) {
    print({
      what: `${layout.name}: ${what}`,
      ours: median(ours.map(({ figures }) => figures[of])),
      unit,
      beside: { what: "bare Node", value: median(bare.map(({ figures }) => figures[of])) },
      better: "lower",
      goal,
      rounds: ROUNDS,
    });
  }
  printMemory(layout, ours.at(-1)?.memory ?? {}, bare.at(-1)?.memory["bare"] ?? 0);
}

function printMemory(layout: Layout, memory: Record<string, number>, bareBytes: number): void {
  const sum = Object.values(memory).reduce((total, bytes) => total + bytes, 0);
  for (const [name, bytes] of [...Object.entries(memory), ["all together", sum] as const]) {
    print({
      what: `${layout.name}: memory at rest, ${name}`,
      ours: bytes / 1024 ** 2,
      unit: "MiB",
      beside: { what: "bare Node", value: bareBytes / 1024 ** 2 },
      better: "lower",
      goal: name === "all together" && layout.processes === "shared" ? "≤ 350 MiB" : "none",
      rounds: 1,
      detail: name !== "all together",
    });
  }
}

interface Start {
  figures: { seconds: number; processorSeconds: number };
  /** Bytes by process, proportional set size. */
  memory: Record<string, number>;
}

async function startProductOnce(node: string, dataDir: string, layout: Layout, rest: boolean): Promise<Start> {
  const began = performance.now();
  const kinora = await start(node, dataDir, layout);
  try {
    const seconds = (performance.now() - began) / 1_000;
    // Parents last: what one of their processes used that ends meanwhile is counted with theirs.
    const tree = [...descendants(kinora.supervisorPid).toReversed(), kinora.supervisorPid];
    const used = tree.reduce((sum, pid) => sum + (ifRunning(() => processorSeconds(pid, { children: true })) ?? 0), 0);
    if (rest) await new Promise((wake) => setTimeout(wake, SETTLE_MS));
    return { figures: { seconds, processorSeconds: used }, memory: rest ? memoryOf(kinora) : {} };
  } finally {
    await kinora.stop();
  }
}

/** What is read of a process; null when it has ended meanwhile. */
function ifRunning<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (problem) {
    if (problem instanceof Error && "code" in problem && (problem.code === "ENOENT" || problem.code === "ESRCH"))
      return null;
    throw problem;
  }
}

/** Bytes of each process of the product; those of PostgreSQL together. */
function memoryOf({ supervisorPid, pids }: Environment): Record<string, number> {
  const names = new Map(Object.entries(pids).map(([name, pid]) => [pid, name]));
  const memory: Record<string, number> = { supervisor: proportionalBytes(supervisorPid) };
  for (const pid of descendants(supervisorPid)) {
    const found = ifRunning(() => ({ name: names.get(pid) ?? nameOf(pid), bytes: proportionalBytes(pid) }));
    if (found) memory[found.name] = (memory[found.name] ?? 0) + found.bytes;
  }
  return memory;
}

const nameOf = (pid: number) => readFileSync(`/proc/${pid}/comm`, "utf8").trim();

async function startBareOnce(node: string, rest: boolean): Promise<Start> {
  const began = performance.now();
  const child = spawn(node, ["-e", bareServer], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  try {
    const port = await new Promise<number>((done) => child.once("message", (message: number) => done(message)));
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    const seconds = (performance.now() - began) / 1_000;
    const pid = child.pid ?? 0;
    if (rest) await new Promise((wake) => setTimeout(wake, 2_000));
    return {
      figures: { seconds, processorSeconds: processorSeconds(pid) },
      memory: rest ? { bare: proportionalBytes(pid) } : {},
    };
  } finally {
    child.kill("SIGTERM");
  }
}
