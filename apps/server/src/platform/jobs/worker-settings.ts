import { sql } from "kysely";
import type { Services } from "../../context.ts";

/** Sent when superusers change what workers should do. */
export const WORKER_SETTINGS_NOTIFICATION = "worker_settings";
/** A notification may be lost; nobody waits longer than this. */
const LOOK_EVERY_MS = 3_000;

/** What superusers want of a worker. */
export interface WorkerSettings {
  /** It finishes what it does and takes nothing more. */
  draining: boolean;
  /** Media jobs side by side; null: as the worker's own setting says. */
  slots: number | null;
  /** Transcoding waits on every worker. */
  paused: boolean;
  /** Accounts take turns in the queue. */
  fair: boolean;
}

export interface WatchedWorkerSettings {
  now(): WorkerSettings;
  stop(): Promise<void>;
}

async function readWorkerSettings({ db }: Pick<Services, "db">, name: string): Promise<WorkerSettings> {
  const { rows } = await sql<WorkerSettings>`
    select coalesce(worker.draining_since is not null, false) as draining, worker.slots,
      queue.paused_since is not null as paused, queue.fair
    from transcoding_settings queue left join worker_settings worker on worker.name = ${name}`.execute(db);
  return rows[0] ?? { draining: false, slots: null, paused: false, fair: false };
}

/**
 * Reads what superusers want of the workers of a name, and again whenever it may have changed. They are kept by name, so
 * that a worker that is restarted takes nothing that its predecessor was not to take.
 * @param changed called after each change.
 */
export async function watchWorkerSettings(
  services: Services,
  name: string,
  changed: () => void,
): Promise<WatchedWorkerSettings> {
  let settings = await readWorkerSettings(services, name);
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const before = JSON.stringify(settings);
    try {
      settings = await readWorkerSettings(services, name);
    } catch (error) {
      services.log.debug({ err: error }, "could not read what is wanted of this worker");
    }
    if (JSON.stringify(settings) !== before) {
      services.log.info({ worker: name, ...settings }, "what is wanted of this worker has changed");
      changed();
    }
  }

  const again = () => {
    looking = looking.then(look);
  };
  const forget = services.notifications.on(WORKER_SETTINGS_NOTIFICATION, again, again);
  const timer = setInterval(again, LOOK_EVERY_MS);
  return {
    now: () => settings,
    async stop() {
      clearInterval(timer);
      forget();
      await looking;
    },
  };
}
