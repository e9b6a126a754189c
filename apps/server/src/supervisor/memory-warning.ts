import type { Config } from "../platform/config.ts";
import { machineMemory, memoryState } from "../platform/process/machine-memory.ts";

/** What the start says of memory that is short for the worker of this machine; null where it is enough or there is none. */
export function memoryWarning(
  { roles, workerConcurrency }: Pick<Config, "roles" | "workerConcurrency">,
  memoryBytes = machineMemory(),
): string | null {
  if (!roles.includes("worker")) return null;
  const { state, message } = memoryState(memoryBytes, workerConcurrency);
  return state === "enough" ? null : message;
}
