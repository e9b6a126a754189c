import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { repositoryRoot } from "./repository.ts";

/** What a check says when it is done. */
export interface Outcome {
  ok: boolean;
  /** What was checked, with a count where there is one: a check that read nothing has not passed. */
  looked: string;
  /** What is wrong, for people; only read when not `ok`. */
  problems: string;
}

const running = new Set<ChildProcess>();

/** Ends every tool that runs, with what it started: the compiler's command starts the compiler as a process of its own. */
export function endTools(): void {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, "SIGKILL");
}

/**
 * Runs a tool of node_modules/.bin under this Node, from the repository's root unless another folder is given.
 * @returns its exit code (null when a signal ended it) and everything it printed.
 */
export async function runTool(
  name: string,
  parameters: readonly string[],
  folder = repositoryRoot,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(repositoryRoot, "node_modules/.bin", name), ...parameters], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that it can be ended as a whole.
    detached: true,
  });
  running.add(child);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, "close")) as [number | null];
  running.delete(child);
  return { code, output: Buffer.concat(chunks).toString("utf8") };
}
