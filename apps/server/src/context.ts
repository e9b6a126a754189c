import type { Database } from "@kinora/db/connect.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import type { Caller } from "./platform/access/caller.ts";
import type { Config } from "./platform/config.ts";
import type { Dns } from "./platform/dns.ts";
import type { Emit } from "./platform/events/events.ts";
import type { Notifications } from "./platform/events/notifications.ts";
import type { Countries } from "./platform/http/countries.ts";
import type { Installation } from "./platform/installation/installation.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Logger } from "./platform/log.ts";
import type { Mail } from "./platform/mail/mail.ts";
import type { ReadDiskSpace } from "./platform/process/disk-space.ts";
import type { Metrics } from "./platform/process/metrics.ts";
import type { Secrets } from "./platform/secrets/secrets.ts";
import type { SpeechEngine } from "./platform/speech/engine.ts";
import type { Tracing } from "./platform/tracing/tracing.ts";

/** The outside services, created once per process and passed as the first argument to every function. */
export interface Services {
  config: Config;
  secrets: Secrets;
  db: Database;
  storage: Storage;
  jobs: Jobs;
  emit: Emit;
  notifications: Notifications;
  installation: Installation;
  mail: Mail;
  metrics: Metrics;
  tracing: Tracing;
  countries: Countries;
  dns: Dns;
  /** Null where the operator chose none: captions by machine are off. */
  speech: SpeechEngine | null;
  log: Logger;
  /** Of this machine. */
  diskSpace: ReadDiskSpace;
  clock: { now(): Date };
  close(): Promise<void>;
}

/** The services and the caller of a request. */
export interface Context extends Services {
  caller: Caller;
}
