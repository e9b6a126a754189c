import { join } from "node:path";
import { connect, type Database } from "@kinora/db/connect.ts";
import { openLocalStorage } from "@kinora/storage/local.ts";
import { openS3Storage } from "@kinora/storage/s3.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import type { Caller } from "./platform/caller.ts";
import type { Config, Role } from "./platform/config.ts";
import { createEmit, type Emit } from "./platform/events.ts";
import { openJobs, type Jobs } from "./platform/jobs.ts";
import { createLog, type Logger } from "./platform/log.ts";
import { createMail, type Mail } from "./platform/mail.ts";
import { createMetrics, type Metrics } from "./platform/metrics.ts";
import { listenForNotifications, type Notifications } from "./platform/notifications.ts";
import { readSecrets, type Secrets } from "./platform/secrets.ts";
import { listeners, tasks } from "./rooms.ts";

/** Everything outside that the product works with, made once per process and passed first to every function. */
export interface Services {
  config: Config;
  secrets: Secrets;
  db: Database;
  storage: Storage;
  jobs: Jobs;
  emit: Emit;
  notifications: Notifications;
  mail: Mail;
  metrics: Metrics;
  log: Logger;
  clock: { now(): Date };
  close(): Promise<void>;
}

/** What a request works with: the services and who asks. */
export interface Context extends Services {
  caller: Caller;
}

/**
 * Opens every service a role needs.
 * @throws whatever the first service that cannot be reached throws; what was opened before is closed.
 */
export async function createServices(config: Config, role: Role): Promise<Services> {
  if (!config.databaseUrl)
    throw new Error("DATABASE_URL is not set; the supervisor sets it for the embedded database.");
  const databaseUrl = config.databaseUrl;
  const log = createLog(config.logLevel, role);
  const secrets = readSecrets(config.dataDir);
  const db = connect(databaseUrl, { applicationName: `kinora-${role}` });
  const storage = config.s3 ? await openS3Storage(config.s3) : await openLocalStorage(join(config.dataDir, "media"));
  const notifications = await listenForNotifications(databaseUrl, log);
  const jobs = await openJobs(databaseUrl, tasks, log, { maintain: role === "worker" });
  const mail = createMail(config, db, log);
  return {
    config,
    secrets,
    db,
    storage,
    jobs,
    emit: createEmit(jobs, listeners),
    notifications,
    mail,
    metrics: createMetrics(role),
    log,
    clock: { now: () => new Date() },
    async close() {
      await jobs.close();
      await notifications.close();
      await db.destroy();
    },
  };
}
