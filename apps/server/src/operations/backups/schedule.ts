import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { hostname } from "node:os";
import { dueBackup, type BackupSchedule } from "@kinora/domain/operations/backups.ts";
import { sql } from "kysely";
import type { Context, Services } from "../../context.ts";
import { audit } from "../../platform/events/events.ts";
import type { Chore } from "../../platform/jobs/chores.ts";
import { range } from "../../platform/lists/read-page.ts";
import { Refusal } from "../../platform/refusal.ts";
import { saveInstallation } from "../installation/settings.ts";
import { lastMomentBegun, noteMissedBackup, queueBackup } from "./queue.ts";

const SYSTEM = { kind: "system" };

/** Stores when backups are made and how many stay. What was due until now is not made up for. */
export async function saveSchedule(context: Context, wanted: Omit<BackupSchedule, "since">): Promise<void> {
  const { daily, hour, time_zone: zone, keep, since } = (await context.installation.settings()).backups;
  const isSameMoment = daily === wanted.daily && hour === wanted.hour && zone === wanted.time_zone;
  if (isSameMoment && keep === wanted.keep) return;
  const counted = isSameMoment ? since : context.clock.now().toISOString();
  await saveInstallation(context, { backups: { ...wanted, since: counted } });
}

/** Keeps to the schedule of backups: begins the one that is due, and deletes what is not kept any more. */
export const keepBackupSchedule: Chore = {
  name: "operations.keep_backup_schedule",
  does: "Begins the daily backup when its hour has come, and deletes older ones than are kept.",
  everySeconds: 60,
  async run(services) {
    const { backups: schedule } = await services.installation.settings();
    const due = dueBackup(schedule, await lastMomentBegun(services.db), services.clock.now());
    if (due !== null) await beginDue(services, due);
    if (schedule.daily) await deleteOlder(services, schedule.keep);
  },
};

async function beginDue(services: Services, due: Date): Promise<void> {
  const running = await services.db
    .selectFrom("backups")
    .select("id")
    .where("state", "=", "running")
    .executeTakeFirst();
  // One that a superuser asked for: the schedule's own begins when it has ended.
  if (running) return;
  try {
    await queueBackup(services, { actor: SYSTEM, scheduledFor: due });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    services.log.error({ err: error }, "the daily backup could not be begun");
    await noteMissedBackup(services, due, error.message);
  }
}

/**
 * Deletes the files of the schedule's backups above the newest `keep` complete ones. Those on another machine are left to
 * a worker there; those being read stay until the next run.
 */
async function deleteOlder({ db, clock, log }: Services, keep: number): Promise<void> {
  const { rows: older } = await sql<{ id: number; file: string; host: string; verification: string | null }>`
    select id, file, host, verification from backups where state = 'complete' and scheduled_for is not null
    order by id desc ${range({ offset: keep, limit: 1_000 })}`.execute(db);
  for (const { id, file, host, verification } of older) {
    if (verification === "running" || (!existsSync(file) && host !== hostname())) continue;
    await rm(file, { force: true });
    await db.transaction().execute(async (tx) => {
      await tx.updateTable("backups").set({ state: "deleted" }).where("id", "=", id).execute();
      await audit(tx, {
        ...{ accountId: null, projectId: null, actor: SYSTEM, action: "backup.deleted" },
        ...{ objectType: "backup", objectId: id, objectTitle: file },
      });
    });
    log.info({ file, at: clock.now() }, "a backup was deleted, because enough newer ones are kept");
  }
}
