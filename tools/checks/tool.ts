import { spawn } from "node:child_process";
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
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output: Buffer.concat(chunks).toString("utf8") };
}
