import { spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Config } from "../platform/config.ts";

/** The command line of this version: what it checks and copies is written once. */
const COMMANDS = resolve(import.meta.dirname, "../cli/main.ts");
const MOST_OUTPUT = 1024 * 1024;

interface CommandEnd {
  /** Null when a signal ended it. */
  code: number | null;
  output: string;
  errors: string;
}

/**
 * Runs a command of `npm run kinora` as a process of its own, on the data of this one. It ends when this process is gone.
 * @param databaseUrl for commands that take any database; without it the command finds the embedded one itself.
 * @param signal sends SIGTERM; the command then cleans up after itself.
 */
export function runCommand(
  { dataDir }: Pick<Config, "dataDir">,
  args: readonly string[],
  { databaseUrl, signal }: { databaseUrl?: string | null; signal?: AbortSignal } = {},
): Promise<CommandEnd> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [COMMANDS, ...args], {
      // Through the channel the command learns that this process was killed, and ends.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: {
        ...process.env,
        KINORA_DATA_DIR: dataDir,
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      },
    });
    const stop = () => child.kill("SIGTERM");
    signal?.addEventListener("abort", stop, { once: true });
    const said = { output: "", errors: "" };
    for (const name of ["output", "errors"] as const)
      child[name === "output" ? "stdout" : "stderr"]?.setEncoding("utf8").on("data", (text: string) => {
        said[name] = (said[name] + text).slice(-MOST_OUTPUT);
      });
    child.on("error", fail);
    child.on("close", (code) => {
      signal?.removeEventListener("abort", stop);
      done({ code, ...said });
    });
    if (signal?.aborted) stop();
  });
}
