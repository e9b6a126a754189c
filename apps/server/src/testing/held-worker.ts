import { createServices } from "../composition.ts";
import type { Services } from "../context.ts";
import { readConfig } from "../platform/config.ts";
import { runTasks } from "../platform/jobs/worker.ts";
import { tasks } from "../rooms.ts";
import { heldStorage, type Hold } from "./held-storage.ts";
import { isStarted, startOwnProcess, type OwnProcess } from "./own-process.ts";

const HELD = "held";

/** Starts a worker as a separate process; resolves when it waits at `hold`. It ends by `kill -9`. */
export async function startHeldWorker({ config }: Services, hold: Hold): Promise<OwnProcess> {
  const worker = startOwnProcess(import.meta.url, config, { LOG_LEVEL: "warn", HOLD: JSON.stringify(hold) });
  await worker.line((line) => line === HELD);
  return worker;
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

if (isStarted(import.meta.url)) await work(JSON.parse(process.env["HOLD"] ?? "") as Hold);
