import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { debianProgram } from "./debian.ts";

const execute = promisify(execFile);
const MORE = { maxBuffer: 2 ** 26 };

/** As after a sign-in of root. */
const ENVIRONMENT = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root" };

/** Whether this account may make such machines. */
export const canMakeMachines = process.getuid?.() === 0 && process.platform === "linux";

/** A Debian of this machine's release in a folder: its smallest with apt, without network, Node or media tools. */
export class OfflineDebian {
  /** Everything that the program printed. */
  said = "";
  readonly #root: string;
  #program: ChildProcess | null = null;
  #pid = 0;

  private constructor(root: string) {
    this.#root = root;
  }

  /** @param scratch a folder for what is needed on the way, and the machine itself */
  static async make(scratch: string): Promise<OfflineDebian> {
    const suite = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "";
    const maker = await debianProgram("mmdebstrap", "usr/bin/mmdebstrap", join(scratch, "maker"));
    const root = join(scratch, "machine");
    const sources = "/etc/apt/sources.list.d/debian.sources";
    // What it mounts into the folder is mounted for it alone, and gone with it even when it is killed.
    const alone = ["--mount", "--propagation", "private", "--", "perl", maker];
    const options = ["--mode=root", "--variant=apt", "--format=directory"];
    await execute("unshare", [...alone, ...options, suite, root, sources], MORE);
    return new OfflineDebian(root);
  }

  /** Where a folder of the machine is on this one. */
  folder(path: string): string {
    const folder = join(this.#root, path);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Starts the program of the machine, which ends with it. */
  async start(folder: string, command: readonly string[], env: Record<string, string> = {}): Promise<void> {
    const child = spawn(
      "bwrap",
      [
        ...["--info-fd", "3", "--bind", this.#root, "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
        ...["--unshare-net", "--unshare-pid", "--unshare-ipc", "--as-pid-1", "--die-with-parent", "--cap-add", "ALL"],
        ...["--clearenv", ...Object.entries({ ...ENVIRONMENT, ...env }).flatMap((pair) => ["--setenv", ...pair])],
        ...["--chdir", folder, "--", ...command],
      ],
      { stdio: ["ignore", "pipe", "pipe", "pipe"] },
    );
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (this.said += chunk.toString()));
    this.#program = child;
    const [facts] = (await once(child.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
    this.#pid = (JSON.parse(facts.toString()) as { "child-pid": number })["child-pid"];
  }

  /** What a command on the machine printed, while its program runs. */
  async run(...command: string[]): Promise<string> {
    const within = ["--target", String(this.#pid), "--mount", "--net", "--pid", "--ipc", "--root", "--wd"];
    const { stdout } = await execute("nsenter", [...within, "--", ...command], { ...MORE, env: ENVIRONMENT });
    return stdout;
  }

  /** What a program of this machine printed that has the network of the other one, which is its loopback only. */
  async visit(...command: string[]): Promise<string> {
    const { stdout } = await execute("nsenter", ["--target", String(this.#pid), "--net", "--", ...command], MORE);
    return stdout;
  }

  /** SIGTERM; answers the exit code, null where nothing ran. */
  async stop(): Promise<number | null> {
    const program = this.#program;
    this.#program = null;
    if (!program || program.exitCode !== null) return program?.exitCode ?? null;
    const gone = once(program, "exit") as Promise<[number | null]>;
    process.kill(this.#pid, "SIGTERM");
    return (await gone)[0];
  }
}
