import type { Tx } from "@kinora/db/connect.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import type { Services } from "../../context.ts";
import { publish } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";
import { isBeside, type UploadRow } from "../rows.ts";
import { partBytes, partPath } from "../tus/part-files.ts";
import { arrivesInPieces, removeUnfinished, storedBytes } from "../tus/unfinished.ts";
import { requireAnnouncedFile } from "./fingerprint.ts";
import { makeSource, sourceKey } from "./source.ts";
import { storeSource } from "./store.ts";

/** Whether every byte of an unfinished upload was received: in pieces, in its own file, or already moved into storage by a process that died. */
export async function isWhole(services: Services, row: UploadRow): Promise<boolean> {
  const bytes = await storedBytes(services, row.id);
  return bytes === row.size_bytes || (bytes === 0 && (await isStored(services, row)));
}

async function isStored({ storage }: Services, row: UploadRow): Promise<boolean> {
  const key = sourceKey(row);
  return storage.localPath(key) !== null && (await storage.stat(key))?.sizeBytes === row.size_bytes;
}

/**
 * Finishes an upload of which every byte is stored: its file becomes the video's source and the video is queued; pieces in
 * storage are put together by a task. Idempotent, also after a process that died halfway.
 * `sha256` is null when this process has not received every byte; a task then reads the file. `chunks` is the number of
 * bodies since the offset was last stored.
 * @throws Refusal `gone` when the video was deleted or the upload abandoned meanwhile, `invalid` when the bytes are not those
 *   of the file that was announced.
 */
export const finishUpload = (
  services: Services,
  row: UploadRow,
  received: { sha256: Buffer | null; chunks: number },
): Promise<void> =>
  services.tracing.traced("upload finish", { "kinora.video_id": row.video_id, "kinora.bytes": row.size_bytes }, () =>
    finishReceived(services, row, received),
  );

async function finishReceived(
  services: Services,
  row: UploadRow,
  { sha256, chunks }: { sha256: Buffer | null; chunks: number },
): Promise<void> {
  const { config, storage, db } = services;
  const key = sourceKey(row);
  const local = !arrivesInPieces(services);
  const moved = local && (await partBytes(config, row.id)) === 0 && (await isStored(services, row));
  // What a job fetched or made is a file on its own disk, whatever storage is.
  const inPieces = !local && (await partBytes(config, row.id)) !== row.size_bytes;
  if (!moved) await requireAnnouncedFile(services, row, inPieces);
  // Stored before it is finished, so that a worker finds it if this process dies in between.
  const whole = db
    .updateTable("uploads")
    .set(({ eb }) => ({
      offset_bytes: row.size_bytes,
      updated_at: services.clock.now(),
      chunks: eb("chunks", "+", chunks),
    }))
    .where("id", "=", row.id)
    .where("state", "=", "uploading")
    .execute();
  await Promise.all([whole, moved || inPieces ? null : storage.putFile(key, partPath(config, row.id))]);
  const done = await db.transaction().execute(async (tx) => {
    if (!(await complete(services, tx, row, sha256))) return false;
    if (inPieces) await receiveSource(services, tx, row);
    else await makeSource(services, tx, row, sha256);
    return true;
  });
  if (done) return;
  const state = await db.selectFrom("uploads").select("state").where("id", "=", row.id).executeTakeFirst();
  if (state?.state === "complete") return;
  await removeUnfinished(services, row.id);
  if (!inPieces) await storage.delete(key);
  throw new Refusal("gone", "This upload expired or its video was deleted. Upload the file again.");
}

async function complete({ clock }: Services, tx: Tx, row: UploadRow, sha256: Buffer | null): Promise<boolean> {
  const now = clock.now();
  // Locks the video before the upload, in the same order as deletion does.
  const video = await tx
    .selectFrom("videos")
    .select(["status", "deleted_at"])
    .where("id", "=", row.video_id)
    .forUpdate()
    .executeTakeFirst();
  if (!video || video.deleted_at || (video.status !== "uploading" && !isBeside(row))) return false;
  const upload = await tx
    .updateTable("uploads")
    .set({ state: "complete", offset_bytes: row.size_bytes, sha256, finished_at: now, updated_at: now })
    .where("id", "=", row.id)
    .where("state", "=", "uploading")
    .returning("id")
    .executeTakeFirst();
  return upload !== undefined;
}

/** With remote storage: a task puts the pieces together while the video is `receiving`. */
async function receiveSource(services: Services, tx: Tx, row: UploadRow): Promise<void> {
  // A video that has its file stays as it is until the file is stored.
  if (!isBeside(row)) {
    await tx
      .updateTable("videos")
      .set({ status: "receiving", updated_at: services.clock.now() })
      .where("id", "=", row.video_id)
      .execute();
  }
  await services.jobs.send(tx, storeSource, { uploadId: row.id });
  await publish(tx, projectChannel(row.project_id), VIDEO_CHANGED_EVENT, { id: row.video_id });
}
