import { machineMemory, memoryState } from "../../platform/process/machine-memory.ts";
import { diskSpace, gigabytes, prepareDataFolder } from "../../supervisor/data-folder.ts";
import { lockHolder } from "../../supervisor/folder-lock.ts";
import { isPortFree, portHolder, type WantedPort } from "../../supervisor/ports.ts";
import { findPrivileges } from "../../supervisor/privileges.ts";
import { exitCodes, StartRefusal } from "../../supervisor/start-refusal.ts";
import { wantedPorts } from "../../supervisor/start.ts";
import type { CommandContext } from "../command.ts";
import type { Finding } from "./finding.ts";

/** The data folder is writable and its disk has free space. */
export function checkDisk({ config }: CommandContext): Finding[] {
  try {
    const warning = prepareDataFolder(config.dataDir);
    if (warning)
      return [
        {
          state: "warning",
          subject: "disk",
          message: warning,
          fix: "Delete files you don't need, or move KINORA_DATA_DIR to a larger disk.",
        },
      ];
    return [
      {
        state: "ok",
        subject: "disk",
        message: `${config.dataDir} is writable, ${gigabytes(diskSpace(config.dataDir).freeBytes)} GB free`,
      },
    ];
  } catch (problem) {
    if (!(problem instanceof StartRefusal)) throw problem;
    return [
      {
        state: "failed",
        subject: "disk",
        message: problem.message,
        fix:
          problem.exitCode === exitCodes.diskFull
            ? "Delete files outside of Kinora, or move KINORA_DATA_DIR to a larger disk."
            : "Change the folder's owner (chown), or set KINORA_DATA_DIR to another folder.",
      },
    ];
  }
}

/** Memory is enough for the media jobs that the worker of this machine takes. */
export function checkMemory({ config }: Pick<CommandContext, "config">, memoryBytes = machineMemory()): Finding[] {
  if (!config.roles.includes("worker")) return [];
  const { state, message } = memoryState(memoryBytes, config.workerConcurrency);
  if (state !== "too_little") return [{ state: "ok", subject: "memory", message }];
  const fix = "Add memory, lower KINORA_WORKER_CONCURRENCY, or run the worker on another machine (ROLES).";
  return [{ state: "warning", subject: "memory", message, fix }];
}

/** Every port is free or in use by this installation. */
export async function checkPorts({ config }: CommandContext): Promise<Finding[]> {
  const holder = lockHolder(config.dataDir);
  if (holder) return [{ state: "ok", subject: "ports", message: `Kinora is running (process ${holder.pid})` }];
  const wanted = wantedPorts(config);
  const free = await Promise.all(wanted.map(({ port, transport }) => isPortFree(port, transport)));
  const busy = wanted.filter((_, at) => !free[at]);
  if (busy.length === 0)
    return [{ state: "ok", subject: "ports", message: wanted.map(nameOf).join(", ") + " are free" }];
  return busy.map((one) => ({
    state: "failed" as const,
    subject: `port ${nameOf(one)}`,
    message: `needed for ${one.purpose}, in use by ${portHolder(one.port, one.transport) ?? "another program"}`,
    fix: `Stop that program, or change the port with ${one.setting}.`,
  }));
}

/** The roles and the database run without root privileges. */
export async function checkPrivileges({ config }: CommandContext): Promise<Finding[]> {
  const { account, staysRootBecause } = await findPrivileges(config, wantedPorts(config));
  const uid = account?.uid ?? process.getuid?.();
  if (staysRootBecause === null)
    return [{ state: "ok", subject: "privileges", message: `everything runs as user ${uid}` }];
  return [
    {
      state: "warning",
      subject: "privileges",
      message: `started as root, everything but the database runs as root: ${staysRootBecause}`,
      fix: "Fix that, or start Kinora as an ordinary user that owns the data folder.",
    },
  ];
}

const nameOf = ({ port, transport }: WantedPort): string => (transport === "udp" ? `${port}/udp` : `${port}`);
