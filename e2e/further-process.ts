import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import type { Environment } from "./environment.ts";
import { RESTART_PATIENCE_MS } from "./patience.ts";
import { until } from "./pipeline-project.ts";

const project = resolve(import.meta.dirname, "..");

/** One more process of a role, over the database and the files of a product that runs. */
export interface FurtherProcess {
  /** Where it answers. */
  url: string;
  pid: number;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Starts one more process of a role, as on a second machine. An API serves people on `port`; a worker says there whether it
 * is ready.
 */
export async function startFurther(
  kinora: Environment,
  role: "api" | "worker",
  port: number,
  env: Record<string, string> = {},
): Promise<FurtherProcess> {
  const url = `http://localhost:${port}`;
  const place =
    role === "api" ? { KINORA_API_PORT: String(port), KINORA_HEALTH_PORT: "0" } : { KINORA_HEALTH_PORT: String(port) };
  const child: ChildProcess = spawn(join(project, "node_modules/.bin/node"), ["apps/server/src/main.ts"], {
    cwd: project,
    env: { ...process.env, ...kinora.env, ...place, ...env, ROLES: role, DATABASE_URL: kinora.databaseUrl },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let words = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (words += chunk.toString()));
  const gone = once(child, "exit");
  await until(
    `a further ${role} is ready`,
    async () => {
      if (child.exitCode !== null) throw new Error(`The further ${role} ended:\n${words}`);
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      return answer?.ok;
    },
    RESTART_PATIENCE_MS,
  );
  return {
    url,
    pid: child.pid ?? 0,
    async kill(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await gone;
    },
  };
}
