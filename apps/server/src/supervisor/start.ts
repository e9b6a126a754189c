import { existsSync, statSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { findPostmaster, stopPostmaster } from "@kinora/db/embedded/postmaster.ts";
import type { Config, Role } from "../platform/config.ts";
import { become, type SystemAccount } from "../platform/system-account.ts";
import { closeDataFolder, prepareDataFolder } from "./data-folder.ts";
import { openDatabase, type OpenDatabase } from "./database.ts";
import { lockFolder } from "./folder-lock.ts";
import { endLeftovers } from "./leftovers.ts";
import { serveMetrics } from "./metrics-server.ts";
import { belongsTo, giveFolder, takeFolder } from "./owned-folder.ts";
import { requireFreePorts, type WantedPort } from "./ports.ts";
import { findPrivileges } from "./privileges.ts";
import { rolePlans, rolesToRun } from "./role-plans.ts";
import type { RoleEvent, RolePlan } from "./role-process.ts";
import { superviseRoles, type RunningRoles } from "./supervisor.ts";

const readyPatienceMs = 90_000;
const rolesPatienceMs = 6_000;

export interface StartOptions {
  warn: (line: string) => void;
  onRole?: (role: string, event: RoleEvent) => void;
  /** The processes to run; the product's own roles unless a test says otherwise. */
  plans?: (databaseUrl: Promise<string>) => RolePlan[];
  /** Started as root, leaves root for good, this process included; where that is impossible it warns and goes on. */
  leaveRoot?: boolean;
  /** When it fires, a start that is under way gives up. */
  cancelled: AbortSignal;
}

/** A whole Kinora on one machine. */
export interface RunningKinora {
  roles: Role[];
  /** The database's address, passed to the roles. */
  databaseUrl: string;
  /** Ends the roles, then the database, then gives the data folder back; within 10 s. */
  stop(): Promise<void>;
  /** Replaces every role by a new process. */
  renewRoles(): void;
  /** Kills the roles that a running `stop` still waits for. */
  hurry(): void;
  pids(): Record<string, number>;
}

/**
 * Starts everything the settings name and answers when all of it is ready.
 * @throws StartRefusal with a sentence and an exit code; what had been started is stopped again.
 */
export async function startKinora(
  config: Config,
  { warn, onRole, plans, leaveRoot = false, cancelled }: StartOptions,
): Promise<RunningKinora> {
  const account = leaveRoot ? await accountBesideRoot(config, warn) : null;
  // Before anything is read or written there: what the account may change must not lead root astray.
  if (account && belongsTo(config.dataDir, account)) become(account, config.dataDir);
  const diskWarning = prepareDataFolder(config.dataDir);
  if (diskWarning) warn(diskWarning);
  const unlock = lockFolder(config.dataDir, "another Kinora");
  let database: OpenDatabase | null = null;
  let running: RunningRoles | null = null;
  let metrics: Server | null = null;
  const stop = async () => {
    metrics?.close();
    await running?.stop(rolesPatienceMs);
    await database?.stop();
    unlock();
  };
  try {
    const leftovers = await endLeftovers(config.dataDir);
    if (leftovers > 0)
      warn(
        `${leftovers} process${leftovers === 1 ? "" : "es"} of an earlier run that did not end cleanly ${leftovers === 1 ? "was" : "were"} ended.`,
      );
    await requireFreePorts(wantedPorts(config));
    if (process.getuid?.() === 0) {
      takeFolder(config.dataDir);
      if (account) {
        await handOver(config.dataDir, account);
        become(account, config.dataDir);
      }
    }
    closeDataFolder(config.dataDir);
    cancelled.throwIfAborted();
    // The roles load their code while the database starts.
    const opened = Promise.withResolvers<string>();
    const toRun = plans?.(opened.promise) ?? rolePlans(config, opened.promise);
    running = superviseRoles({ dataDir: config.dataDir, plans: toRun, warn, ...(onRole ? { onRole } : {}) });
    database = await openDatabase(config, warn);
    cancelled.throwIfAborted();
    opened.resolve(database.url);
    metrics = await serveMetrics({ ...config.metrics, port: config.ports.metrics }, running.askMetrics);
    await orCancelled(running.untilReady(readyPatienceMs), cancelled);
  } catch (problem) {
    await stop();
    throw problem;
  }
  const { url } = database;
  const { kill, renew, pids } = running;
  return { roles: rolesToRun(config), databaseUrl: url, stop, renewRoles: renew, hurry: kill, pids };
}

/** The account to run as instead of root; null where there is none, with a warning where there should be. */
async function accountBesideRoot(config: Config, warn: (line: string) => void): Promise<SystemAccount | null> {
  const { account, staysRootBecause } = await findPrivileges(config, wantedPorts(config));
  if (staysRootBecause !== null) warn(`Kinora goes on as root, which it should not: ${staysRootBecause}.`);
  return account;
}

/** Gives a folder in which root, or root and another account, worked until now to one account. */
async function handOver(dataDir: string, account: SystemAccount): Promise<void> {
  const cluster = join(dataDir, "postgres");
  const left = findPostmaster(cluster);
  // One that runs as somebody else would lose its files.
  if (left && statSync(cluster).uid !== account.uid) await stopPostmaster(left.identity);
  giveFolder(dataDir, account);
}

/** The ports this machine's share of the roles needs; the embedded database's only when it does not run yet. */
export function wantedPorts(config: Config): WantedPort[] {
  const { ports } = config;
  const roles = rolesToRun(config);
  const wanted: WantedPort[] = roles
    .filter((role) => role !== "live" && role !== "worker")
    .map((role) => ({ port: ports[role], purpose: `the ${role} role`, setting: "KINORA_PORT" }));
  if (roles.includes("live"))
    wanted.push({ port: ports.rtmp, purpose: "live streams (RTMP)", setting: "KINORA_RTMP_PORT" });
  const { listens } = config.rtmps ?? { listens: null };
  if (roles.includes("live") && listens)
    wanted.push({ port: listens.port, purpose: "live streams (RTMPS)", setting: "KINORA_RTMPS_PORT" });
  if (roles.includes("live") && config.srt) {
    const { port } = config.srt;
    wanted.push({ port, transport: "udp", purpose: "live streams (SRT)", setting: "KINORA_SRT_PORT" });
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
