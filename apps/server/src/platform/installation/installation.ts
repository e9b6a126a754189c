import type { Database } from "@kinora/db/connect.ts";
import { installationSettings, type InstallationSettings } from "@kinora/domain/operations/installation-settings.ts";
import type { Notifications } from "../events/notifications.ts";

/** The channel that the table's trigger notifies (migration 0198). */
export const INSTALLATION_CHANGED = "installation_settings";

/** What an operator decided for the whole installation, as this process knows it. */
export interface Installation {
  /** Read once, and again after a change by any process. */
  settings(): Promise<InstallationSettings>;
  /** Forgets what is known: the process that changes it does not wait for its own notification. */
  forget(): void;
}

/**
 * Keeps the settings until the database says that they changed. Never reads them twice at the same time, so that many
 * changes, or many requests after one, take one connection of the pool.
 */
export function createInstallation(db: Database, notifications: Notifications): Installation {
  let known: Promise<InstallationSettings> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<InstallationSettings> | null = null;
  const forget = () => {
    // A reading that waits for its turn will see the change.
    if (known !== waiting) known = null;
  };
  notifications.on(INSTALLATION_CHANGED, forget, forget);

  async function load(): Promise<InstallationSettings> {
    waiting = null;
    const rows = await db.selectFrom("installation_settings").select(["name", "value"]).execute();
    return installationSettings(rows);
  }

  return {
    settings() {
      if (known) return known;
      // What was being read when a change came is answered to those who waited for it, and not kept.
      const reading = last.then(load);
      last = reading.catch(() => undefined);
      waiting = reading;
      known = reading;
      reading.catch(() => {
        if (known === reading) known = null;
      });
      return reading;
    },
    forget,
  };
}
