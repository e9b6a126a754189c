import type { Readable } from "node:stream";

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
  limits?: Partial<ToolLimits>;
  /** What to do with bytes the tool writes: by descriptor, 1 for standard output, 3 and up for `pipe:3`. Each is awaited before the run resolves; throwing kills the tool. */
  readers?: ReadonlyMap<number, (stream: Readable) => Promise<void>>;
  /** Called for each line of standard error. */
  onStderrLine?: (line: string) => void;
}

/** How a tool ended. */
export interface ToolResult {
  exitCode: number;
  /** The last 20 lines of standard error. */
  stderrTail: string[];
}

/**
 * Runs a media tool sandboxed and limited; leaves no process behind, however it ends.
 * A non-zero exit code is a result, not an error.
 *
 * @throws MediaError `aborted`, `timeout`, `tool_missing`; and whatever a reader throws.
 */
export declare function runTool(run: ToolRun): Promise<ToolResult>;
