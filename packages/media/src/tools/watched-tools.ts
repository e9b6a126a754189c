import { AsyncLocalStorage } from "node:async_hooks";
import type { ChildProcess } from "node:child_process";
import { Socket } from "node:net";
import { measureTree } from "./tree-time.ts";

/** A media tool while it runs, for whoever watches the work it is part of. */
export interface WatchedTool {
  binary: string;
  args: readonly string[];
  since: Date;
  /** The last lines of its standard error. */
  lines(): readonly string[];
  /** Bytes it has written to its pipes and frames it has reported; null where it writes only files, which are not measured. */
  output(): number | null;
  /** Asks it to end, and ends it when it does not listen. */
  terminate(): void;
}

/** Learns of each tool that begins and ends. */
export interface ToolWatcher {
  began(tool: WatchedTool): void;
  /** @param processorSeconds what it used, user and system, but for its last quarter of a second. */
  ended(tool: WatchedTool, processorSeconds: number): void;
}

const watchers = new AsyncLocalStorage<{ watcher: ToolWatcher; reported: { frames: number } }>();
const LISTENS_MS = 5_000;

/** Does `work`; the watcher learns of every tool that runs for it, however deep. */
export const watchTools = <Result>(watcher: ToolWatcher, work: () => Promise<Result>): Promise<Result> =>
  watchers.run({ watcher, reported: { frames: 0 } }, work);

/** A tool of the watched work has reported this many frames or units more. */
export function noteFrames(more: number): void {
  const watched = watchers.getStore();
  if (watched && more > 0) watched.reported.frames += more;
}

/** Tells the watcher of a tool that has begun, and once it has ended. `kill` ends it for certain. */
export function watchTool(
  child: ChildProcess,
  what: Pick<WatchedTool, "binary" | "args">,
  lines: readonly string[],
  kill: () => void,
): void {
  const watched = watchers.getStore();
  if (!watched) return;
  const measured = child.pid === undefined ? () => 0 : measureTree(child.pid);
  let insisting: NodeJS.Timeout | undefined;
  // What `-progress` prints continues while nothing is made; standard error is talk.
  const written = child.stdio.filter((_stream, descriptor) =>
    descriptor === 1 ? !what.args.includes("-progress") : descriptor > 2,
  );
  const sockets = written.filter((stream: unknown) => stream instanceof Socket);
  const tool: WatchedTool = {
    binary: what.binary,
    args: what.args,
    since: new Date(),
    lines: () => lines,
    output: () =>
      sockets.length === 0
        ? null
        : sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0) + watched.reported.frames,
    terminate() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      process.kill(-child.pid, "SIGTERM");
      insisting ??= setTimeout(kill, LISTENS_MS);
    },
  };
  watched.watcher.began(tool);
  child.once("exit", () => {
    clearTimeout(insisting);
    watched.watcher.ended(tool, measured());
  });
}
