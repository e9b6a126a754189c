import { connect, type Database } from "@kinora/db/connect.ts";
import { openLocalStorage } from "@kinora/storage/local.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import type { Services } from "./context.ts";
import type { Config, Role } from "./platform/config.ts";
import { createDns } from "./platform/dns.ts";
import { createEmit, type EventSink, type Listener } from "./platform/events/events.ts";
import { listenForNotifications } from "./platform/events/notifications.ts";
import { createCountries } from "./platform/http/countries.ts";
import { createInstallation } from "./platform/installation/installation.ts";
import { mediaFolder } from "./platform/installation/media-folder.ts";
import { openJobs, type JobKind } from "./platform/jobs/jobs.ts";
import { lateJobs } from "./platform/jobs/late-jobs.ts";
import { LogCollector } from "./platform/log-collector.ts";
import { LogLines } from "./platform/log-lines.ts";
import { createLogOf, type Logger } from "./platform/log.ts";
import { createMail } from "./platform/mail/mail.ts";
import { readDiskSpace } from "./platform/process/disk-space.ts";
import { createMetrics } from "./platform/process/metrics.ts";
import { readSecrets } from "./platform/secrets/secrets.ts";
import { openSpeech } from "./platform/speech/open-speech.ts";
import { tracedMail } from "./platform/tracing/traced-mail.ts";
import { tracedStorage } from "./platform/tracing/traced-storage.ts";
import { NO_TRACES, type ProcessTracing } from "./platform/tracing/tracing.ts";

/** The services of one process. */
export interface ProcessServices {
  /** The services as one role uses them: its log and its metrics are its own, the rest is shared. */
  of(role: Role): Services;
  close(): Promise<void>;
}

/**
 * Opens every service a role needs.
 * @throws the error of the first service that cannot be reached; services opened before it are closed.
 */
export async function createServices(config: Config, role: Role): Promise<Services> {
  return (await createProcessServices(config, [role])).of(role);
}

/**
 * Opens every service that the roles of a process need: one pool, one queue and one listener for all of them.
 * @throws the error of the first service that cannot be reached; services opened before it are closed.
 */
export async function createProcessServices(
  config: Config,
  roles: readonly [Role, ...Role[]],
): Promise<ProcessServices> {
  if (!config.databaseUrl)
    throw new Error("DATABASE_URL is not set. The supervisor sets it for the embedded database.");
  const databaseUrl = config.databaseUrl;
  const secrets = readSecrets(config.dataDir);
  const traces = await openTraces(config, () => log);
  const tracing = traces.of(roles.join("+"));
  const db = connect(databaseUrl, { applicationName: `kinora-${roles.join("-")}`, onStatement: traces.onStatement });
  const logs = new Map(roles.map((role) => [role, openLog(config, db, role, traces)]));
  const { log } = logOf(logs, roles[0]);
  const storage = await openStorage(config);
  const notifications = await listenForNotifications(databaseUrl, log);
  const rooms = await roomsOf(roles);
  const openQueue = (tasks: Rooms["tasks"]) =>
    openJobs(databaseUrl, tasks, log, { maintain: roles.includes("worker"), tracing });
  const jobs = rooms.isLoaded ? await openQueue((await rooms.load()).tasks) : lateJobs(() => openQueue([]));
  const installation = createInstallation(db, notifications);
  const shared = {
    config,
    secrets,
    db,
    storage,
    jobs,
    emit: createEmit(jobs, rooms.load, tracing),
    notifications,
    installation,
    mail: createMail(config, db, log),
    countries: createCountries({ file: config.geoDatabase, storage, installation, notifications, log }),
    dns: createDns(),
    speech: openSpeech(config.speech),
    diskSpace: readDiskSpace,
    clock: { now: () => new Date() },
    async close() {
      await jobs.close();
      await notifications.close();
      await traces.close();
      await Promise.all([...logs.values()].map((each) => each.close()));
      await db.destroy();
    },
  };
  return {
    of: (role) =>
      ofRole(shared, { log: logOf(logs, role).log, metrics: createMetrics(role), tracing: traces.of(role) }),
    close: shared.close,
  };
}

type Own = "log" | "metrics" | "tracing";

/** What a role has of its own beside what its process shares; its storage and mail are in its traces. */
const ofRole = (shared: Omit<Services, Own>, own: Pick<Services, Own>): Services => ({
  ...shared,
  ...own,
  storage: tracedStorage(shared.storage, own.tracing),
  mail: tracedMail(shared.mail, own.tracing),
});

interface RoleLog {
  log: Logger;
  close(): Promise<void>;
}

/** Lines of a role go to its output, to the database, and to the collector where there is one. */
function openLog(config: Config, db: Database, role: Role, { logFacts }: ProcessTracing): RoleLog {
  const lines = new LogLines(db, role);
  const collector = config.logUrl && new LogCollector(config.logUrl, role);
  return {
    log: createLogOf({
      level: config.logLevel,
      role,
      also: collector ? [lines, collector] : [lines],
      facts: logFacts,
    }),
    async close() {
      await Promise.all([lines.close(), collector?.close()]);
    },
  };
}

function logOf(logs: ReadonlyMap<Role, RoleLog>, role: Role): RoleLog {
  const found = logs.get(role);
  if (!found) throw new Error(`The role ${role} is not one of this process.`);
  return found;
}

/** The roles that need every room from their start: one serves them, the other does their tasks. */
const OF_ALL_ROOMS: readonly Role[] = ["api", "worker"];

/** What rooms subscribe to and do. */
interface Rooms {
  listeners: readonly Listener[];
  sinks: readonly EventSink[];
  tasks: readonly Pick<JobKind, "name">[];
}

/** Loading the rooms is a fifth of a start: login, edge and live emit few events, and the console none; they load them with the first. */
async function roomsOf(roles: readonly Role[]): Promise<{ isLoaded: boolean; load: () => Promise<Rooms> }> {
  const load = () => import("./rooms.ts");
  const isLoaded = roles.some((role) => OF_ALL_ROOMS.includes(role));
  if (isLoaded) await load();
  return { isLoaded, load };
}

/** OpenTelemetry is loaded where there is a collector. */
async function openTraces({ traces }: Config, log: () => Logger): Promise<ProcessTracing> {
  if (!traces) return NO_TRACES;
  const { openTraces: open } = await import("./platform/tracing/otlp-tracing.ts");
  return open(traces, log);
}

/** The S3 client is half a megabyte of code: only processes that use it load it. */
async function openStorage({ s3, dataDir }: Config): Promise<Storage> {
  if (!s3) return openLocalStorage(mediaFolder({ dataDir }));
  const { openS3Storage } = await import("@kinora/storage/s3.ts");
  return openS3Storage(s3);
}
