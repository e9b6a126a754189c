import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createServices } from "../composition.ts";
import type { Services } from "../context.ts";
import { importTasks } from "../imports/tasks.ts";
import { readConfig } from "../platform/config.ts";
import { runTasks } from "../platform/jobs/worker.ts";
import { fetchImport } from "../uploads/import/fetch-import.ts";

const READY = "ready";

/** Starts a worker of imports as a separate process, which ends by `kill -9`. */
export async function startImportProcess({ config }: Services): Promise<{ kill(): Promise<void> }> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env: {
      PATH: process.env["PATH"],
      KINORA_DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl ?? "",
      KINORA_ALLOW_PRIVATE_URLS: String(config.allowPrivateUrls),
      LOG_LEVEL: "error",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(child, "exit");
  const ready = (async () => {
    for await (const line of createInterface({ input: child.stdout })) if (line === READY) return true;
    return false;
  })();
  if (!(await ready)) throw new Error("The worker exited before it was ready.");
  return {
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runTasks(await createServices(readConfig(process.env), "worker"), [...importTasks, fetchImport], []);
  process.stdout.write(`${READY}\n`);
}
