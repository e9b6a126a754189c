import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Benchmark } from "./benchmark.ts";
import { print, round } from "./figure.ts";
import { processorSeconds } from "./processor-time.ts";
import { startProduct } from "./product.ts";
import { alternate, median } from "./rounds.ts";
import { rounds, sized } from "./sizes.ts";
import { appendBytes, createUpload, type TusTarget } from "./tus-client.ts";

const SIZE_BYTES = sized(256, 64) * 1024 ** 2;
const ROUNDS = rounds(5);
const manners = [
  { words: "one PATCH", stepBytes: SIZE_BYTES },
  { words: "8 MiB chunks", stepBytes: 8 * 1024 ** 2 },
];

/** How many bytes a receiver takes in for a second of processor time, hash and database work included on our side. */
export const upload: Benchmark = {
  what: `receiving ${SIZE_BYTES / 1024 ** 2} MiB by tus, in MB per CPU-second of the receiving process`,
  async run(cleanUp) {
    const { kinora, project } = await startProduct(cleanUp);
    const bytes = Buffer.alloc(SIZE_BYTES, "not a video, so that nothing is encoded afterwards ");
    const metadata = { project_id: String(project.projectId), filename: "bytes.bin", title: "Bytes" };
    const api: TusTarget = { endpoint: `${kinora.urls.api}/uploads`, headers: project.headers, metadata };
    const tusServer = await startReceiver(cleanUp, "tus-server");
    const discard = await startReceiver(cleanUp, "discard");
    const hash = await startReceiver(cleanUp, "discard", "hash");
    const apiPid = kinora.pids["api"] ?? 0;
    console.log(`  SHA-256 alone, from memory: ${round(hashedPerSecond(bytes))} MB per CPU-second`);
    for (const { words, stepBytes } of manners) {
      const megabytesPerSecond = (pid: number, target: TusTarget) => async () => {
        const before = processorSeconds(pid);
        await send(target, bytes, stepBytes);
        return SIZE_BYTES / 1e6 / (processorSeconds(pid) - before);
      };
      const rates = await alternate(ROUNDS, {
        ours: megabytesPerSecond(apiPid, api),
        peer: megabytesPerSecond(tusServer.pid, { ...api, endpoint: tusServer.url, headers: {} }),
        limit: megabytesPerSecond(discard.pid, { ...api, endpoint: discard.url, headers: {} }),
        hashLimit: megabytesPerSecond(hash.pid, { ...api, endpoint: hash.url, headers: {} }),
      });
      const figure = { ours: median(rates.ours), unit: "MB/CPU-s", better: "higher", rounds: ROUNDS } as const;
      print({
        ...figure,
        what: `upload, ${words}`,
        beside: { what: "@tus/server, file store, no hash", value: median(rates.peer) },
        goal: "ratio ≥ 1",
      });
      print({
        ...figure,
        what: `upload, ${words}`,
        beside: { what: "read and discard", value: median(rates.limit) },
        goal: "none",
      });
      print({
        ...figure,
        what: `upload, ${words}`,
        beside: { what: "read, hash and discard", value: median(rates.hashLimit) },
        goal: "none",
      });
    }
  },
};

/** MB hashed in one second of processor time: the upper limit of any server that hashes. */
function hashedPerSecond(bytes: Buffer): number {
  const before = process.cpuUsage();
  createHash("sha256").update(bytes).digest();
  const { user, system } = process.cpuUsage(before);
  return bytes.length / (user + system);
}

/** Over a connection of its own: one that waited through the others' rounds may be closed by then. */
async function send(target: TusTarget, bytes: Buffer, stepBytes: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const address = await createUpload(agent, target, bytes.length);
  for (let offset = 0; offset < bytes.length; offset += stepBytes) {
    const step = bytes.subarray(offset, offset + stepBytes);
    await appendBytes(agent, address, target, offset, step, step.length);
  }
  agent.destroy();
}

/** Starts one of the other receivers as a process of its own. */
async function startReceiver(
  cleanUp: AsyncDisposableStack,
  kind: "tus-server" | "discard",
  manner = "",
): Promise<{ pid: number; url: string }> {
  const folder = await mkdtemp(join(tmpdir(), "kinora-bench-receiver-"));
  await chmod(folder, 0o755);
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, "receivers", `${kind}.ts`), folder, manner],
    {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  cleanUp.defer(async () => {
    child.kill("SIGTERM");
    await gone;
  });
  const url = await new Promise<string>((done, fail) => {
    child.once("message", (message: string) => done(message));
    child.once("exit", () => fail(new Error(`The receiver ${kind} ended before it listened.`)));
  });
  return { pid: child.pid ?? 0, url };
}
