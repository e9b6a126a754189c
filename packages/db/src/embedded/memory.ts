import { totalmem } from "node:os";

const MIB = 1024 ** 2;
/** PostgreSQL's own default, which works on any machine. */
const LEAST_MIB = 128;
/** Above that the kernel's page cache is as good. */
const MOST_MIB = 1024;
/** Most memory is left to the media tools; a dedicated database server would use a quarter (PostgreSQL manual, "Memory"). */
const SHARE = 1 / 16;

/** Value of `shared_buffers` in MiB. Pages that are never used take no memory. */
export function sharedBuffersMib(machine = totalmem(), limit = process.constrainedMemory()): number {
  // No limit is reported as zero or as a very large number.
  const available = limit > 0 ? Math.min(machine, limit) : machine;
  return Math.min(MOST_MIB, Math.max(LEAST_MIB, Math.floor((available * SHARE) / MIB)));
}
