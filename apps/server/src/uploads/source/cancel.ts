import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import type { Context } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { audit, publish } from "../../platform/events/events.ts";
import type { UploadRow } from "../rows.ts";
import { removeUnfinished } from "../tus/unfinished.ts";

/**
 * Cancels an unfinished upload: deletes its bytes and its video at once; the upload's row stays for the log. Call it while
 * holding the upload's lock.
 */
export async function cancelUpload(context: Context, row: UploadRow): Promise<void> {
  const now = context.clock.now();
  const actor = actorOf(context.caller);
  await context.db.transaction().execute(async (tx) => {
    const video = await tx
      .updateTable("videos")
      .set({ status: "cancelled", deleted_at: now, updated_at: now })
      .where("id", "=", row.video_id)
      .where("status", "=", "uploading")
      .where("deleted_at", "is", null)
      .returning("title")
      .executeTakeFirst();
    await tx
      .updateTable("uploads")
      .set({ state: "cancelled", finished_at: now, updated_at: now })
      .where("id", "=", row.id)
      .where("state", "=", "uploading")
      .execute();
    await context.emit(tx, {
      type: "upload.cancelled",
      accountId: row.account_id,
      projectId: row.project_id,
      payload: { video_id: row.video_id, upload_id: row.id },
      actor,
    });
    await audit(tx, {
      accountId: row.account_id,
      projectId: row.project_id,
      actor,
      action: "upload.cancel",
      objectType: "video",
      objectId: row.video_id,
      objectTitle: video?.title ?? row.file_name,
    });
    await publish(tx, projectChannel(row.project_id), VIDEO_CHANGED_EVENT, { id: row.video_id });
  });
  await removeUnfinished(context, row.id);
}
