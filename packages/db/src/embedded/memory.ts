import { totalmem } from "node:os";

const MIB = 1024 ** 2;
/** PostgreSQL's own default, which works on any machine that has memory to spare. */
const LEAST_MIB = 128;
/** Where memory is short the media tools need it more. */
const SHORT_BELOW_MIB = 2 * 1024;
const SHORT_MIB = 32;
/** Without the three processes that read ahead, and the one for logical replication, which Kinora does not use. */
const FEW_PROCESSES = { io_method: "sync", max_logical_replication_workers: "0" };
/** Above that the kernel's page cache is as good. */
const MOST_MIB = 1024;
/** Most memory is left to the media tools; a dedicated database server would use a quarter (PostgreSQL manual, "Memory"). */
const SHARE = 1 / 16;

/** Settings of PostgreSQL for the memory of this machine, or the container's share of it. Buffers that are never used take none. */
export function memorySettings(machine = totalmem(), limit = process.constrainedMemory()): Record<string, string> {
  // No limit is reported as zero or as a very large number.
  const available = limit > 0 ? Math.min(machine, limit) : machine;
  if (available < SHORT_BELOW_MIB * MIB) return { shared_buffers: `${SHORT_MIB}MB`, ...FEW_PROCESSES };
  const buffers = Math.min(MOST_MIB, Math.max(LEAST_MIB, Math.floor((available * SHARE) / MIB)));
  return { shared_buffers: `${buffers}MB` };
}
