import { join } from "node:path";
import type { Executor } from "@kinora/db/connect.ts";
import { hasRoomForUpload } from "@kinora/domain/operations/disk.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { audit } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";
import { folderOf, obstacleOf } from "./folder.ts";
import { writeBackup } from "./make.ts";

/** Who wants a backup, and the moment of the schedule it is for; null when it was asked for. */
interface Wanted {
  actor: Record<string, unknown>;
  scheduledFor: Date | null;
}

/**
 * Queues a backup. For a moment of the schedule there is one: a second call does nothing.
 * @throws Refusal `conflict` while one is being made and where none can be, `storage_full` when the disk has no room for it.
 */
export async function queueBackup(services: Services, { actor, scheduledFor }: Wanted): Promise<void> {
  const { db, config, clock } = services;
  const obstacle = await obstacleOf(config);
  if (obstacle !== null) throw new Refusal("conflict", obstacle);
  const expected = await bytesToWrite(services);
  if (!hasRoomForUpload(await services.diskSpace(config.backupDir ?? config.dataDir), expected))
    throw new Refusal("storage_full", "The disk has no room for a backup. Free some of it, or set KINORA_BACKUP_DIR.");
  const now = clock.now();
  const file = fileAt(services, now);
  await db.transaction().execute(async (tx) => {
    await sql`lock table backups in share row exclusive mode`.execute(tx);
    if (scheduledFor !== null && isBegun(await lastMomentBegun(tx), scheduledFor)) return;
    const running = await tx.selectFrom("backups").select("id").where("state", "=", "running").executeTakeFirst();
    if (running) throw new Refusal("conflict", "A backup is being made.");
    const { id } = await tx
      .insertInto("backups")
      .values({ file, requested_at: now, expected_bytes: expected, scheduled_for: scheduledFor })
      .returning("id")
      .executeTakeFirstOrThrow();
    await services.jobs.send(tx, writeBackup, { backupId: id });
    await audit(tx, {
      ...{ accountId: null, projectId: null, actor, action: "backup.requested" },
      ...{ objectType: "backup", objectId: id, objectTitle: file },
    });
  });
}

/** Lists a backup of the schedule that could not be begun, with the reason. */
export async function noteMissedBackup(services: Services, scheduledFor: Date, problem: string): Promise<void> {
  const now = services.clock.now();
  const row = { file: fileAt(services, now), scheduled_for: scheduledFor, requested_at: now, finished_at: now };
  await services.db
    .insertInto("backups")
    .values({ ...row, state: "failed", problem })
    .onConflict((taken) => taken.doNothing())
    .execute();
}

/** The last moment of the schedule for which a backup was begun, or could not be. */
export async function lastMomentBegun(on: Executor): Promise<Date | null> {
  const { last } = await on
    .selectFrom("backups")
    .select(({ fn }) => fn.max("scheduled_for").as("last"))
    .executeTakeFirstOrThrow();
  return last;
}

const isBegun = (last: Date | null, moment: Date): boolean => last !== null && last >= moment;

const fileAt = ({ config }: Services, now: Date): string =>
  join(folderOf(config), `kinora-${now.toISOString().replaceAll(/[:.]/g, "-")}.tar`);

/** About what the database and the media in the data folder take. */
async function bytesToWrite({ db, config }: Services): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (pg_database_size(current_database()) + ${config.s3 ? sql`0` : sql`coalesce((select sum(bytes) from account_storage), 0)`})::bigint as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}
