import { createHash, type Hash } from "node:crypto";
import { Readable } from "node:stream";
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
import { isBeside, readUpload, type UploadRow } from "../rows.ts";
import { partBytes, partPath } from "../tus/part-files.ts";
import { readPieces, streamPieces } from "../tus/pieces.ts";
import { removeUnfinished } from "../tus/unfinished.ts";
import { makeSource, sourceKey } from "./source.ts";

/** Makes a file of an upload's pieces in storage and queues its video. Idempotent. */
async function storeReceived(services: Services, uploadId: string, signal: AbortSignal): Promise<void> {
  const { db, storage } = services;
  const row = await readUpload(db, uploadId);
  if (!row || row.video_deleted_at || (row.video_status !== "receiving" && !isBeside(row)))
    return removeUnfinished(services, uploadId);
  const key = sourceKey(row);
  const stored = await storage.stat(key);
  const sha256 = stored?.sizeBytes === row.size_bytes ? row.sha256 : await putTogether(services, row, key, signal);
  const isGone = await db.transaction().execute(async (tx) => {
    const video = await tx
      .selectFrom("videos")
      .select(["status", "deleted_at"])
      .where("id", "=", row.video_id)
      .forUpdate()
      .executeTakeFirst();
    const waits = isBeside(row) ? !(row.replaces && (await isQueued(tx, row.id))) : video?.status === "receiving";
    if (video && !video.deleted_at && waits) {
      await makeSource(services, tx, row, sha256);
      await tx.updateTable("uploads").set({ sha256 }).where("id", "=", uploadId).execute();
    }
    return !video || video.deleted_at !== null;
  });
  // Deleted while its file was copied: nobody else knows of the copy.
  if (isGone) await storage.delete(key);
  await removeUnfinished(services, uploadId);
}

/** Stores the file of an upload's pieces; returns its SHA-256, null when it was not computed. */
async function putTogether(
  services: Services,
  row: UploadRow,
  key: string,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const { config, db, storage } = services;
  const pieces = await readPieces(db, row.id);
  if (pieces.reduce((sum, { length_bytes: bytes }) => sum + bytes, 0) === row.size_bytes) {
    const hash = createHash("sha256");
    const stored = await storage.put(key, Readable.from(hashed(streamPieces(services, pieces), hash)), { signal });
    if (stored.sizeBytes === row.size_bytes) return hash.digest();
    throw new Error(`${key} was stored with ${stored.sizeBytes} of ${row.size_bytes} bytes.`);
  }
  // Received by an earlier version, which kept the bytes on this machine's disk.
  if ((await partBytes(config, row.id)) !== row.size_bytes)
    throw new GiveUp("upload_lost", "Bytes of the uploaded file are missing in storage; upload it again.");
  await storage.putFile(key, partPath(config, row.id), { signal });
  return row.sha256;
}

async function* hashed(stream: Readable, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    hash.update(chunk as Uint8Array);
    yield chunk as Uint8Array;
  }
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

/** Puts the pieces of a complete upload together in remote storage; then the video is queued. */
export const storeSource = task({
  name: "uploads.store_source",
  payload: z.object({ uploadId: z.string() }),
  concurrency: 4,
  maximumFailures: 8,
  run: (services, { uploadId }, { signal }) => storeReceived(services, uploadId, signal),
  gaveUp: (services, { uploadId }, failure) => failReceived(services, uploadId, failure),
});
