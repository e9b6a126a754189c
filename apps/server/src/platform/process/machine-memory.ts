import { totalmem } from "node:os";

const MIB = 1024 ** 2;
/** What Kinora takes in use beside media jobs, where its light roles share a process (docs/operations/small-server.md). */
const OTHER_BYTES = 400 * MIB;
/** What a media job takes: 1080p encoded to all of its renditions. */
const MEDIA_JOB_BYTES = 450 * MIB;
const USUAL_SLOTS = 2;

/** Memory of this machine in bytes, or the container's share of it (cgroups). */
export function machineMemory(): number {
  const limit = process.constrainedMemory();
  // No limit is reported as zero or as a very large number.
  return limit > 0 ? Math.min(totalmem(), limit) : totalmem();
}

const jobsThatFit = (memoryBytes: number) => Math.floor((memoryBytes - OTHER_BYTES) / MEDIA_JOB_BYTES);

/** Media jobs side by side that a worker takes unless a setting says otherwise. */
export const mediaSlotsOf = (memoryBytes: number): number =>
  Math.min(USUAL_SLOTS, Math.max(1, jobsThatFit(memoryBytes)));

/** What operators should know of the memory of a machine with a worker. */
export interface MemoryState {
  /** `short`: one media job at a time; `too_little`: the system may end media jobs to get memory. */
  state: "enough" | "short" | "too_little";
  /** A sentence. */
  message: string;
}

/** How far memory goes for a worker with so many media jobs side by side. */
export function memoryState(memoryBytes: number, slots: number): MemoryState {
  const size = `${(memoryBytes / 1024 ** 3).toFixed(1)} GB of memory`;
  const fit = jobsThatFit(memoryBytes);
  if (fit < 1) return { state: "too_little", message: `${size} is too little to encode 1080p. Kinora needs 1 GB.` };
  if (slots > fit) {
    const message = `${size} is too little for ${slots} media jobs side by side (KINORA_WORKER_CONCURRENCY).`;
    return { state: "too_little", message };
  }
  if (fit < USUAL_SLOTS) return { state: "short", message: `${size} is short: one video is encoded at a time.` };
  return { state: "enough", message: `${size}, ${slots === 1 ? "1 media job" : `${slots} media jobs`} side by side` };
}

/** Threads of each encoder of a media job: one where memory is short, which takes a quarter less of it; else ffmpeg chooses. */
export const encoderThreads = (memoryBytes = machineMemory()): { threads?: number } =>
  jobsThatFit(memoryBytes) < USUAL_SLOTS ? { threads: 1 } : {};
