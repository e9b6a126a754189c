import { join } from "node:path";
import { connect } from "@kinora/db/connect.ts";
import { openLocalStorage } from "@kinora/storage/local.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import type { Services } from "./context.ts";
import type { Config, Role } from "./platform/config.ts";
import { createEmit } from "./platform/events/events.ts";
import { listenForNotifications } from "./platform/events/notifications.ts";
import { createCountries } from "./platform/http/countries.ts";
import { openJobs } from "./platform/jobs/jobs.ts";
import { LogLines } from "./platform/log-lines.ts";
import { createLog } from "./platform/log.ts";
import { createMail } from "./platform/mail/mail.ts";
import { createMetrics } from "./platform/process/metrics.ts";
import { readSecrets } from "./platform/secrets/secrets.ts";
import { listeners, sinks, tasks } from "./rooms.ts";

/**
 * Opens every service a role needs.
 * @throws the error of the first service that cannot be reached; services opened before it are closed.
 */
export async function createServices(config: Config, role: Role): Promise<Services> {
  if (!config.databaseUrl)
    throw new Error("DATABASE_URL is not set. The supervisor sets it for the embedded database.");
  const databaseUrl = config.databaseUrl;
  const secrets = readSecrets(config.dataDir);
  const db = connect(databaseUrl, { applicationName: `kinora-${role}` });
  const lines = new LogLines(db, role);
  const log = createLog(config.logLevel, role, lines);
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
    emit: createEmit(jobs, listeners, sinks),
    notifications,
    mail,
    metrics: createMetrics(role),
    countries: createCountries(config.geoDatabase),
    log,
    clock: { now: () => new Date() },
    async close() {
      await jobs.close();
      await notifications.close();
      await lines.close();
      await db.destroy();
    },
  };
}

/** The S3 client is half a megabyte of code: only processes that use it load it. */
async function openStorage({ s3, dataDir }: Config): Promise<Storage> {
  if (!s3) return openLocalStorage(join(dataDir, "media"));
  const { openS3Storage } = await import("@kinora/storage/s3.ts");
  return openS3Storage(s3);
}
