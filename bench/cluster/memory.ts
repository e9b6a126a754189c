import type { TestCluster } from "../../tools/cluster/testing.ts";
import { descendants } from "../process-tree.ts";
import { proportionalBytes } from "../processor-time.ts";

const LOOK_EVERY_MS = 10_000;

/** Proportional bytes of one machine's Node processes at a moment, in minutes since the first look. */
interface Sample {
  minutes: number;
  bytes: number;
}

/** Looks at the memory of each machine until asked: MiB at the end, and by how many it grew in a minute. */
export function watchMemory({ hosts }: TestCluster): { stop(): Map<string, { mebibytes: number; slope: number }> } {
  const began = performance.now();
  const samples = new Map<string, Sample[]>(hosts.map(({ name }) => [name, []]));
  const look = () => {
    for (const host of hosts) {
      const pids = [host.pid(), ...descendants(host.pid())];
      const bytes = pids.reduce((sum, pid) => sum + (bytesIfRunning(pid) ?? 0), 0);
      samples.get(host.name)?.push({ minutes: (performance.now() - began) / 60_000, bytes });
    }
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      look();
      return new Map(
        [...samples].map(([name, taken]) => [name, { mebibytes: mebibytesOf(taken.at(-1)), slope: slopeOf(taken) }]),
      );
    },
  };
}

const mebibytesOf = (sample: Sample | undefined): number => (sample?.bytes ?? 0) / 1024 ** 2;

/** MiB a minute, by least squares over the second half: what a process fills once is full by then. */
export function slopeOf(samples: readonly Sample[]): number {
  const late = samples.slice(Math.floor(samples.length / 2));
  const mean = (of: (sample: Sample) => number) => late.reduce((sum, sample) => sum + of(sample), 0) / late.length;
  const [minutes, bytes] = [mean((sample) => sample.minutes), mean((sample) => sample.bytes)];
  const spread = late.reduce((sum, sample) => sum + (sample.minutes - minutes) ** 2, 0);
  const together = late.reduce((sum, sample) => sum + (sample.minutes - minutes) * (sample.bytes - bytes), 0);
  return spread === 0 ? 0 : together / spread / 1024 ** 2;
}

/** A media tool may end between being listed and being read. */
function bytesIfRunning(pid: number): number | null {
  try {
    return proportionalBytes(pid);
  } catch {
    return null;
  }
}
