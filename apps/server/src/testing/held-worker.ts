import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createServices } from "../composition.ts";
import type { Services } from "../context.ts";
import { readConfig } from "../platform/config.ts";
import { runTasks } from "../platform/jobs/worker.ts";
import { tasks } from "../rooms.ts";
import { heldStorage, type Hold } from "./held-storage.ts";

const HELD = "held";

/** Starts a worker as a separate process; resolves when it waits at `hold`. It ends by `kill -9`. */
export async function startHeldWorker({ config }: Services, hold: Hold): Promise<{ kill(): Promise<void> }> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env: {
      PATH: process.env["PATH"],
      KINORA_DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl ?? "",
      LOG_LEVEL: "warn",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      HOLD: JSON.stringify(hold),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(child, "exit");
  let isHeld = false;
  for await (const line of createInterface({ input: child.stdout })) {
    isHeld = line === HELD;
    if (isHeld) break;
  }
  if (!isHeld) throw new Error(`The worker exited before it reached ${hold.when} ${hold.method} of ${hold.key}.`);
  return {
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** Main function of that process: runs every task until the held storage call, then waits forever. */
async function work(hold: Hold): Promise<void> {
  const services = await createServices(readConfig(process.env), "worker");
  const standStill = async () => {
    process.stdout.write(`${HELD}\n`);
    await new Promise<void>(() => undefined);
  };
  await runTasks({ ...services, storage: heldStorage(services.storage, hold, standStill) }, tasks, []);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await work(JSON.parse(process.env["HOLD"] ?? "") as Hold);
