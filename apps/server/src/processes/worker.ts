import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";
import { sandboxState } from "@kinora/media/tools/sandbox.ts";
import type { Services } from "../context.ts";
import { installationFigures } from "../operations/system/installation-figures.ts";
import { createHttpServer } from "../platform/http/http.ts";
import { runTasks } from "../platform/jobs/worker.ts";
import { AFTER_START_MS, afterStart } from "../platform/process/after-start.ts";
import { serviceHealth } from "../platform/process/checks.ts";
import { addFigures } from "../platform/process/figures.ts";
import { logProblems } from "../platform/process/metrics.ts";
import type { RunningRole } from "../platform/process/running-role.ts";
import { chores, tasks } from "../rooms.ts";
import { startSender } from "../webhooks/sender.ts";

/** Runs background tasks: probing, encoding, packaging, mail, purges; sends webhooks. */
export async function start(services: Services): Promise<RunningRole> {
  addFigures(services.metrics.registry, installationFigures(services.db), logProblems(services.log));
  const worker = await runTasks(services, tasks, chores, { firstChoresAfterMs: AFTER_START_MS });
  const sender = await startSender(services);
  // So that the first video does not wait; each video retries a failed detection.
  const callOff = afterStart(
    () => Promise.all([mediaCapabilities(), sandboxState()]),
    (error) => services.log.warn({ err: error }, "could not detect the media tools; videos cannot be encoded yet"),
  );
  const healthPort = Number(process.env["KINORA_HEALTH_PORT"] ?? 0);
  const health = healthPort > 0 ? createHttpServer({ ...services, name: "worker", ...serviceHealth(services) }) : null;
  await health?.listen({ port: healthPort, host: "127.0.0.1" });
  return {
    async close() {
      callOff();
      await Promise.all([worker.close(), sender.close()]);
      await health?.close();
    },
  };
}
