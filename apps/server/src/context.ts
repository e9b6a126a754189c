import type { Database } from "@kinora/db/connect.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import type { Caller } from "./platform/caller.ts";
import type { Config } from "./platform/config.ts";
import type { Emit } from "./platform/events.ts";
import type { Jobs } from "./platform/jobs.ts";
import type { Logger } from "./platform/log.ts";
import type { Mail } from "./platform/mail.ts";
import type { Metrics } from "./platform/metrics.ts";
import type { Notifications } from "./platform/notifications.ts";
import type { Secrets } from "./platform/secrets.ts";

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
