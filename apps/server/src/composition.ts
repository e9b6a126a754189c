import { join } from "node:path";
import { connect } from "@kinora/db/connect.ts";
import { openLocalStorage } from "@kinora/storage/local.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import type { Services } from "./context.ts";
import type { Config, Role } from "./platform/config.ts";
import { createEmit } from "./platform/events.ts";
import { openJobs } from "./platform/jobs.ts";
import { createLog } from "./platform/log.ts";
import { createMail } from "./platform/mail.ts";
import { createMetrics } from "./platform/metrics.ts";
import { listenForNotifications } from "./platform/notifications.ts";
import { readSecrets } from "./platform/secrets.ts";
import { listeners, tasks } from "./rooms.ts";

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
  const storage = await openStorage(config);
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

/** The client of S3 is half a megabyte of code: only a process that uses it loads it. */
async function openStorage({ s3, dataDir }: Config): Promise<Storage> {
  if (!s3) return openLocalStorage(join(dataDir, "media"));
  const { openS3Storage } = await import("@kinora/storage/s3.ts");
  return openS3Storage(s3);
}
