import type { Tx } from "@kinora/db/connect.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { canReplaceSource } from "@kinora/domain/videos/videos.ts";
import type { Context, Services } from "../../context.ts";
import { actorOf } from "../../platform/access/caller.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { audit, publish } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";
import { queueReplacement } from "../../transcoding/queue.ts";
import { uploaderOf, type UploadRow } from "../rows.ts";
import { hashSource } from "./hash-source.ts";

/**
 * Checks that this upload may replace a video's source; returns the video's id. The video stays as it is.
 * @throws Refusal `forbidden` without video_replace, `invalid` for a video that is not one of the project's, `conflict`
 *   while it is being uploaded or transcoded.
 */
export async function beginReplacement(
  context: Context,
  tx: Tx,
  grant: ProjectGrant,
  videoId: number,
  file: { name: string; sizeBytes: number },
): Promise<number> {
  if (!grant.permissions.has("video_replace"))
    throw new Refusal("forbidden", "Your role lacks the “Replace videos” permission.");
  const video = await tx
    .selectFrom("videos")
    .select(["id", "title", "status"])
    .where("id", "=", videoId)
    .where("project_id", "=", grant.projectId)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!video) {
    const message = "Choose a video of this project.";
    throw new Refusal("invalid", message, { fields: { replaces_video_id: [message] } });
  }
  const open = await tx
    .selectFrom("uploads")
    .select("id")
    .where("video_id", "=", videoId)
    .where("replaces", "=", true)
    .where("state", "=", "uploading")
    .executeTakeFirst();
  if (open) throw new Refusal("conflict", "Another upload is already replacing this video. Cancel that upload first.");
  if (!canReplaceSource(video.status))
    throw new Refusal("conflict", "Wait until this video is complete, then replace its file.");
  await audit(tx, {
    accountId: grant.accountId,
    projectId: grant.projectId,
    actor: actorOf(context.caller),
    action: "video.replace",
    objectType: "video",
    objectId: videoId,
    objectTitle: video.title,
    changes: { file_name: file.name, size_bytes: file.sizeBytes },
  });
  return video.id;
}

/** Queues the renditions of a replacement; the current version plays until they are complete. */
export async function makeReplacement(
  services: Services,
  tx: Tx,
  row: UploadRow,
  key: string,
  hashed: boolean,
): Promise<void> {
  const video = { id: row.video_id, project_id: row.project_id, account_id: row.account_id };
  const actor = uploaderOf(row);
  await services.emit(tx, {
    type: "video.replaced",
    accountId: row.account_id,
    projectId: row.project_id,
    payload: { video_id: row.video_id, upload_id: row.id },
    actor,
  });
  const { file_name, size_bytes } = row;
  await queueReplacement(services, tx, video, { upload_id: row.id, key, file_name, size_bytes }, actor);
  await tx
    .updateTable("videos")
    .set({ status: "in_queue", failure: null, updated_at: services.clock.now() })
    .where("id", "=", row.video_id)
    .execute();
  if (!hashed) await services.jobs.send(tx, hashSource, { uploadId: row.id, key });
  await publish(tx, projectChannel(row.project_id), VIDEO_CHANGED_EVENT, { id: row.video_id });
}
