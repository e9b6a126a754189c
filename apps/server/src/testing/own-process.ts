import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Config } from "../platform/config.ts";

/** A process of a test's own, beside the test. */
export interface OwnProcess {
  /** The first line that it prints and that is wanted. @throws Error when it exits before. */
  line(isWanted: (line: string) => boolean): Promise<string>;
  onLine(seen: (line: string) => void): void;
  /** Its exit code, null when a signal ended it. */
  ended: Promise<number | null>;
  /** Ends it by SIGKILL. */
  kill(): Promise<void>;
}

/** Runs a module as a separate process over the database and the folder of a test. @param env more settings */
export function startOwnProcess(
  module: string,
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
  env: Record<string, string> = {},
): OwnProcess {
  const file = fileURLToPath(module);
  const child = spawn(process.execPath, [file], {
    env: {
      PATH: process.env["PATH"],
      KINORA_DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? "",
      LOG_LEVEL: "error",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit") as Promise<[number | null]>;
  const lines = createInterface({ input: child.stdout });
  return {
    line: (isWanted) =>
      new Promise((resolve, reject) => {
        lines.on("line", (line) => {
          if (isWanted(line)) resolve(line);
        });
        lines.once("close", () => reject(new Error(`${file} exited before it was ready.`)));
      }),
    onLine(seen) {
      lines.on("line", seen);
    },
    ended: exited.then(([code]) => code),
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Whether this process runs the module, and has not imported it. */
export const isStarted = (module: string): boolean => process.argv[1] === fileURLToPath(module);
