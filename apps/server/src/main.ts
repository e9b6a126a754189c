import closeWithGrace from "close-with-grace";
import { createServices } from "./composition.ts";
import type { Services } from "./context.ts";
import { readConfig, type Role } from "./platform/config.ts";
import { awaitsDatabase, receiveDatabaseUrl } from "./platform/database/database-message.ts";
import { answerForMetrics } from "./platform/process/metrics.ts";
import type { RunningRole } from "./platform/process/running-role.ts";
import { becomeFolderOwner } from "./platform/process/system-account.ts";

type StartRole = (services: Services) => Promise<RunningRole>;

// Only the code of one role is loaded: a console process does not load the queue or the media tools.
const STARTERS: Partial<Record<Role, () => Promise<{ start: StartRole }>>> = {
  console: () => import("./processes/console.ts"),
  login: () => import("./processes/login.ts"),
  api: () => import("./processes/api.ts"),
  edge: () => import("./processes/edge.ts"),
  worker: () => import("./processes/worker.ts"),
  live: () => import("./processes/live.ts"),
};

// Files written by a role are readable by its own account only.
process.umask(0o077);
const settings = readConfig();
const role = settings.roles[0];
if (settings.roles.length !== 1 || !role)
  throw new Error("ROLES must name exactly one role for this process. The supervisor starts one process per role.");
becomeFolderOwner(settings.dataDir);
const starter = STARTERS[role];
if (!starter) throw new Error(`This version has no role ${role}.`);

const { start } = await starter();
const config = process.env[awaitsDatabase] ? { ...settings, databaseUrl: await receiveDatabaseUrl() } : settings;
const services = await createServices(config, role);
const running = await start(services);
answerForMetrics(services.metrics, services.log);
services.log.info("ready");

const closing = closeWithGrace({ delay: 9_000, logger: false }, async ({ err, signal }) => {
  if (err) services.log.fatal({ err }, "stopping after an unhandled error");
  else services.log.info({ signal }, "stopping");
  await running.close();
  await services.close();
});

// The channel closes when the supervisor exits; this process then exits too.
if (process.send) process.on("disconnect", () => closing.close());
