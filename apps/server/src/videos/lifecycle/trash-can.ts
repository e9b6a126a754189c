import { sql } from "kysely";
import type { Services } from "../../context.ts";
import type { Chore } from "../../platform/jobs/chores.ts";
import { SWEEP_AFTER_SECONDS, sweepPurged } from "./purge-sweep.ts";

const BATCH = 100;

/** Condition: not restorable, or its days in the trash are over, or its project is deleted. */
const due = (now: Date) => sql<boolean>`(v.status <> 'complete' or p.deleted_at is not null
  or v.deleted_at <= ${now}::timestamptz - p.trash_days * interval '1 day')`;

/**
 * Purges a deleted video that is due: files first, then its row and dependent rows; files that were being stored meanwhile
 * are removed by later sweeps. From the first step on it cannot be restored. Idempotent.
 */
export async function purgeWhenDue({ db, storage, clock, jobs }: Services, videoId: number): Promise<void> {
  // Only complete videos can be restored, so this removes it from the trash before its first file is deleted.
  const { rows } = await sql<{ id: number }>`
    update videos v set status = 'cancelled' from projects p
    where v.id = ${videoId} and p.id = v.project_id and v.deleted_at is not null and ${due(clock.now())}
    returning v.id`.execute(db);
  if (rows.length === 0) return;
  const uploads = await db.selectFrom("uploads").select("id").where("video_id", "=", videoId).execute();
  for (const { id } of uploads) await storage.deletePrefix(`uploads/${id}`);
  await storage.deletePrefix(`assets/${videoId}/`);
  await db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom("videos")
      .where("id", "=", videoId)
      .where("deleted_at", "is not", null)
      .returning("id")
      .executeTakeFirst();
    if (!gone) return;
    // Encoders and copies that had begun may still store what they have.
    await jobs.send(tx, sweepPurged, { videoId, sweep: 0 }, { startAfterSeconds: SWEEP_AFTER_SECONDS[0] });
  });
}

/** Purges videos after their project's days in the trash, and all that were in it when their project was deleted. */
export const emptyTrash: Chore = {
  name: "videos.empty_trash",
  does: "Deletes videos after their project's days in the trash.",
  everySeconds: 300,
  async run(services) {
    const { rows } = await sql<{ id: number }>`
      select old.id from projects p cross join lateral (
        select v.id from videos v where v.project_id = p.id and v.deleted_at is not null
          and (p.deleted_at is not null
            or v.deleted_at <= ${services.clock.now()}::timestamptz - p.trash_days * interval '1 day')
        order by v.deleted_at limit ${BATCH}) as old
      limit ${BATCH}`.execute(services.db);
    for (const { id } of rows) await purgeWhenDue(services, id);
  },
};
