import { execFile } from "node:child_process";
import { chmod, access, constants } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import { MediaError } from "./errors.ts";

const execute = promisify(execFile);

/** A pair of tools of the same origin. */
export interface Binaries {
  ffmpegPath: string;
  ffprobePath: string;
  origin: "configured" | "system" | "bundled";
  /** What `ffmpeg -version` says after "version". */
  version: string;
}

/** Oldest release whose options we rely on without a warning. */
export const wantedMajorVersion = 5;

/** How long a tool may take to print its version, in milliseconds. On a machine that swaps it takes half a minute. */
const ANSWER_MS = 60_000;

/**
 * Candidates in order of preference: FFMPEG_PATH (the binary or its folder), the system's, the bundled npm packages.
 * The first pair that runs is taken; a system release older than 5 only when there is nothing bundled.
 *
 * @throws MediaError `timeout`, retryable, when a tool that is there does not answer within `answerMs`. It is slow, not missing: the next
 * candidate would be used instead of it for as long as this process runs.
 */
export async function findBinaries(environment: NodeJS.ProcessEnv, answerMs = ANSWER_MS): Promise<Binaries | null> {
  const configured = environment.FFMPEG_PATH;
  if (configured) {
    const found = await tryPair(await configuredPair(configured), "configured", answerMs);
    if (found) return found;
  }
  const system = await tryPair(await systemPair(environment), "system", answerMs);
  if (system && majorVersion(system.version) >= wantedMajorVersion) return system;
  return (await tryPair(await bundledPair(), "bundled", answerMs)) ?? system;
}

/** First number of a version; development builds (`N-12345-g…`, dates) count as new. */
export function majorVersion(version: string): number {
  const match = /^n?(\d+)\./.exec(version);
  return match?.[1] ? Number(match[1]) : wantedMajorVersion;
}

interface Pair {
  ffmpegPath: string;
  ffprobePath: string;
}

async function configuredPair(path: string): Promise<Pair | null> {
  if (!isAbsolute(path)) return null;
  const folder = (await isExecutable(join(path, "ffmpeg"))) ? path : dirname(path);
  const ffmpegPath = folder === path ? join(path, "ffmpeg") : path;
  return { ffmpegPath, ffprobePath: join(folder, "ffprobe") };
}

async function systemPair(environment: NodeJS.ProcessEnv): Promise<Pair | null> {
  const ffmpegPath = await findInPath("ffmpeg", environment);
  const ffprobePath = await findInPath("ffprobe", environment);
  return ffmpegPath && ffprobePath ? { ffmpegPath, ffprobePath } : null;
}

async function bundledPair(): Promise<Pair | null> {
  const require = createRequire(import.meta.url);
  const paths: string[] = [];
  for (const name of ["ffmpeg", "ffprobe"]) {
    const path = bundledPath(require, name);
    if (!path) return null;
    // Packages installed with --ignore-scripts leave the file without its execute bit.
    if (!(await isExecutable(path))) await chmod(path, 0o755).catch(() => undefined);
    paths.push(path);
  }
  const [ffmpegPath, ffprobePath] = paths;
  return ffmpegPath && ffprobePath ? { ffmpegPath, ffprobePath } : null;
}

function bundledPath(require: NodeJS.Require, name: string): string | null {
  const platform = `${process.platform}-${process.arch}`;
  const file = process.platform === "win32" ? `${name}.exe` : name;
  try {
    return join(dirname(require.resolve(`@${name}-installer/${platform}/package.json`)), file);
  } catch {
    // The package is optional: there is none for this platform, or it was left out.
    return null;
  }
}

/** Where a program is on the PATH, or null. */
export async function findInPath(name: string, environment: NodeJS.ProcessEnv = process.env): Promise<string | null> {
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of [...folders, "/usr/local/bin", "/usr/bin", "/bin"]) {
    if (await isExecutable(join(folder, name))) return join(folder, name);
  }
  return null;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function tryPair(pair: Pair | null, origin: Binaries["origin"], answerMs: number): Promise<Binaries | null> {
  if (!pair) return null;
  try {
    const versionOf = (path: string) => execute(path, ["-hide_banner", "-version"], { timeout: answerMs });
    const [{ stdout }] = await Promise.all([versionOf(pair.ffmpegPath), versionOf(pair.ffprobePath)]);
    const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1];
    return version ? { ...pair, origin, version } : null;
  } catch (cause) {
    if (cause instanceof Error && "killed" in cause && cause.killed) {
      const message = `${pair.ffmpegPath} did not answer within ${answerMs / 1000} s: this machine is overloaded.`;
      throw new MediaError("timeout", message, true, { cause });
    }
    // Missing, for another machine or broken: the next candidate may do.
    return null;
  }
}
