import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { startKinora } from "../e2e/environment.ts";
import type { Benchmark } from "./benchmark.ts";
import { print } from "./figure.ts";
import { processorSeconds, proportionalBytes } from "./processor-time.ts";
import { median } from "./rounds.ts";

const ROUNDS = 5;
const SETTLE_MS = 10_000;

const bareServer =
  'require("node:http").createServer((_, r) => r.end("ok")).listen(0, "127.0.0.1", function () { process.send(this.address().port); })';

/** Start time, and memory of the idle product. */
export const footprint: Benchmark = {
  what: "start → first 200 of every role with a database that exists, and memory at rest, beside a bare Node server",
  async run(cleanUp) {
    const dataDir = mkdtempSync("/tmp/kinora-bench-");
    // Readable by the account the database runs under.
    chmodSync(dataDir, 0o755);
    cleanUp.defer(() => rmSync(dataDir, { recursive: true, force: true }));
    await (await startKinora({ dataDir })).stop();
    const ours: Start[] = [];
    const bare: Start[] = [];
    for (let played = 0; played < ROUNDS; played += 1) {
      ours.push(await startProductOnce(dataDir, played === ROUNDS - 1));
      bare.push(await startBareOnce(played === ROUNDS - 1));
    }
    const beside = (of: keyof Start["figures"]) => ({
      what: "bare Node",
      value: median(bare.map(({ figures }) => figures[of])),
    });
    const middle = (of: keyof Start["figures"]) => median(ours.map(({ figures }) => figures[of]));
    print({
      what: "start → every role answers 200",
      ours: middle("seconds"),
      unit: "s",
      beside: beside("seconds"),
      better: "lower",
      goal: "≤ 1 s with the database up; here the database starts too",
      rounds: ROUNDS,
    });
    print({
      what: "processor time of the start, roles together",
      ours: middle("processorSeconds"),
      unit: "CPU-s",
      beside: beside("processorSeconds"),
      better: "lower",
      goal: "none",
      rounds: ROUNDS,
    });
    const bareBytes = bare.at(-1)?.memory["bare"] ?? 0;
    for (const [role, bytes] of Object.entries(ours.at(-1)?.memory ?? {})) {
      print({
        what: `memory at rest, ${role}`,
        ours: bytes / 1e6,
        unit: "MB",
        beside: { what: "bare Node", value: bareBytes / 1e6 },
        better: "lower",
        goal: "≤ 100 MB",
        rounds: 1,
      });
    }
  },
};

interface Start {
  figures: { seconds: number; processorSeconds: number };
  /** Bytes by process, proportional set size. */
  memory: Record<string, number>;
}

async function startProductOnce(dataDir: string, rest: boolean): Promise<Start> {
  const began = performance.now();
  const kinora = await startKinora({ dataDir });
  try {
    const seconds = (performance.now() - began) / 1_000;
    const pids = { supervisor: kinora.supervisorPid, ...kinora.pids };
    const used = Object.values(kinora.pids).reduce((sum, pid) => sum + processorSeconds(pid), 0);
    if (rest) await new Promise((wake) => setTimeout(wake, SETTLE_MS));
    const memory = rest
      ? Object.fromEntries(Object.entries(pids).map(([role, pid]) => [role, proportionalBytes(pid)]))
      : {};
    return { figures: { seconds, processorSeconds: used }, memory };
  } finally {
    await kinora.stop();
  }
}

async function startBareOnce(rest: boolean): Promise<Start> {
  const began = performance.now();
  const child = spawn(process.execPath, ["-e", bareServer], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  try {
    const port = await new Promise<number>((done) => child.once("message", (message: number) => done(message)));
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    const seconds = (performance.now() - began) / 1_000;
    const pid = child.pid ?? 0;
    if (rest) await new Promise((wake) => setTimeout(wake, SETTLE_MS / 5));
    return {
      figures: { seconds, processorSeconds: processorSeconds(pid) },
      memory: rest ? { bare: proportionalBytes(pid) } : {},
    };
  } finally {
    child.kill("SIGTERM");
  }
}
