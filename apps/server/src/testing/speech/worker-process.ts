import { createServices } from "../../composition.ts";
import type { Services } from "../../context.ts";
import { readConfig } from "../../platform/config.ts";
import { runTasks } from "../../platform/jobs/worker.ts";
import { tasks } from "../../rooms.ts";
import { isStarted, startOwnProcess, type OwnProcess } from "../own-process.ts";

/** Starts a worker with a speech server as a separate process, which ends by `kill -9`. */
export const startSpeechWorker = ({ config }: Services, speechUrl: string): OwnProcess =>
  startOwnProcess(import.meta.url, config, { KINORA_SPEECH_URL: speechUrl, LOG_LEVEL: "warn" });

if (isStarted(import.meta.url)) await runTasks(await createServices(readConfig(process.env), "worker"), tasks, []);
