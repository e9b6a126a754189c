import { execFile } from "node:child_process";
import { lstat, readlink } from "node:fs/promises";
import { promisify } from "node:util";
import { findInPath } from "./binaries.ts";

const execute = promisify(execFile);

/** Whether media tools run in a sandbox on this machine; `reason` says why not, for health. */
export interface SandboxState {
  available: boolean;
  reason: string | null;
}

/** What one sandboxed tool may touch. */
export interface SandboxReach {
  /** The tool itself. */
  binaryPath: string;
  /** Absolute paths it may read. */
  inputs: readonly string[];
  /** The one folder it may write, or null. */
  workFolder: string | null;
  /** May reach the network; nothing may unless said. */
  network?: boolean;
}

interface Sandbox extends SandboxState {
  /** bwrap's path when it works. */
  bwrap: string | null;
  /** setpriv's path, for the fallback. */
  setpriv: string | null;
  prlimit: string | null;
  /** The machine's programs and libraries, read-only. */
  system: string[];
}

let detected: Promise<Sandbox> | undefined;

/** Tries the sandbox once and remembers the answer. */
export async function sandboxState(): Promise<SandboxState> {
  const { available, reason } = await detectSandbox();
  return { available, reason };
}

function detectSandbox(): Promise<Sandbox> {
  detected ??= detect();
  return detected;
}

async function detect(): Promise<Sandbox> {
  const tools = {
    setpriv: await findInPath("setpriv"),
    prlimit: await findInPath("prlimit"),
    system: await systemMounts(),
  };
  const bwrap = await findInPath("bwrap");
  if (!bwrap)
    return {
      ...tools,
      bwrap: null,
      available: false,
      reason: "bubblewrap is not installed (Debian: apt install bubblewrap).",
    };
  const trial = [...isolation, ...tools.system, "--", "/usr/bin/true"];
  try {
    await execute(bwrap, trial, { timeout: 20_000, env: {} });
    return { ...tools, bwrap, available: true, reason: null };
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim().split("\n").at(-1) : "";
    return {
      ...tools,
      bwrap: null,
      available: false,
      reason: `This machine does not allow namespaces: ${said || "bwrap failed"}.`,
    };
  }
}

/**
 * No network, no other processes, no capabilities, nothing of our environment, and gone when we are gone. Its caller makes a
 * tool a session (`detached`), so that it has no terminal; a session made in here would leave the process group by which a
 * tool is killed, and one that is killed while its sandbox is made would stay.
 */
const isolation = [
  "--unshare-all",
  "--die-with-parent",
  "--clearenv",
  "--setenv",
  "PATH",
  "/usr/bin:/bin",
  "--cap-drop",
  "ALL",
  "--dev",
  "/dev",
  "--tmpfs",
  "/tmp",
];

/** The folders a dynamically linked ffmpeg needs; Debian's picks its linear algebra library through /etc/alternatives. */
async function systemMounts(): Promise<string[]> {
  const mounts = ["--ro-bind", "/usr", "/usr"];
  for (const folder of ["/bin", "/lib", "/lib64", "/lib32"]) {
    const found = await lstat(folder).catch(() => null);
    if (found?.isSymbolicLink()) mounts.push("--symlink", await readlink(folder), folder);
    else if (found) mounts.push("--ro-bind", folder, folder);
  }
  return [
    ...mounts,
    "--ro-bind-try",
    "/etc/ld.so.cache",
    "/etc/ld.so.cache",
    "--ro-bind-try",
    "/etc/alternatives",
    "/etc/alternatives",
  ];
}

/** What a tool needs to find and trust a server. */
const networking = [
  "--share-net",
  ...["/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/ssl"].flatMap((path) => [
    "--ro-bind-try",
    path,
    path,
  ]),
];

/** Limits the kernel holds a tool to. */
export interface ResourceLimits {
  cpuSeconds: number;
  memoryBytes: number;
  fileBytes: number;
}

/**
 * The whole command line for running a tool inside its limits and, where this machine can, its sandbox.
 * Without namespaces it still gets the limits and dies with us (PR_SET_PDEATHSIG).
 */
export async function confine(reach: SandboxReach, limits: ResourceLimits, args: readonly string[]): Promise<string[]> {
  const sandbox = await detectSandbox();
  const limited = sandbox.prlimit
    ? [
        sandbox.prlimit,
        `--cpu=${Math.ceil(limits.cpuSeconds)}`,
        // The data segment counts memory really writable; address space would also count what threads merely reserve.
        `--data=${limits.memoryBytes}`,
        `--fsize=${limits.fileBytes}`,
        "--core=0",
        "--",
      ]
    : [];
  const command = [reach.binaryPath, ...args];
  if (!sandbox.bwrap) {
    const dying = sandbox.setpriv ? [sandbox.setpriv, "--pdeathsig", "KILL", "--"] : [];
    return [...limited, ...dying, ...command];
  }
  const paths: string[] = reach.network ? [...networking] : [];
  if (!reach.binaryPath.startsWith("/usr/")) paths.push("--ro-bind", reach.binaryPath, reach.binaryPath);
  for (const input of reach.inputs) paths.push("--ro-bind", input, input);
  if (reach.workFolder) paths.push("--bind", reach.workFolder, reach.workFolder, "--chdir", reach.workFolder);
  return [...limited, sandbox.bwrap, ...isolation, ...sandbox.system, ...paths, "--", ...command];
}
