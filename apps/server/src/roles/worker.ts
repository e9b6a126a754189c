import { mediaCapabilities } from "@kinora/media/capabilities.ts";
import { sandboxState } from "@kinora/media/sandbox.ts";
import type { Services } from "../context.ts";
import { serviceChecks } from "../platform/checks.ts";
import { createHttpServer } from "../platform/http.ts";
import type { RunningRole } from "../platform/running-role.ts";
import { runTasks } from "../platform/worker.ts";
import { chores, tasks } from "../rooms.ts";

/** Does what takes long: probing, encoding, packaging, mail, purges. */
export async function start(services: Services): Promise<RunningRole> {
  const worker = await runTasks(services, tasks, chores);
  // Looked at now, so that the first video does not wait for it; a video asks again when it fails.
  Promise.all([mediaCapabilities(), sandboxState()]).catch((error: unknown) =>
    services.log.warn({ err: error }, "videos cannot be made yet"),
  );
  const healthPort = Number(process.env["KINORA_HEALTH_PORT"] ?? 0);
  const health =
    healthPort > 0 ? createHttpServer({ ...services, name: "worker", checks: serviceChecks(services) }) : null;
  await health?.listen({ port: healthPort, host: "127.0.0.1" });
  return {
    async close() {
      await worker.close();
      await health?.close();
    },
  };
}
