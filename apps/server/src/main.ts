import closeWithGrace from "close-with-grace";
import { createProcessServices } from "./composition.ts";
import type { Services } from "./context.ts";
import { readConfig, type Role } from "./platform/config.ts";
import { awaitsDatabase, receiveDatabaseUrl } from "./platform/database/database-message.ts";
import { answerForMetrics, createProcessMetrics, measureConnections } from "./platform/process/metrics.ts";
import type { RunningRole } from "./platform/process/running-role.ts";
import { startedMessage } from "./platform/process/started-message.ts";
import { becomeFolderOwner } from "./platform/process/system-account.ts";
import { trustAuthority } from "./platform/settings/authorities.ts";

type StartRole = (services: Services) => Promise<RunningRole>;

// Only the code of this process's roles is loaded: a console process does not load the queue or the media tools.
const STARTERS: Record<Role, () => Promise<{ start: StartRole }>> = {
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
const [first, ...others] = settings.roles;
if (!first) throw new Error("ROLES names no role for this process.");
const roles = [first, ...others] as const;
becomeFolderOwner(settings.dataDir);
trustAuthority(settings);

const starters = await Promise.all(roles.map(async (role) => ({ role, start: (await STARTERS[role]()).start })));
const config = process.env[awaitsDatabase] ? { ...settings, databaseUrl: await receiveDatabaseUrl() } : settings;
const services = await createProcessServices(config, roles);
const { db, log } = services.of(first);
const processMetrics = createProcessMetrics(roles.join("+"));
measureConnections(processMetrics, db, log);
const registries = [processMetrics];
const running: RunningRole[] = [];
for (const { role, start } of starters) {
  const own = services.of(role);
  running.push(await start(own));
  registries.push(own.metrics.registry);
  own.log.info("ready");
  if (role === "worker") for (const sentence of config.unused) own.log.warn(sentence);
}
answerForMetrics(registries, log);
process.send?.(startedMessage);

const closing = closeWithGrace({ delay: 9_000, logger: false }, async ({ err, signal }) => {
  if (err) log.fatal({ err }, "stopping after an unhandled error");
  else log.info({ signal }, "stopping");
  await Promise.all(running.map((role) => role.close()));
  await services.close();
});

// The channel closes when the supervisor exits; this process then exits too.
if (process.send) process.on("disconnect", () => closing.close());
