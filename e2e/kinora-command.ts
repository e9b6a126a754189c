import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Environment } from "./environment.ts";

const project = resolve(import.meta.dirname, "..");

/** Runs `npm run kinora -- …` on a product that runs; answers what it printed. */
export async function kinoraCommand(
  kinora: Pick<Environment, "env" | "databaseUrl">,
  ...words: string[]
): Promise<string> {
  const env = { ...process.env, ...kinora.env, DATABASE_URL: kinora.databaseUrl };
  const node = join(project, "node_modules/.bin/node");
  const { stdout } = await promisify(execFile)(node, ["packages/demo/src/main.ts", ...words], { cwd: project, env });
  return stdout;
}
