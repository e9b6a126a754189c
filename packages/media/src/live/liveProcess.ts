import type { Readable, Writable } from "node:stream";
import type { ToolResult } from "../run.ts";

/** A long-running ffmpeg, in the sandbox; it and all it started end when it is stopped or we are gone. */
export interface LiveProcess {
  readonly pid: number | null;
  /** Standard input; null unless asked for. Respect its backpressure. */
  readonly input: Writable | null;
  /** By descriptor: 1, 3, 4, … */
  readonly outputs: ReadonlyMap<number, Readable>;
  /** Resolves when it ended, however. */
  readonly ended: Promise<ToolResult>;
  /** Ends it: closes its input and asks, then kills its group after the grace. Resolves when it is gone. */
  stop(graceMs?: number): Promise<ToolResult>;
}

export interface LiveProcessOptions {
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

/** Starts ffmpeg. @throws MediaError `tool_missing` */
export declare function startLiveProcess(options: LiveProcessOptions): Promise<LiveProcess>;
