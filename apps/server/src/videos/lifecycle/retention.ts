import type { Tx } from "@kinora/db/connect.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { audit, publish } from "../../platform/events/events.ts";
import type { Chore } from "../../platform/jobs/chores.ts";
import { task } from "../../platform/jobs/tasks.ts";

const BATCH = 100;

/** Removes the file of a deleted original. */
export const deleteSourceFile = task({
  name: "videos.delete_source_file",
  payload: z.object({ key: z.string() }),
  maximumFailures: 8,
  async run({ db, storage }, { key }) {
    const owner = await db.selectFrom("videos").select("id").where("source_key", "=", key).executeTakeFirst();
    if (!owner) await storage.delete(key);
  },
});

/** Deletes originals after their project's retention. */
export const deleteOldSources: Chore = {
  name: "videos.delete_old_sources",
  does: "Deletes originals after their project's retention.",
  everySeconds: 300,
  async run(services) {
    const { rows } = await sql<{ id: number }>`
      select old.id from projects p cross join lateral (
        select v.id from videos v
        where v.project_id = p.id and v.source_key is not null and v.deleted_at is null and v.status = 'complete'
          and v.completed_at <= ${services.clock.now()}::timestamptz - p.source_retention_days * interval '1 day'
        order by v.completed_at limit ${BATCH}) as old
      where p.source_retention_days is not null and p.deleted_at is null limit ${BATCH}`.execute(services.db);
    for (const { id } of rows) await services.db.transaction().execute((tx) => forgetSource(services, tx, id));
  },
};

/** Removes the original from a video and subtracts its size from the account's storage; a task deletes the file. */
async function forgetSource(services: Services, tx: Tx, videoId: number): Promise<void> {
  const video = await tx
    .selectFrom("videos")
    .select(["project_id", "account_id", "title", "source_key", "source_bytes"])
    .where("id", "=", videoId)
    .where("status", "=", "complete")
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!video?.source_key) return;
  await tx
    .updateTable("videos")
    .set({
      source_key: null,
      source_bytes: null,
      stored_bytes: sql<number>`greatest(0, stored_bytes - coalesce(source_bytes, 0))`,
    })
    .where("id", "=", videoId)
    .execute();
  await services.jobs.send(tx, deleteSourceFile, { key: video.source_key });
  const { project_id: projectId, account_id: accountId } = video;
  const actor = { kind: "system" };
  await services.emit(tx, {
    type: "video.source_deleted",
    accountId,
    projectId,
    payload: { video_id: videoId },
    actor,
  });
  const changes = { size_bytes: video.source_bytes };
  await audit(tx, {
    accountId,
    projectId,
    actor,
    action: "video.source_deleted",
    objectType: "video",
    objectId: videoId,
    objectTitle: video.title,
    changes,
  });
  await publish(tx, projectChannel(projectId), VIDEO_CHANGED_EVENT, { id: videoId });
}
