import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import type { Services } from "../../context.ts";
import { publish } from "../../platform/events/events.ts";
import type { Transcode } from "./transcode.ts";

/** Sets a queued video to processing when work on its ladder starts. */
export async function beginWork({ clock, db, emit }: Services, transcode: Transcode): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const begun = await tx
      .updateTable("transcodes")
      .set({ state: "running", started_at: clock.now() })
      .where("id", "=", transcode.id)
      .where("state", "=", "queued")
      .returning("id")
      .executeTakeFirst();
    if (!begun) return;
    await tx
      .updateTable("videos")
      .set({ status: "processing", updated_at: clock.now() })
      .where("id", "=", transcode.video_id)
      .where("status", "=", "in_queue")
      .execute();
    await emit(tx, {
      type: "video.processing",
      accountId: transcode.account_id,
      projectId: transcode.project_id,
      payload: { video_id: transcode.video_id, version: transcode.version },
      actor: { kind: "system" },
    });
    await publish(tx, projectChannel(transcode.project_id), VIDEO_CHANGED_EVENT, { id: transcode.video_id });
  });
}
