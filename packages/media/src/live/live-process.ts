import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { mediaTools } from "../tools/capabilities.ts";
import { killGroup, readLines, signalNumber } from "../tools/run.ts";
import type { ToolResult } from "../tools/run.ts";
import { confine } from "../tools/sandbox.ts";

/** A running ffmpeg (or ffprobe) in the sandbox; its process group ends when it is stopped or this process dies. */
export interface LiveProcess {
  readonly pid: number | null;
  /** Standard input, if requested. Respect its backpressure. */
  readonly input: Writable | null;
  /** By descriptor: 1, 3, 4, … */
  readonly outputs: ReadonlyMap<number, Readable>;
  /** Resolves with the exit code; −1 when it could not be started. */
  readonly ended: Promise<ToolResult>;
  /** Closes its input, then kills its group after a grace period (0 without an input, 3 s with one). Resolves after the exit. */
  stop(graceMs?: number): Promise<ToolResult>;
  /** Kills it at once; `ended` resolves after the exit. */
  kill(): void;
}

/** Options of such a process. */
export interface LiveProcessOptions {
  /** Default ffmpeg. */
  binary?: "ffmpeg" | "ffprobe";
  args: readonly string[];
  /** Gives it a standard input. */
  input?: boolean;
  /** Descriptors it writes to; each must be read. */
  outputs?: readonly number[];
  /** Absolute paths it may read. */
  readable?: readonly string[];
  /** May reach the network (restreams, the test picture). */
  network?: boolean;
  onStderrLine?: (line: string) => void;
}

/** A channel runs for years; it writes to pipes only, never to a file. */
const limits = { cpuSeconds: 20 * 365 * 86_400, memoryBytes: 4 * 1024 ** 3, fileBytes: 0 };

/** Starts the process. @throws MediaError `tool_missing` */
export async function startLiveProcess(options: LiveProcessOptions): Promise<LiveProcess> {
  const { ffmpegPath, ffprobePath } = await mediaTools();
  const binaryPath = options.binary === "ffprobe" ? ffprobePath : ffmpegPath;
  const reach = {
    binaryPath,
    inputs: options.readable ?? [],
    workFolder: null,
    network: options.network ?? false,
  };
  const [command = binaryPath, ...args] = await confine(reach, limits, options.args);
  const outputs = new Set(options.outputs ?? []);
  const stdio = Array.from({ length: Math.max(2, ...outputs) + 1 }, (_, descriptor) => {
    const isUsed = descriptor === 0 ? options.input === true : descriptor === 2 || outputs.has(descriptor);
    return isUsed ? ("pipe" as const) : ("ignore" as const);
  });
  // Its own process group, so that one signal ends its children, too.
  const child = spawn(command, args, { stdio, detached: true, env: { PATH: "/usr/bin:/bin", LC_ALL: "C" } });
  const stderrTail: string[] = [];
  const reading = readLines(child, stderrTail, options.onStderrLine).catch(() => undefined);
  const ended = new Promise<number>((resolve) => {
    child.once("error", (error) => {
      stderrTail.push(error.message);
      if (child.pid === undefined) resolve(-1);
    });
    child.once("exit", (code, signal) => {
      killGroup(child);
      resolve(code ?? 128 + signalNumber(signal));
    });
  }).then(async (exitCode) => {
    await reading;
    return { exitCode, stderrTail };
  });
  // A process that exits breaks its pipes; `ended` reports the exit.
  for (const stream of [child.stdin, ...child.stdio]) stream?.on("error", () => undefined);
  const streams = new Map<number, Readable>();
  for (const descriptor of outputs) {
    const stream = child.stdio[descriptor];
    if (stream && "read" in stream) streams.set(descriptor, stream);
  }
  return {
    pid: child.pid ?? null,
    input: child.stdin,
    outputs: streams,
    ended,
    kill: () => killGroup(child),
    stop: async (graceMs = options.input ? 3000 : 0) => {
      child.stdin?.end();
      const timer = setTimeout(() => killGroup(child), graceMs);
      try {
        return await ended;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
