import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { CutOffStream } from "../packaging/boxes.ts";
import { mediaTools } from "./capabilities.ts";
import { MediaError } from "./errors.ts";
import { killedForMemory, memoryKills } from "./memory-kills.ts";
import { confine } from "./sandbox.ts";
import { watchTool } from "./watched-tools.ts";

/** Ceilings of one run of a media tool. */
export interface ToolLimits {
  /** Wall clock; the whole process group is killed when it is over. */
  wallSeconds: number;
  cpuSeconds: number;
  memoryBytes: number;
  /** Largest single file the tool may write. */
  fileBytes: number;
}

/** One run of ffmpeg or ffprobe. */
export interface ToolRun {
  binary: "ffmpeg" | "ffprobe";
  args: readonly string[];
  /** Absolute paths the tool may read; nothing else of the machine's data is visible to it. */
  inputs: readonly string[];
  /** The one folder it may write, or null. */
  workFolder: string | null;
  signal?: AbortSignal;
  /** Called once it was spawned. */
  onBegun?: () => void;
  limits?: Partial<ToolLimits>;
  /**
   * What to do with bytes the tool writes: by descriptor, 1 for standard output, 3 and up for `pipe:3`.
   * Each is awaited before the run resolves; reading slowly slows the tool; throwing kills it. `endedWell` says, once the
   * tool has ended, whether it had written all it wanted to: a tool that was killed ends its output like one that is done.
   */
  readers?: ReadonlyMap<number, ToolReader>;
  /** Called for each line of standard error. */
  onStderrLine?: (line: string) => void;
}

export type ToolReader = (stream: Readable, endedWell: Promise<boolean>) => Promise<void>;

/** How a tool ended. */
export interface ToolResult {
  exitCode: number;
  /** The last 20 lines of standard error. */
  stderrTail: string[];
}

/** Generous for the longest honest work, finite for the rest. */
export const defaultLimits: ToolLimits = {
  wallSeconds: 6 * 3600,
  cpuSeconds: 24 * 3600,
  memoryBytes: 6 * 1024 ** 3,
  fileBytes: 512 * 1024 ** 3,
};

const keptStderrLines = 20;

const toolEnvironment = { PATH: "/usr/bin:/bin", LC_ALL: "C" };

/**
 * Runs a media tool sandboxed and limited; leaves no process behind, however it ends.
 * A non-zero exit code is a result, not an error.
 *
 * @throws MediaError `aborted`, `timeout`, `tool_missing`; and whatever a reader throws.
 */
export async function runTool(run: ToolRun): Promise<ToolResult> {
  const limits = { ...defaultLimits, ...run.limits };
  const readers: NonNullable<ToolRun["readers"]> = run.readers ?? new Map();
  const [command, ...args] = await confinedCommand(run, limits);
  // Its own process group, so that everything it may have started dies in one signal.
  const child = spawn(command, args, { stdio: pipesFor(readers), detached: true, env: toolEnvironment });
  run.onBegun?.();
  const endedWell = Promise.withResolvers<boolean>();
  return new Promise<ToolResult>((resolve, reject) => {
    let failure: Error | undefined;
    const fail = (reason: unknown): void => {
      failure ??= reason instanceof Error ? reason : new Error(String(reason));
      killGroup(child);
    };
    const onAbort = (): void => fail(aborted(run.signal));
    run.signal?.addEventListener("abort", onAbort, { once: true });
    const wall = setTimeout(() => fail(new MediaError("timeout", tookTooLong, false)), limits.wallSeconds * 1000);

    const stderrTail: string[] = [];
    const exitCodeOf = endsOf(stderrTail);
    watchTool(child, run, stderrTail, () => killGroup(child));
    const pending = [readLines(child, stderrTail, run.onStderrLine)];
    let cutOff: CutOffStream | undefined;
    for (const [descriptor, read] of readers) {
      const stream: unknown = child.stdio[descriptor];
      if (!(stream instanceof Readable)) continue;
      const reading = drained(stream, (output) => read(output, endedWell.promise)).catch((error: unknown) => {
        // A tool that died cuts its output off; how it died says more than that.
        if (error instanceof CutOffStream) cutOff ??= error;
        else fail(error);
      });
      pending.push(reading);
    }
    child.once("error", (error) => {
      fail(notStarted(error));
      // A child that never started emits no close.
      if (child.pid === undefined) finish(-1);
    });
    let finished = false;
    const finish = (exitCode: number): void => {
      if (finished) return;
      finished = true;
      endedWell.resolve(exitCode === 0 && failure === undefined);
      clearTimeout(wall);
      run.signal?.removeEventListener("abort", onAbort);
      Promise.allSettled(pending)
        .then(() => {
          const reason = failure ?? (exitCode === 0 ? cutOff : undefined);
          if (reason) reject(reason);
          else resolve({ exitCode, stderrTail });
        })
        .catch(reject);
    };
    child.once("exit", (code, signal) => {
      // Whatever the tool itself started goes with it.
      killGroup(child);
      finish(exitCodeOf(code, signal));
    });
  });
}

/** The exit code of a tool that starts now, by how it ends; when the kernel kills it to get memory, its last words say so. */
function endsOf(stderrTail: string[]): (code: number | null, signal: NodeJS.Signals | null) => number {
  const killsBefore = memoryKills();
  return (code, signal) => {
    const exitCode = code ?? 128 + signalNumber(signal);
    if (exitCode === 128 + 9 && memoryKills() > killsBefore) stderrTail.push(killedForMemory);
    return exitCode;
  };
}

/** The command line of a run inside its sandbox. @throws MediaError `aborted` when it was called off already, `tool_missing`. */
async function confinedCommand(run: ToolRun, limits: ToolLimits): Promise<[string, ...string[]]> {
  const { ffmpegPath, ffprobePath } = await mediaTools();
  const binaryPath = run.binary === "ffmpeg" ? ffmpegPath : ffprobePath;
  const reach = { binaryPath, inputs: run.inputs, workFolder: run.workFolder };
  const [command = binaryPath, ...args] = await confine(reach, limits, run.args);
  if (run.signal?.aborted) throw aborted(run.signal);
  return [command, ...args];
}

/** A pipe for standard error and for each descriptor that has a reader. */
function pipesFor(readers: NonNullable<ToolRun["readers"]>): ("pipe" | "ignore")[] {
  const highest = Math.max(2, ...readers.keys());
  return Array.from({ length: highest + 1 }, (_, descriptor) =>
    descriptor === 2 || readers.has(descriptor) ? "pipe" : "ignore",
  );
}

const notStarted = (cause: Error): MediaError =>
  new MediaError("tool_missing", "The media tool could not be started on this server.", true, { cause });

const tookTooLong =
  "Reading this file took too long; export it again with a common setting (MP4, H.264) and upload that.";

/** The error of a run that was called off; keeps the reason given to the signal as its cause. */
export function aborted(signal: AbortSignal | undefined): MediaError {
  return new MediaError("aborted", "The work was called off.", true, { cause: signal?.reason });
}

/** Kills a process and all of its group. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    // The group is already gone, which is what was wanted.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** A stream nobody reads to its end would keep the tool waiting for ever, so what the reader leaves is thrown away. */
async function drained(stream: Readable, read: (stream: Readable) => Promise<void>): Promise<void> {
  stream.on("error", () => undefined);
  await read(stream);
  if (!stream.destroyed) stream.resume();
}

/** Reads standard error to its end: each line is passed to `onLine`, the last 20 are kept in `tail`. */
export async function readLines(child: ChildProcess, tail: string[], onLine?: (line: string) => void): Promise<void> {
  if (!child.stderr) return;
  for await (const line of createInterface({ input: child.stderr, crlfDelay: Infinity })) {
    if (line.trim() === "") continue;
    tail.push(line.slice(0, 500).toWellFormed());
    if (tail.length > keptStderrLines) tail.shift();
    onLine?.(line);
  }
}

/** The exit code a shell would give to a process a signal ended is 128 and this. */
export function signalNumber(signal: NodeJS.Signals | null): number {
  const numbers: Partial<Record<NodeJS.Signals, number>> = {
    SIGABRT: 6,
    SIGKILL: 9,
    SIGSEGV: 11,
    SIGTERM: 15,
    SIGXCPU: 24,
    SIGXFSZ: 25,
  };
  return signal ? (numbers[signal] ?? 0) : 0;
}
