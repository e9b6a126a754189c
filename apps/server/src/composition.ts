import { join } from "node:path";
import { connect } from "@kinora/db/connect.ts";
import { openLocalStorage } from "@kinora/storage/local.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import type { Services } from "./context.ts";
import type { Config, Role } from "./platform/config.ts";
import type { ClickHouse } from "./platform/database/clickhouse.ts";
import { createDns } from "./platform/dns.ts";
import { createEmit } from "./platform/events/events.ts";
import { listenForNotifications } from "./platform/events/notifications.ts";
import { createCountries } from "./platform/http/countries.ts";
import { createInstallation } from "./platform/installation/installation.ts";
import { openJobs } from "./platform/jobs/jobs.ts";
import { LogCollector } from "./platform/log-collector.ts";
import { LogLines } from "./platform/log-lines.ts";
import { createLog } from "./platform/log.ts";
import { createMail } from "./platform/mail/mail.ts";
import { readDiskSpace } from "./platform/process/disk-space.ts";
import { createMetrics } from "./platform/process/metrics.ts";
import { readSecrets } from "./platform/secrets/secrets.ts";

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
  const collector = config.logUrl && new LogCollector(config.logUrl, role);
  const log = createLog(config.logLevel, role, lines, ...(collector ? [collector] : []));
  const storage = await openStorage(config);
  const clickhouse = await openReports(config);
  const notifications = await listenForNotifications(databaseUrl, log);
  const { listeners, sinks, tasks } = await roomsOf(role);
  const jobs = await openJobs(databaseUrl, tasks, log, { maintain: role === "worker" });
  const mail = createMail(config, db, log);
  const installation = createInstallation(db, notifications);
  return {
    config,
    secrets,
    db,
    clickhouse,
    storage,
    jobs,
    emit: createEmit(jobs, listeners, sinks),
    notifications,
    installation,
    mail,
    metrics: createMetrics(role),
    countries: createCountries({ file: config.geoDatabase, storage, installation, notifications, log }),
    dns: createDns(),
    log,
    diskSpace: readDiskSpace,
    clock: { now: () => new Date() },
    async close() {
      await jobs.close();
      await notifications.close();
      await Promise.all([lines.close(), collector?.close()]);
      await Promise.all([db.destroy(), clickhouse?.close()]);
    },
  };
}

/** Loading the rooms is most of a start: the console emits no events and sends no jobs. */
const roomsOf = async (role: Role) =>
  role === "console" ? { listeners: [], sinks: [], tasks: [] } : await import("./rooms.ts");

/** The client is loaded where a ClickHouse is used. */
async function openReports({ clickhouseUrl }: Config): Promise<ClickHouse | null> {
  if (!clickhouseUrl) return null;
  const { openClickHouse } = await import("./platform/database/clickhouse.ts");
  return openClickHouse(clickhouseUrl);
}

/** The S3 client is half a megabyte of code: only processes that use it load it. */
async function openStorage({ s3, dataDir }: Config): Promise<Storage> {
  if (!s3) return openLocalStorage(join(dataDir, "media"));
  const { openS3Storage } = await import("@kinora/storage/s3.ts");
  return openS3Storage(s3);
}
