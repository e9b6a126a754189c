import closeWithGrace from "close-with-grace";
import { createServices } from "./composition.ts";
import type { Services } from "./context.ts";
import { readConfig, type Role } from "./platform/config.ts";
import { awaitsDatabase, toldDatabase } from "./platform/database-word.ts";
import { answerForMetrics } from "./platform/metrics.ts";
import type { RunningRole } from "./platform/running-role.ts";
import { becomeFolderOwner } from "./platform/system-account.ts";

type StartRole = (services: Services) => Promise<RunningRole>;

// One role's code is loaded at a time: a console process never pays for the queue's or the media tools' memory.
const STARTERS: Partial<Record<Role, () => Promise<{ start: StartRole }>>> = {
  console: () => import("./roles/console.ts"),
  login: () => import("./roles/login.ts"),
  api: () => import("./roles/api.ts"),
  edge: () => import("./roles/edge.ts"),
  worker: () => import("./roles/worker.ts"),
  live: () => import("./roles/live.ts"),
};

// What a role writes is for its own account alone.
process.umask(0o077);
const settings = readConfig();
const role = settings.roles[0];
if (settings.roles.length !== 1 || !role)
  throw new Error("ROLES must name one role for this process; the supervisor starts one each.");
becomeFolderOwner(settings.dataDir);
const starter = STARTERS[role];
if (!starter) throw new Error(`The role ${role} is not part of this version.`);

const { start } = await starter();
const config = process.env[awaitsDatabase] ? { ...settings, databaseUrl: await toldDatabase() } : settings;
const services = await createServices(config, role);
const running = await start(services);
answerForMetrics(services.metrics, services.log);
services.log.info("ready");

const closing = closeWithGrace({ delay: 9_000, logger: false }, async ({ err, signal }) => {
  if (err) services.log.fatal({ err }, "stopping after an error nobody handled");
  else services.log.info({ signal }, "stopping");
  await running.close();
  await services.close();
});

// The supervisor holds the other end: when it dies, so does this process.
if (process.send) process.on("disconnect", () => closing.close());
