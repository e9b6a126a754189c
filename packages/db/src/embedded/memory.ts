import { totalmem } from "node:os";

const MIB = 1024 ** 2;
/** PostgreSQL's own default, which works on any machine that has memory to spare. */
const LEAST_MIB = 128;
/** Where memory is short the media tools need it more. */
const SHORT_BELOW_MIB = 2 * 1024;
const SHORT_MIB = 32;
/** Above that the kernel's page cache is as good. */
const MOST_MIB = 1024;
/** Most memory is left to the media tools; a dedicated database server would use a quarter (PostgreSQL manual, "Memory"). */
const SHARE = 1 / 16;

/** Value of `shared_buffers` in MiB. Pages that are never used take no memory. */
export function sharedBuffersMib(machine = totalmem(), limit = process.constrainedMemory()): number {
  // No limit is reported as zero or as a very large number.
  const available = limit > 0 ? Math.min(machine, limit) : machine;
  if (available < SHORT_BELOW_MIB * MIB) return SHORT_MIB;
  return Math.min(MOST_MIB, Math.max(LEAST_MIB, Math.floor((available * SHARE) / MIB)));
}
