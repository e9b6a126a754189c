import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createServices } from "../composition.ts";
import type { Services } from "../context.ts";
import { readConfig } from "../platform/config.ts";
import { anEdge } from "../playback/testing.ts";

/** Starts an edge as a separate process, which writes views every second and ends by `kill -9`. */
export async function startEdgeProcess({ config }: Services): Promise<{ url: string; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env: {
      PATH: process.env["PATH"],
      KINORA_DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl ?? "",
      LOG_LEVEL: "error",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(child, "exit");
  const url = await (async () => {
    for await (const line of createInterface({ input: child.stdout })) if (line.startsWith("http")) return line;
    throw new Error("The edge exited before it was ready.");
  })();
  return {
    url,
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await anEdge(await createServices(readConfig(process.env), "edge"), { viewsMs: 1_000 });
  process.stdout.write(`${url}\n`);
}
