import { BACKUPS_LISTED, dueBackup, momentsOf } from "@kinora/domain/operations/backups.ts";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { audit } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";
import { folderOf, obstacleOf } from "./folder.ts";
import { lastMomentBegun, queueBackup } from "./queue.ts";
import { checkBackup } from "./verify.ts";

/**
 * The last backups, the newest first, and when the schedule begins the next one: a moment that has passed is one for
 * which a worker begins a backup within a minute.
 */
export async function listBackups({ db, config, clock, installation }: Context) {
  const data = await db.selectFrom("backups").selectAll().orderBy("id", "desc").limit(BACKUPS_LISTED).execute();
  const { backups: schedule } = await installation.settings();
  const now = clock.now();
  const due = dueBackup(schedule, await lastMomentBegun(db), now);
  return {
    data: data.map(({ scheduled_for: moment, ...backup }) => ({ ...backup, scheduled: moment !== null })),
    folder: folderOf(config),
    obstacle: await obstacleOf(config),
    schedule,
    next_at: schedule.daily ? (due ?? momentsOf(schedule, now).next) : null,
  };
}

/**
 * Begins a backup: a job writes it.
 * @throws Refusal `conflict` while one is being made and where none can be, `storage_full` when the disk has no room for it.
 */
export const beginBackup = (context: Context): Promise<void> =>
  queueBackup(context, { actor: actorOf(context.caller), scheduledFor: null });

/** Ends a backup that is being made. @throws Refusal `conflict` when it is not, `not_found`. */
export const cancelBackup = (context: Context, id: number): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const backup = await tx
      .selectFrom("backups")
      .select(["file", "state"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!backup) throw missing();
    if (backup.state !== "running") throw new Refusal("conflict", "This backup has ended.");
    await tx
      .updateTable("backups")
      .set({ state: "cancelled", finished_at: context.clock.now() })
      .where("id", "=", id)
      .execute();
    await audit(tx, line(context, "backup.cancelled", id, backup.file));
  });

/** Has a backup's file read. While it is being read, nothing changes. @throws Refusal `conflict` when it is not complete, `not_found`. */
export const beginVerification = (context: Context, id: number): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const backup = await tx
      .selectFrom("backups")
      .select(["file", "state", "verification"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!backup) throw missing();
    if (backup.state !== "complete") throw new Refusal("conflict", "This backup has no file.");
    if (backup.verification === "running") return;
    await tx
      .updateTable("backups")
      .set({ verification: "running", verification_problem: null })
      .where("id", "=", id)
      .execute();
    await context.jobs.send(tx, checkBackup, { backupId: id });
    await audit(tx, line(context, "backup.verified", id, backup.file));
  });

const missing = () => new Refusal("not_found", "There is no such backup.");

const line = ({ caller }: Context, action: string, id: number, file: string) => ({
  ...{ accountId: null, projectId: null, actor: actorOf(caller) },
  ...{ action, objectType: "backup", objectId: id, objectTitle: file },
});
