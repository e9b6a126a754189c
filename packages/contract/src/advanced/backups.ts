import {
  BACKUP_STATES,
  BACKUPS_KEPT_MAX,
  BACKUPS_LISTED,
  VERIFICATION_STATES,
} from "@kinora/domain/operations/backups.ts";
import { isTimeZone } from "@kinora/domain/projects/projects.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { id, message, moment } from "../shapes.ts";

const backup = z.object({
  id: z.number(),
  state: z.enum(BACKUP_STATES),
  /** The machine that has the file, and its path there. */
  host: z.string(),
  file: z.string(),
  /** Whether the schedule began it. */
  scheduled: z.boolean(),
  requested_at: moment,
  finished_at: moment.nullable(),
  /** Written until now. */
  bytes: z.number(),
  /** About what there is to write. */
  expected_bytes: z.number(),
  problem: z.string().nullable(),
  verification: z.enum(VERIFICATION_STATES).nullable(),
  verified_at: moment.nullable(),
  verification_problem: z.string().nullable(),
});

const HOUR = "An hour is a whole number between 0 and 23.";
const KEPT = `Keep between 1 and ${BACKUPS_KEPT_MAX} backups.`;
const schedule = z.object({
  /** Whether a backup is made each day. */
  daily: z.boolean(),
  /** 0 to 23, as the clocks of the time zone show it. */
  hour: z.number(HOUR).int(HOUR).min(0, HOUR).max(23, HOUR),
  time_zone: z.string().refine(isTimeZone, "Choose a time zone such as Europe/Paris."),
  /** Complete backups of the schedule that stay. */
  keep: z.number(KEPT).int(KEPT).min(1, KEPT).max(BACKUPS_KEPT_MAX, KEPT),
});

export const listBackups = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/backups",
    tags: ["Advanced"],
    summary: `The last ${BACKUPS_LISTED} backups that superusers asked for or the schedule began, the newest first, and the schedule. Those of the command line are not known here.`,
  })
  .input(z.object({}))
  .output(
    z.object({
      data: z.array(backup),
      /** Where files are written. */
      folder: z.string(),
      /** Why no backup can be made here; null when one can. */
      obstacle: z.string().nullable(),
      schedule,
      /** When the schedule begins the next one: within a minute when it has passed; null while the schedule is off. */
      next_at: moment.nullable(),
    }),
  );

export const makeBackup = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/backups",
    tags: ["Advanced"],
    summary: "Writes database, media and secrets to one file, while everything runs: a job.",
  })
  .output(message);

const steering = (action: string, summary: string) =>
  operation(superuser)
    .route({ method: "POST", path: `/advanced/backups/{backup_id}/${action}`, tags: ["Advanced"], summary })
    .input(z.object({ backup_id: id }))
    .output(message);

export const cancelBackup = steering("cancel", "Ends a backup that is being made; its file is deleted.");
export const verifyBackup = steering(
  "verify",
  "Reads a backup's whole file: whether it is what was written, and has all that a restore needs.",
);

export const saveBackupSchedule = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/backups/schedule",
    tags: ["Advanced"],
    summary:
      "Sets whether a backup is made each day, at which hour, and how many of them stay; older ones are deleted.",
  })
  .input(schedule)
  .output(message);
