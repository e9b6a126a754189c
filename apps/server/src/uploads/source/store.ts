import type { Tx } from "@kinora/db/connect.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import type { VideoFailure } from "@kinora/domain/videos/videos.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { publish } from "../../platform/events/events.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { GiveUp } from "../../platform/refusal.ts";
import { emitFailed } from "../failed-upload.ts";
import { readUpload } from "../rows.ts";
import { partBytes, partPath, removePart } from "../tus/part-files.ts";
import { makeSource, sourceKey } from "./source.ts";

/** Moves a received file into storage and queues its video. Idempotent. */
async function storeReceived(services: Services, uploadId: string, signal: AbortSignal): Promise<void> {
  const { config, db, storage } = services;
  const row = await readUpload(db, uploadId);
  if (!row || row.video_deleted_at || (row.video_status !== "receiving" && !row.replaces))
    return removePart(config, uploadId);
  const key = sourceKey(row);
  const stored = await storage.stat(key);
  if (stored?.sizeBytes !== row.size_bytes) {
    if ((await partBytes(config, uploadId)) !== row.size_bytes) {
      throw new GiveUp("upload_lost", "The uploaded file is not on this machine any more; upload it again.");
    }
    await storage.putFile(key, partPath(config, uploadId), { signal });
  }
  const isGone = await db.transaction().execute(async (tx) => {
    const video = await tx
      .selectFrom("videos")
      .select(["status", "deleted_at"])
      .where("id", "=", row.video_id)
      .forUpdate()
      .executeTakeFirst();
    const waits = video?.status === "receiving" || (row.replaces && !(await isQueued(tx, row.id)));
    if (video && !video.deleted_at && waits) await makeSource(services, tx, row, row.sha256);
    return !video || video.deleted_at !== null;
  });
  // Deleted while its file was copied: nobody else knows of the copy.
  if (isGone) await storage.delete(key);
  await removePart(config, uploadId);
}

/** Whether a replacement's renditions are queued already. */
async function isQueued(tx: Tx, uploadId: string): Promise<boolean> {
  const { rows } = await sql`select from transcodes where replacement ->> 'upload_id' = ${uploadId}`.execute(tx);
  return rows.length > 0;
}

/** Stores on the video why its file could not be stored. */
async function failReceived(services: Services, uploadId: string, failure: VideoFailure): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const row = await readUpload(tx, uploadId);
    if (!row || row.video_status !== "receiving") return;
    const failed = await tx
      .updateTable("videos")
      .set({ status: "failed", failure: JSON.stringify(failure), updated_at: services.clock.now() })
      .where("id", "=", row.video_id)
      .where("status", "=", "receiving")
      .returning("id")
      .executeTakeFirst();
    if (failed) await emitFailed(services, tx, row, failure);
    await publish(tx, projectChannel(row.project_id), VIDEO_CHANGED_EVENT, { id: row.video_id });
  });
}

/** Copies a complete upload from the local disk to remote storage; then the video is queued. */
export const storeSource = task({
  name: "uploads.store_source",
  payload: z.object({ uploadId: z.string() }),
  concurrency: 4,
  maximumFailures: 8,
  run: (services, { uploadId }, { signal }) => storeReceived(services, uploadId, signal),
  gaveUp: (services, { uploadId }, failure) => failReceived(services, uploadId, failure),
});
