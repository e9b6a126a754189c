import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createServices } from "../../composition.ts";
import type { Services } from "../../context.ts";
import { readConfig } from "../../platform/config.ts";
import { runTasks } from "../../platform/jobs/worker.ts";
import { tasks } from "../../rooms.ts";

/** Starts a worker with a speech server as a separate process, which ends by `kill -9`. */
export function startSpeechWorker({ config }: Services, speechUrl: string): { kill(): Promise<void> } {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env: {
      PATH: process.env["PATH"],
      KINORA_DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl ?? "",
      KINORA_SPEECH_URL: speechUrl,
      LOG_LEVEL: "warn",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const gone = once(child, "exit");
  return {
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runTasks(await createServices(readConfig(process.env), "worker"), tasks, []);
