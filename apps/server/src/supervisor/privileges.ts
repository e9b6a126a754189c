import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nobody, runsDatabases } from "@kinora/db/embedded/account.ts";
import { sandboxState } from "@kinora/media/tools/sandbox.ts";
import type { Config } from "../platform/config.ts";
import { ownerOf, type SystemAccount } from "../platform/process/system-account.ts";
import type { WantedPort } from "./ports.ts";
import { programOf } from "./programs.ts";

/** How a Kinora that was started as root drops its privileges. */
export interface Privileges {
  /** The account everything runs as; null to stay with the current one. */
  account: SystemAccount | null;
  /** Why root privileges cannot be dropped, as a sentence; null when they can or there are none. */
  staysRootBecause: string | null;
}

/** Output of the probe that runs as the account: paths it cannot use, and whether the sandbox works for it. */
interface ProbeAnswer {
  unreachable: string[];
  sandbox: boolean;
  reason: string | null;
}

/** That of the build needs no types stripped, which takes longer than all it does. */
const probe = programOf("account-probe.js", join(import.meta.dirname, "account-probe.ts"));

/**
 * Finds the account for a Kinora started as root: the owner of its database or data folder, else `nobody`.
 * Its requirements are tested as that account; if one is not met, root is kept and the reason returned.
 */
export async function findPrivileges(config: Config, ports: readonly WantedPort[]): Promise<Privileges> {
  if (process.getuid?.() !== 0) return { account: null, staysRootBecause: null };
  const account = ownerOf(join(config.dataDir, "postgres")) ?? ownerOf(config.dataDir) ?? nobody;
  const staysRootBecause = await obstacle(config, ports, account);
  return { account: staysRootBecause === null ? account : null, staysRootBecause };
}

async function obstacle(config: Config, ports: readonly WantedPort[], account: SystemAccount): Promise<string | null> {
  const low = ports
    .filter(({ opensBeforeRootIsDropped }) => !opensBeforeRootIsDropped)
    .map(({ port }) => port)
    .filter((port) => port < firstOpenPort());
  if (low.length > 0)
    return `only root may listen on port ${low.join(", ")} (choose higher ports, or lower net.ipv4.ip_unprivileged_port_start)`;
  if (config.databaseUrl === null && !runsDatabases(account))
    return `user ${account.uid} has no name on this machine, without which PostgreSQL does not run`;
  const { error, status, stdout } = spawnSync(process.execPath, [probe, ...neededPaths(config)], {
    uid: account.uid,
    gid: account.gid,
    cwd: "/",
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 30_000,
  });
  // The account cannot read Kinora's code or Node itself.
  if (error ?? status !== 0) return `user ${account.uid} cannot read the program (${import.meta.dirname})`;
  const { unreachable, sandbox, reason } = JSON.parse(stdout) as ProbeAnswer;
  if (unreachable.length > 0) return `user ${account.uid} cannot use ${unreachable.join(", ")}`;
  if (!sandbox && (await sandboxState()).available)
    return `the sandbox of the media tools works for root only (${reason ?? "it does not start"})`;
  return null;
}

/** Each path, prefixed with the access(2) it needs: `r` to read, `x` to traverse or execute, `w` to write. */
function neededPaths({ dataDir, rtmps, tls, ffmpegPath, caFile }: Config): string[] {
  const certificates = [rtmps?.listens, tls?.acme ? null : tls?.files].flatMap((pair) =>
    pair ? [pair.certificateFile, pair.keyFile] : [],
  );
  const files = [...new Set([...certificates, caFile, process.env["KINORA_SECRETS_FILE"]])];
  return [
    `x${existing(dirname(dataDir))}`,
    `w${tmpdir()}`,
    ...files.flatMap((file) => (file && existsSync(file) ? [`r${file}`] : [])),
    ...(ffmpegPath ? [`x${ffmpegPath}`] : []),
  ];
}

function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}

// ip-sysctl: ports from this number up need no privilege.
function firstOpenPort(): number {
  try {
    return Number(readFileSync("/proc/sys/net/ipv4/ip_unprivileged_port_start", "utf8"));
  } catch {
    return 1024;
  }
}
