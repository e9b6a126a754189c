import { accessSync, constants, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "@kinora/db/free-port.ts";
import type { Config, Role } from "../platform/config.ts";
import { awaitsDatabase, databaseMessage } from "../platform/database/database-message.ts";
import { reachedAt } from "../platform/settings/ports.ts";
import { internalSetting } from "../platform/settings/public-urls.ts";
import { httpsPorts } from "../tls/public-places.ts";
import { familyVariable } from "./leftovers.ts";
import { roleGroups, sharesProcesses, type RoleGroup } from "./processes.ts";
import { isInPath, programOf } from "./programs.ts";
import type { Launch, RolePlan } from "./role-process.ts";
import { TLS_PROCESS } from "./tls-ports.ts";

const source = resolve(import.meta.dirname, "..");
// Where memory is short: young objects get 2 MB in place of 16 (https://nodejs.org/api/cli.html, --max-semi-space-size). With 1 MB a
// start takes half as much processor time again, and as much memory; so it does with --optimize-for-size.
const SMALL = ["--max-semi-space-size=2"];

/** The folder of the repository's package.json. */
export const projectFolder = resolve(source, "../../..");

/** The configured roles that this version has. */
export function rolesToRun(config: Config): Role[] {
  return config.roles.filter((role) => existsSync(resolve(source, `processes/${role}.ts`)));
}

/** How to launch each process: it loads its code immediately and opens its services when the database is ready. */
export function rolePlans(config: Config, databaseUrl: Promise<string>): RolePlan[] {
  const isSmall = sharesProcesses(config);
  const nodeOptions = isSmall ? SMALL : [];
  const plans = roleGroups(rolesToRun(config), isSmall).map((group) => ({
    name: group.name,
    launch: () => launchProcess(group, config, databaseUrl, nodeOptions),
  }));
  return httpsPorts(config).length === 0
    ? plans
    : [...plans, { name: TLS_PROCESS, launch: () => launchTls(config, nodeOptions) }];
}

/** The process that speaks TLS: it knows neither the database nor the media. */
async function launchTls(config: Config, nodeOptions: readonly string[]): Promise<Launch> {
  const healthPort = await freePort();
  return {
    ...dyingWithParent(process.execPath, [...nodeOptions, resolve(source, "tls/main.ts")]),
    cwd: projectFolder,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiledFolder(config.dataDir),
      ROLES: config.roles.join(","),
      KINORA_DATA_DIR: config.dataDir,
      KINORA_HEALTH_PORT: String(healthPort),
      [familyVariable]: config.dataDir,
    },
    readyUrls: [`http://127.0.0.1:${healthPort}/readyz`],
  };
}

/** The roles of this machine that share a process. */
export function sharedRoles(config: Config): readonly Role[] {
  const shared = roleGroups(rolesToRun(config), sharesProcesses(config)).find(({ roles }) => roles.length > 1);
  return shared?.roles ?? [];
}

async function launchProcess(
  { roles }: RoleGroup,
  config: Config,
  databaseUrl: Promise<string>,
  nodeOptions: readonly string[],
): Promise<Launch> {
  const publicPorts = roles.map((role) => publicPortOf(role, config)).filter((port) => port !== null);
  // Roles without a public port run alone.
  const healthPort = publicPorts.length === 0 ? await freePort() : 0;
  const call = dyingWithParent(process.execPath, [...nodeOptions, roleProgram()]);
  return {
    ...call,
    cwd: projectFolder,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiledFolder(config.dataDir),
      ROLES: roles.join(","),
      [awaitsDatabase]: "1",
      KINORA_DATA_DIR: config.dataDir,
      KINORA_HEALTH_PORT: String(healthPort),
      [familyVariable]: config.dataDir,
      ...internalSettings(config),
    },
    readyUrls:
      healthPort === 0
        ? publicPorts.map((port) => `http://${reachedAt(config.listenHost)}:${port}/readyz`)
        : [`http://127.0.0.1:${healthPort}/readyz`],
    word: databaseUrl.then(databaseMessage),
  };
}

/** The program of a role: of the same build as the supervisor, or its source where the supervisor runs from its own. */
export const roleProgram = (supervisor?: string): string =>
  programOf("main.js", resolve(source, "main.ts"), supervisor);

/** A process knows its own roles only, not which others are on this machine. */
const internalSettings = ({ internalUrls }: Config) => ({
  [internalSetting("login")]: internalUrls.login,
  [internalSetting("api")]: internalUrls.api,
  [internalSetting("edge")]: internalUrls.edge,
});

/** Node's compile cache: a role starts in half the CPU time. */
function compiledFolder(dataDir: string): string {
  const wanted = process.env["NODE_COMPILE_CACHE"] ?? join(projectFolder, ".cache/kinora/compiled");
  try {
    accessSync(existsSync(wanted) ? wanted : projectFolder, constants.W_OK);
    return wanted;
  } catch {
    // The program's folder belongs to another account.
    return join(dataDir, "run/compiled");
  }
}

/** The public port of a role; null for roles that only have a health port. */
function publicPortOf(role: Role, { ports }: Config): number | null {
  return role === "live" || role === "worker" ? null : ports[role];
}

// The kernel signals the role when the supervisor dies (PR_SET_PDEATHSIG). Without setpriv, the closed channel ends it.
function dyingWithParent(command: string, args: string[]) {
  if (process.platform !== "linux" || !isInPath("setpriv")) return { command, args };
  return { command: "setpriv", args: ["--pdeathsig", "TERM", "--", command, ...args] };
}
