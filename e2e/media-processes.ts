import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { identify, isAlive, type ProcessIdentity } from "@kinora/db/embedded/process-identity.ts";
import { patient } from "./patience.ts";
import { until } from "./pipeline-project.ts";

/** A running ffmpeg or ffprobe that works on a data folder. */
export interface MediaProcess extends ProcessIdentity {
  /** The video whose source it reads, when it reads one. */
  videoId: number | null;
}

/** Every ffmpeg and ffprobe that works on this data folder, by whomever it was started. */
export function mediaProcesses(dataDir: string): MediaProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const words = commandLine(pid);
      if (!/^ff(mpeg|probe)/.test(basename(words[0] ?? "")) || !words.some((word) => word.includes(dataDir))) return [];
      const identity = identify(Number(pid));
      const videoId = /assets\/(\d+)\/source/.exec(words.join(" "))?.[1];
      return identity ? [{ ...identity, videoId: videoId ? Number(videoId) : null }] : [];
    });
}

/** Every ffmpeg a process started, also in sandboxes; `words` is its command line. */
export function toolsOf(pid: number): { pid: number; words: string[] }[] {
  return childrenOf(pid).flatMap((child) => {
    const words = commandLine(String(child));
    return basename(words[0] ?? "") === "ffmpeg" ? [{ pid: child, words }] : toolsOf(child);
  });
}

/** Waits until all of them are gone. @throws Error naming those left after 5 s, the promise of no orphans. */
export function untilGone(what: string, processes: readonly ProcessIdentity[]): Promise<true> {
  return until(`${what}: no media tool is left behind`, async () => !processes.some(isAlive), patient(5_000));
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" "))
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

function commandLine(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}
