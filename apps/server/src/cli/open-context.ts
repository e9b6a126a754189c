import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findPostmaster } from "@kinora/db/embedded/postmaster.ts";
import { freePort } from "@kinora/db/free-port.ts";
import type { Services } from "../context.ts";
import type { Config } from "../platform/config.ts";
import { closeDataFolder, prepareDataFolder } from "../supervisor/data-folder.ts";
import { runningDatabaseUrl, startEmbeddedDatabase } from "../supervisor/database.ts";
import { lockFolder, lockHolder } from "../supervisor/folder-lock.ts";
import { isPortFree } from "../supervisor/ports.ts";
import type { CommandContext } from "./command.ts";
import { requireSchema } from "./schema.ts";

const startingPatienceMs = 60_000;

/** A command's context and the resources to close after it. */
export interface OpenContext extends CommandContext {
  close(): Promise<void>;
}

/** Creates a command's context. The database and the services are opened on first use. */
export function openContext(config: Config, commandName: string, print: (line: string) => void): OpenContext {
  const closers: (() => Promise<void>)[] = [];
  let databaseUrl: Promise<string> | undefined;
  let services: Promise<Services> | undefined;
  const openUrl = () => (databaseUrl ??= openDatabaseFor(config, commandName, closers));
  return {
    config,
    print,
    databaseUrl: openUrl,
    services: () => (services ??= openServices(config, openUrl, closers)),
    async close() {
      for (const close of closers.reverse()) await close();
    },
  };
}

async function openServices(
  config: Config,
  databaseUrl: () => Promise<string>,
  closers: (() => Promise<void>)[],
): Promise<Services> {
  const url = await databaseUrl();
  await requireSchema(url);
  const { createServices } = await import("../composition.ts");
  // Log lines would mix with the command's output.
  const services = await createServices({ ...config, databaseUrl: url, logLevel: "silent", traces: null }, "api");
  closers.push(() => services.close());
  return services;
}

async function openDatabaseFor(config: Config, commandName: string, closers: (() => Promise<void>)[]): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  if (lockHolder(config.dataDir)) return untilRunning(config);
  mkdirSync(config.dataDir, { recursive: true });
  prepareDataFolder(config.dataDir);
  closeDataFolder(config.dataDir);
  const unlock = lockFolder(config.dataDir, `"npm run kinora -- ${commandName}"`);
  closers.push(async () => unlock());
  const postgres = await temporaryPort(config);
  const database = await startEmbeddedDatabase({ ...config, ports: { ...config.ports, postgres } }, (line) =>
    console.error(line),
  );
  closers.push(() => database.stop());
  return database.url;
}

// A running Kinora holds the folder: its database is up or starting.
async function untilRunning(config: Config): Promise<string> {
  const until = performance.now() + startingPatienceMs;
  for (;;) {
    const url = runningDatabaseUrl(config);
    if (url) return url;
    if (performance.now() > until || !lockHolder(config.dataDir))
      throw new Error("The embedded database didn't start. See logs/postgres.log in the data folder.");
    await delay(100);
  }
}

// A database that survived a crash is adopted on its own port.
async function temporaryPort(config: Config): Promise<number> {
  const left = findPostmaster(join(config.dataDir, "postgres"));
  if (left) return left.port;
  return (await isPortFree(config.ports.postgres)) ? config.ports.postgres : freePort();
}
