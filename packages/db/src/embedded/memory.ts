import { totalmem } from "node:os";

const MIB = 1024 ** 2;
/** PostgreSQL's own default, which it starts with on any machine. */
const LEAST_MIB = 128;
/** Beyond that the kernel's cache does as well. */
const MOST_MIB = 1024;
/** The machine is the media tools' first of all; a database alone on one would take a quarter of it (PostgreSQL manual, "Memory"). */
const SHARE = 1 / 16;

/** What the server may keep of its files in its own memory, in MiB. Pages it never needed take none. */
export function sharedBuffersMib(machine = totalmem(), limit = process.constrainedMemory()): number {
  // No limit is told as zero, or as more than any machine has.
  const available = limit > 0 ? Math.min(machine, limit) : machine;
  return Math.min(MOST_MIB, Math.max(LEAST_MIB, Math.floor((available * SHARE) / MIB)));
}
