import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { vi } from "vitest";

/** What a command of an installation printed, and its exit code. */
export interface Ran {
  code: number;
  said: string;
}

/** Kinora in a folder of its own, run by the commands that an operator types. */
export class InstalledTree {
  readonly #folder: string;
  readonly #env: Record<string, string>;
  #running: ChildProcess | null = null;

  /** @param env settings of Kinora, beside the environment of this process */
  constructor(folder: string, env: Record<string, string>) {
    this.#folder = folder;
    this.#env = { ...(process.env as Record<string, string>), INIT_CWD: folder, ...env };
  }

  /** `npm run kinora -- WORDS` */
  kinora(...words: string[]): Promise<Ran> {
    return this.#run(["tools/kinora.mjs", ...words]);
  }

  /** `npm start`, until it says that it runs. @throws Error with what it printed when it ended before */
  async start(limitMs: number): Promise<void> {
    const child = this.#spawn();
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    this.#running = child;
    await vi.waitFor(
      () => {
        if (!said.includes("Ctrl-C stops everything.")) throw new Error(said);
      },
      { timeout: limitMs, interval: 200 },
    );
  }

  /** `npm start` where it refuses to run. */
  refusedStart(): Promise<Ran> {
    return this.#run(["tools/start.mjs"]);
  }

  /** SIGTERM, as a service is stopped; nothing where it does not run. */
  async stop(): Promise<void> {
    const child = this.#running;
    this.#running = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  }

  #spawn(): ChildProcess {
    return spawn(join(this.#folder, "node_modules/.bin/node"), ["tools/start.mjs"], {
      cwd: this.#folder,
      env: this.#env,
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  #run(args: string[]): Promise<Ran> {
    const options = { cwd: this.#folder, env: this.#env };
    return new Promise((done) => {
      execFile(join(this.#folder, "node_modules/.bin/node"), args, options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
        done({ code, said: `${stdout}${stderr}` });
      });
    });
  }
}
