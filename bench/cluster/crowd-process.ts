import { fork } from "node:child_process";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { quantile } from "../rounds.ts";
import { watch } from "./viewers.ts";

const own = fileURLToPath(import.meta.url);

/** Milliseconds to the last byte of some requests. */
export interface Taken {
  requests: number;
  p50: number;
  p99: number;
}

/** What a crowd saw; requests are null where none was answered. */
export interface CrowdReport {
  playlists: Taken | null;
  segments: Taken | null;
  /** What went wrong, by its words, and how often. */
  errors: [string, number][];
  /** By how much the crowd's own process was late, p99 in milliseconds: what it measures is no more exact. */
  lateMs: number;
}

/** Starts viewers in a process of their own, so that they do not wait for uploads nor for each other's answers. */
export function startCrowd(address: string, viewers: number): { stop(): Promise<CrowdReport>; kill(): void } {
  const child = fork(own, [address, String(viewers)], { execArgv: [] });
  const said = once(child, "message") as Promise<[CrowdReport]>;
  const gone = once(child, "exit");
  const died = gone.then(([code]) => {
    throw new Error(`The viewers' process ended with ${code}.`);
  });
  // Whoever stops the crowd hears of it.
  died.catch(() => undefined);
  return {
    async stop() {
      child.send("stop");
      const [report] = await Promise.race([said, died]);
      await gone;
      return report;
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

const takenBy = (all: readonly number[]): Taken | null =>
  all.length === 0 ? null : { requests: all.length, p50: quantile(all, 0.5), p99: quantile(all, 0.99) };

if (process.argv[1] === own) {
  const [address = "", viewers = ""] = process.argv.slice(2);
  const over = new AbortController();
  // Ctrl-C reaches all processes of a terminal: the benchmark says when it is over.
  process.on("SIGINT", () => undefined);
  process.once("disconnect", () => process.exit(0));
  process.once("message", () => over.abort());
  const late = monitorEventLoopDelay();
  late.enable();
  const { seen, ended } = watch(address, Number(viewers), over.signal);
  await ended;
  const report: CrowdReport = {
    ...{ playlists: takenBy(seen.playlists), segments: takenBy(seen.segments) },
    ...{ errors: [...seen.errors], lateMs: late.percentile(99) / 1e6 },
  };
  process.send?.(report, undefined, undefined, () => process.disconnect());
}
