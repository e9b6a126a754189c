import { accessSync, constants, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config, Role } from "../platform/config.ts";
import { awaitsDatabase, databaseWord } from "../platform/database-word.ts";
import { familyVariable } from "./leftovers.ts";
import { freePort } from "./ports.ts";
import { isInPath } from "./programs.ts";
import type { Launch, RolePlan } from "./role-process.ts";

const source = resolve(import.meta.dirname, "..");

/** The folder that holds package.json of the whole project. */
export const projectFolder = resolve(source, "../../..");

/** The roles to run on this machine: those the settings name, without the ones this version does not have. */
export function rolesToRun(config: Config): Role[] {
  return config.roles.filter((role) => existsSync(resolve(source, `roles/${role}.ts`)));
}

/** How to launch each role of this machine; each loads its code at once and opens its services when the database is there. */
export function rolePlans(config: Config, databaseUrl: Promise<string>): RolePlan[] {
  return rolesToRun(config).map((role) => ({ name: role, launch: () => launchRole(role, config, databaseUrl) }));
}

async function launchRole(role: Role, config: Config, databaseUrl: Promise<string>): Promise<Launch> {
  const publicPort = publicPortOf(role, config);
  const healthPort = publicPort ?? (await freePort());
  const call = dyingWithParent(process.execPath, [resolve(source, "main.ts")]);
  return {
    ...call,
    cwd: projectFolder,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiledFolder(config.dataDir),
      ROLES: role,
      [awaitsDatabase]: "1",
      KINORA_DATA_DIR: config.dataDir,
      KINORA_HEALTH_PORT: publicPort === null ? String(healthPort) : "0",
      [familyVariable]: config.dataDir,
    },
    readyUrl: `http://127.0.0.1:${healthPort}/readyz`,
    word: databaseUrl.then(databaseWord),
  };
}

/** Where compiled code is kept between starts: a role is ready in half the processor time. */
function compiledFolder(dataDir: string): string {
  const wanted = process.env["NODE_COMPILE_CACHE"] ?? join(projectFolder, ".cache/kinora/compiled");
  try {
    accessSync(existsSync(wanted) ? wanted : projectFolder, constants.W_OK);
    return wanted;
  } catch {
    // The program belongs to another account.
    return join(dataDir, "run/compiled");
  }
}

/** The port on which a role serves people; null for the roles that only have a health port. */
function publicPortOf(role: Role, { ports }: Config): number | null {
  return role === "live" || role === "worker" ? null : ports[role];
}

// The kernel tells the role when the supervisor dies, whatever killed it. Where setpriv is missing, the closed channel does.
function dyingWithParent(command: string, args: string[]) {
  if (process.platform !== "linux" || !isInPath("setpriv")) return { command, args };
  return { command: "setpriv", args: ["--pdeathsig", "TERM", "--", command, ...args] };
}
