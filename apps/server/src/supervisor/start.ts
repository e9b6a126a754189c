import { existsSync, statSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { findPostmaster, stopPostmaster } from "@kinora/db/embedded/postmaster.ts";
import type { Config, Role } from "../platform/config.ts";
import {
  ForeignMediaFolder,
  moveUnfinishedUploads,
  requireInstallationsFolder,
} from "../platform/installation/media-folder.ts";
import { become, type SystemAccount } from "../platform/process/system-account.ts";
import { closeDataFolder, prepareDataFolder } from "./data-folder.ts";
import { openDatabase, type OpenDatabase } from "./database.ts";
import { lockFolder } from "./folder-lock.ts";
import { endLeftovers } from "./leftovers.ts";
import { serveMetrics } from "./metrics-server.ts";
import { belongsTo, chownFolder, takeOwnership } from "./owned-folder.ts";
import { requireFreePorts, type WantedPort } from "./ports.ts";
import { findPrivileges } from "./privileges.ts";
import { rolePlans, rolesToRun } from "./role-plans.ts";
import type { RoleEvent, RolePlan } from "./role-process.ts";
import { StartRefusal } from "./start-refusal.ts";
import { superviseRoles, type RunningRoles, type SuperviseOptions } from "./supervisor.ts";
import { TLS_PROCESS, TlsListeners, tlsPorts } from "./tls-ports.ts";

const readyPatienceMs = 90_000;
const rolesPatienceMs = 6_000;

export interface StartOptions {
  warn: (line: string) => void;
  onRole?: (role: string, event: RoleEvent) => void;
  /** The processes to run; by default the product's roles. */
  plans?: (databaseUrl: Promise<string>) => RolePlan[];
  /** When started as root, drops root permanently, in this process too; if that is impossible it warns and continues. */
  dropRoot?: boolean;
  /** Aborts a start in progress. */
  cancelled: AbortSignal;
}

/** A Kinora running on one machine. */
export interface RunningKinora {
  roles: Role[];
  /** The database's URL, passed to the roles. */
  databaseUrl: string;
  /** Stops the roles, then the database, then releases the data folder; within 10 s. */
  stop(): Promise<void>;
  /** Replaces every role by a new process. */
  renewRoles(): void;
  /** Kills the roles that a running `stop` still waits for. */
  hurry(): void;
  pids(): Record<string, number>;
}

/**
 * Starts everything that is configured and resolves when all of it is ready.
 * @throws StartRefusal with a message and an exit code; everything already started is stopped again.
 */
export async function startKinora(
  config: Config,
  { warn, onRole, plans, dropRoot = false, cancelled }: StartOptions,
): Promise<RunningKinora> {
  const account = dropRoot ? await unprivilegedAccount(config, warn) : null;
  // Before anything is read or written there: root must not follow links the account may have created.
  if (account && belongsTo(config.dataDir, account)) become(account, config.dataDir);
  const diskWarning = prepareDataFolder(config.dataDir);
  if (diskWarning) warn(diskWarning);
  const unlock = lockFolder(config.dataDir, "another Kinora");
  let database: OpenDatabase | null = null;
  let running: RunningRoles | null = null;
  let metrics: Server | null = null;
  const listeners = new TlsListeners();
  const stop = async () => {
    metrics?.close();
    listeners.close();
    await running?.stop(rolesPatienceMs);
    await database?.stop();
    unlock();
  };
  try {
    const leftovers = await endLeftovers(config.dataDir);
    if (leftovers > 0)
      warn(`Stopped ${leftovers} process${leftovers === 1 ? "" : "es"} left over from an earlier run.`);
    requireReachableLive(config);
    await requireFreePorts(wantedPorts(config));
    await listeners.open(config);
    if (process.getuid?.() === 0) {
      takeOwnership(config.dataDir);
      if (account) {
        await changeOwner(config.dataDir, account);
        become(account, config.dataDir);
      }
    }
    closeDataFolder(config.dataDir);
    cancelled.throwIfAborted();
    // The roles load their code while the database starts.
    const opened = Promise.withResolvers<string>();
    const toRun = plans?.(opened.promise) ?? rolePlans(config, opened.promise);
    running = superviseWithTls(
      { dataDir: config.dataDir, plans: toRun, warn, ...(onRole ? { onRole } : {}) },
      listeners,
    );
    database = await openDatabase(config, warn);
    moveUnfinishedUploads(config);
    await requireMediaFolder(config, database.url);
    cancelled.throwIfAborted();
    opened.resolve(database.url);
    metrics = await serveAllMetrics(config, running, warn);
    await orCancelled(running.untilReady(readyPatienceMs), cancelled);
  } catch (problem) {
    await stop();
    throw problem;
  }
  const { url } = database;
  const { kill, renew, pids } = running;
  return { roles: rolesToRun(config), databaseUrl: url, stop, renewRoles: renew, hurry: kill, pids };
}

/** Serves the metrics of this machine and of all roles. */
function serveAllMetrics(
  { dataDir, metrics, ports }: Config,
  { fetchMetrics }: RunningRoles,
  warn: (line: string) => void,
): Promise<Server> {
  return serveMetrics({ ...metrics, port: ports.metrics }, async () => {
    // Loaded when somebody asks: most supervisors are never asked.
    const { machineMetrics } = await import("./machine-figures.ts");
    return [await machineMetrics(dataDir, warn).getMetricsAsJSON(), ...(await fetchMetrics())];
  });
}

/** The processes, and connections to the ports of TLS for the one that serves them. */
function superviseWithTls(options: Omit<SuperviseOptions, "onMessage">, listeners: TlsListeners): RunningRoles {
  const running = superviseRoles({
    ...options,
    onRole(role, event) {
      if (role === TLS_PROCESS && event.kind === "started") listeners.serve(running);
      options.onRole?.(role, event);
    },
    onMessage: (message) => listeners.hear(message),
  });
  return running;
}

/** @throws StartRefusal for a live role that only this machine could reach, while its edges are on others. */
function requireReachableLive({ databaseIsEmbedded, roles, liveHost }: Config): void {
  if (databaseIsEmbedded || liveHost.internal || !roles.includes("live") || roles.includes("edge")) return;
  throw new StartRefusal(
    "setting",
    "The live role runs without an edge on this machine: set KINORA_LIVE_INTERNAL_URL to an address at which the machines with edges reach it, such as http://10.0.0.7:4107.",
  );
}

/** @throws StartRefusal when the database belongs to an installation with another media folder. */
async function requireMediaFolder(config: Config, databaseUrl: string): Promise<void> {
  try {
    await requireInstallationsFolder(config, databaseUrl);
  } catch (problem) {
    if (problem instanceof ForeignMediaFolder) throw new StartRefusal("dataFolder", problem.message);
    throw problem;
  }
}

/** The account to run as instead of root; null if there is none, with a warning if there should be one. */
async function unprivilegedAccount(config: Config, warn: (line: string) => void): Promise<SystemAccount | null> {
  const { account, staysRootBecause } = await findPrivileges(config, wantedPorts(config));
  if (staysRootBecause !== null) warn(`Kinora keeps running as root, which is not recommended: ${staysRootBecause}.`);
  return account;
}

/** Changes the owner of a folder written by root, or by root and another account, to one account. */
async function changeOwner(dataDir: string, account: SystemAccount): Promise<void> {
  const cluster = join(dataDir, "postgres");
  const left = findPostmaster(cluster);
  // A database running under another account would lose access to its files.
  if (left && statSync(cluster).uid !== account.uid) await stopPostmaster(left.identity);
  chownFolder(dataDir, account);
}

/** The ports of this machine's roles; the embedded database's only when it is not running yet. */
export function wantedPorts(config: Config): WantedPort[] {
  const { ports } = config;
  const roles = rolesToRun(config);
  const wanted: WantedPort[] = roles
    .filter((role) => role !== "live" && role !== "worker")
    .map((role) => ({ port: ports[role], purpose: `the ${role} role`, setting: "KINORA_PORT" }));
  wanted.push(...tlsPorts(config));
  if (roles.includes("live"))
    wanted.push({ port: ports.rtmp, purpose: "live streams (RTMP)", setting: "KINORA_RTMP_PORT" });
  const { internal } = config.liveHost;
  if (roles.includes("live") && internal)
    wanted.push({ port: internal.port, purpose: "live media for other machines", setting: "KINORA_LIVE_INTERNAL_URL" });
  const { listens } = config.rtmps ?? { listens: null };
  if (roles.includes("live") && listens)
    wanted.push({ port: listens.port, purpose: "live streams (RTMPS)", setting: "KINORA_RTMPS_PORT" });
  if (roles.includes("live") && config.srt) {
    const { port } = config.srt;
    wanted.push({ port, transport: "udp", purpose: "live streams (SRT)", setting: "KINORA_SRT_PORT" });
  }
  if (roles.includes("live") && config.whip) {
    const { port } = config.whip;
    wanted.push({ port, transport: "udp", purpose: "live streams (WHIP)", setting: "KINORA_WHIP_PORT" });
  }
  if (roles.includes("login") && !config.smtpUrl)
    wanted.push({ port: ports.mailInbox, purpose: "the development mail inbox", setting: "KINORA_PORT" });
  wanted.push({ port: ports.metrics, purpose: "the metrics", setting: "KINORA_PORT" });
  const cluster = join(config.dataDir, "postgres");
  const postgresRuns = existsSync(cluster) && findPostmaster(cluster)?.port === ports.postgres;
  if (!config.databaseUrl && !postgresRuns)
    wanted.push({ port: ports.postgres, purpose: "the embedded PostgreSQL", setting: "KINORA_PORT" });
  return wanted;
}

async function orCancelled(work: Promise<void>, cancelled: AbortSignal): Promise<void> {
  const cancellation = new Promise<never>((_, fail) => {
    if (cancelled.aborted) fail(cancelled.reason as Error);
    cancelled.addEventListener("abort", () => fail(cancelled.reason as Error), { once: true });
  });
  await Promise.race([work, cancellation]);
}
