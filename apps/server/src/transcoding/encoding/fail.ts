import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import type { VideoFailure } from "@kinora/domain/videos/videos.ts";
import type { Services } from "../../context.ts";
import { notify, publish } from "../../platform/events/events.ts";
import { recordTranscode } from "../finish/transcode-record.ts";
import { dropLocalSource } from "../source/source.ts";
import { CANCELLED_NOTIFICATION, type TranscodePayload } from "./transcode.ts";

/** Ends a transcode with the reason that is shown. A video that already plays an older version keeps playing it. */
export async function failTranscode(
  services: Services,
  { transcodeId, attempt }: TranscodePayload,
  failure: VideoFailure,
): Promise<void> {
  const { clock, db } = services;
  await db.transaction().execute(async (tx) => {
    const transcode = await tx
      .updateTable("transcodes")
      .set({ state: "failed", failure: JSON.stringify(failure), finished_at: clock.now() })
      .where("id", "=", transcodeId)
      .where("attempts", "=", attempt)
      .where("state", "in", ["queued", "running"])
      .returning(["video_id", "project_id", "account_id", "version"])
      .executeTakeFirst();
    if (!transcode) return;
    await recordTranscode(tx, transcodeId);
    await tx
      .updateTable("videos")
      .set({
        status: transcode.version > 1 ? "complete" : "failed",
        failure: JSON.stringify(failure),
        updated_at: clock.now(),
      })
      .where("id", "=", transcode.video_id)
      .execute();
    await services.emit(tx, {
      type: "video.failed",
      accountId: transcode.account_id,
      projectId: transcode.project_id,
      payload: { video_id: transcode.video_id, code: failure.code },
      actor: { kind: "system" },
    });
    await notify(tx, CANCELLED_NOTIFICATION, String(transcodeId));
    await publish(tx, projectChannel(transcode.project_id), VIDEO_CHANGED_EVENT, { id: transcode.video_id });
  });
  await dropLocalSource(services, transcodeId);
}
