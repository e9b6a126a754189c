import { dayAfter } from "../billing/months.ts";
import { fromLocalTime, toLocalTime } from "../projects/zoned-time.ts";

/** How a backup stands; `deleted`: its file is gone, because enough newer ones are kept. */
export const BACKUP_STATES = ["running", "complete", "cancelled", "failed", "deleted"] as const;
export type BackupState = (typeof BACKUP_STATES)[number];

/** How the last verification of a backup's file stands; `wrong`: a restore from it would fail or miss something. */
export const VERIFICATION_STATES = ["running", "right", "wrong", "failed"] as const;
export type VerificationState = (typeof VERIFICATION_STATES)[number];

/** Backups that are listed, the newest first. */
export const BACKUPS_LISTED = 20;

/** The folder of the database's log; it takes a segment in it to recover. */
const LOG = "postgres/pg_wal/";

/** What a restore cannot do without, as paths in a backup's file. */
const NEEDED = [
  "backup.json",
  "secrets.json",
  "postgres/PG_VERSION",
  "postgres/global/pg_control",
  "postgres/backup_label",
  LOG,
];

/** Of what a restore needs, what a backup lacks. @param paths all of the file's entries. */
export function missingInBackup(paths: Iterable<string>): string[] {
  const missing = new Set(NEEDED);
  for (const path of paths) {
    if (path !== LOG) missing.delete(path);
    if (/^postgres\/pg_wal\/[0-9A-F]{24}$/.test(path)) missing.delete(LOG);
  }
  return [...missing];
}

/** When backups are made without anyone asking, and how many of them stay. */
export interface BackupSchedule {
  daily: boolean;
  /** 0 to 23, as the clocks of `time_zone` show it. */
  hour: number;
  /** A name of the IANA database, such as Europe/Paris. */
  time_zone: string;
  /** Complete backups of the schedule that stay; older ones are deleted. */
  keep: number;
  /** ISO 8601 in UTC: what was due before the schedule was saved is not made up for; null until it is saved first. */
  since: string | null;
}

export const NO_BACKUP_SCHEDULE: BackupSchedule = { daily: false, hour: 3, time_zone: "UTC", keep: 7, since: null };

/** Most complete backups of the schedule that can be kept. */
export const BACKUPS_KEPT_MAX = 365;

/** The last moment of the schedule that has come, and the first one that has not. */
export function momentsOf({ hour, time_zone: zone }: BackupSchedule, now: Date): { last: Date; next: Date } {
  // Days of the calendar: one has 23 hours in spring.
  const today = toLocalTime(now, zone).slice(0, 10);
  const moments = [-1, 0, 1, 2].map((days) => {
    const day = dayAfter(today, days);
    return fromLocalTime(`${day}T${String(hour).padStart(2, "0")}:00`, zone) ?? now;
  });
  const past = moments.filter((moment) => moment <= now);
  const last = past.at(-1) ?? now;
  return { last, next: moments.find((moment) => moment > now) ?? now };
}

/**
 * The moment of the schedule for which a backup has to begin now; null when there is none. One that passed while nothing
 * ran is made up for, until the next one has come.
 * @param begun the last moment for which one was begun.
 */
export function dueBackup(schedule: BackupSchedule, begun: Date | null, now: Date): Date | null {
  if (!schedule.daily || schedule.since === null) return null;
  const { last } = momentsOf(schedule, now);
  return last.getTime() >= Date.parse(schedule.since) && (begun === null || last > begun) ? last : null;
}
