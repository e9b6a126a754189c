import { createServices } from "../composition.ts";
import type { Services } from "../context.ts";
import { importTasks } from "../imports/tasks.ts";
import { readConfig } from "../platform/config.ts";
import { runTasks } from "../platform/jobs/worker.ts";
import { fetchImport } from "../uploads/import/fetch-import.ts";
import { isStarted, startOwnProcess, type OwnProcess } from "./own-process.ts";

const READY = "ready";

/** Starts a worker of imports as a separate process, which ends by `kill -9`. */
export async function startImportProcess({ config }: Services): Promise<OwnProcess> {
  const env = { KINORA_ALLOW_PRIVATE_URLS: String(config.allowPrivateUrls) };
  const worker = startOwnProcess(import.meta.url, config, env);
  await worker.line((line) => line === READY);
  return worker;
}

if (isStarted(import.meta.url)) {
  await runTasks(await createServices(readConfig(process.env), "worker"), [...importTasks, fetchImport], []);
  process.stdout.write(`${READY}\n`);
}
