import { readFileSync } from "node:fs";
import { machineMemory, memoryState } from "../../platform/process/machine-memory.ts";
import { diskSpace, freeInodesPercent, gigabytes, prepareDataFolder } from "../../supervisor/data-folder.ts";
import { lockHolder } from "../../supervisor/folder-lock.ts";
import { isPortFree, portHolder, type WantedPort } from "../../supervisor/ports.ts";
import { findPrivileges } from "../../supervisor/privileges.ts";
import { exitCodes, StartRefusal } from "../../supervisor/start-refusal.ts";
import { wantedPorts } from "../../supervisor/start.ts";
import type { CommandContext } from "../command.ts";
import type { Finding } from "./finding.ts";

const LEAST_INODES_PERCENT = 10;
/** An API or edge process accepts 4,000 connections, and opens a file for some of them. */
const LEAST_OPEN_FILES = 8_192;

/** The data folder is writable and its disk has free space. */
export function checkDisk({ config }: CommandContext): Finding[] {
  try {
    return [...examineDisk(config.dataDir), ...inodeFindings(freeInodesPercent(config.dataDir))];
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

/** @throws StartRefusal where the folder cannot be used. */
function examineDisk(dataDir: string): Finding[] {
  const warning = prepareDataFolder(dataDir);
  if (warning === null) {
    const message = `${dataDir} is writable, ${gigabytes(diskSpace(dataDir).freeBytes)} GB free`;
    return [{ state: "ok", subject: "disk", message }];
  }
  const fix = "Delete files you don't need, or move KINORA_DATA_DIR to a larger disk.";
  return [{ state: "warning", subject: "disk", message: warning, fix }];
}

/** Of a disk with this share of free inodes, in percent; null where their number is not fixed. Pure. */
export function inodeFindings(percent: number | null): Finding[] {
  if (percent === null || percent >= LEAST_INODES_PERCENT) return [];
  const message = `${percent}% of the disk's inodes are free: it soon holds as many files as it can, whatever their size`;
  return [{ state: "warning", subject: "inodes", message, fix: "Delete small files, or move KINORA_DATA_DIR." }];
}

/** The roles may open as many files and connections as busy ones need. */
export function checkOpenFiles(): Finding[] {
  const limits = process.platform === "linux" ? readFileSync("/proc/self/limits", "utf8") : "";
  // Node raises the soft limit to the hard one when it starts.
  const hard = /^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1];
  return openFilesFindings(hard === undefined ? null : Number(hard));
}

/** Under this limit of open files, the hard one; null where there is none, or it is not known. Pure. */
export function openFilesFindings(limit: number | null): Finding[] {
  if (limit === null || limit >= LEAST_OPEN_FILES) return [];
  const message = `a process may open ${limit} files and connections; further ones are refused with a sentence`;
  const fix = `Raise it to ${LEAST_OPEN_FILES} or more: LimitNOFILE= of systemd, --ulimit nofile= of Docker, or ulimit -Hn.`;
  return [{ state: "warning", subject: "open files", message, fix }];
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
