import { availableParallelism } from "node:os";
import type { Config, Role } from "../platform/config.ts";
import { machineMemory } from "../platform/process/machine-memory.ts";

/** Roles that wait for requests most of the time. Encoding and live packaging keep processes of their own. */
const LIGHT: readonly Role[] = ["console", "login", "api", "edge"];
/** With less memory, or one processor, the light roles share a process by themselves. */
const SHARED_BELOW_BYTES = 4 * 1024 ** 3;

/** A process of this machine and the roles that it runs. */
export interface RoleGroup {
  /** The role, or `shared`. */
  name: string;
  roles: readonly [Role, ...Role[]];
}

export interface Machine {
  memoryBytes: number;
  processors: number;
}

/** This machine, or the container's share of it. */
export function thisMachine(): Machine {
  return { memoryBytes: machineMemory(), processors: availableParallelism() };
}

/** Whether the light roles share a process, as configured or as this machine needs it. */
export function sharesProcesses({ processes }: Pick<Config, "processes">, machine = thisMachine()): boolean {
  if (processes !== null) return processes === "shared";
  return machine.memoryBytes < SHARED_BELOW_BYTES || machine.processors < 2;
}

/** The processes to start for the roles of this machine. */
export function roleGroups(roles: readonly Role[], isShared: boolean): RoleGroup[] {
  const [first, ...others] = isShared ? roles.filter((role) => LIGHT.includes(role)) : [];
  const shared = first && others.length > 0 ? [{ name: "shared", roles: [first, ...others] } satisfies RoleGroup] : [];
  const apart = roles.filter((role) => shared.length === 0 || !LIGHT.includes(role));
  return [...shared, ...apart.map((role): RoleGroup => ({ name: role, roles: [role] }))];
}
