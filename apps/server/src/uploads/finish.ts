import type { Tx } from "@kinora/db/connect.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import type { Services } from "../context.ts";
import { publish } from "../platform/events.ts";
import { Refusal } from "../platform/refusal.ts";
import { partBytes, partPath, removePart } from "./part-files.ts";
import type { UploadRow } from "./rows.ts";
import { makeSource, sourceKey } from "./source.ts";
import { storeSource } from "./store.ts";

/** Whether every byte of an unfinished upload is there: in its own file, or already moved into storage by a process that died. */
export async function isWhole(services: Services, row: UploadRow): Promise<boolean> {
  const bytes = await partBytes(services.config, row.id);
  return bytes === row.size_bytes || (bytes === 0 && (await isStored(services, row)));
}

async function isStored({ storage }: Services, row: UploadRow): Promise<boolean> {
  const key = sourceKey(row);
  return storage.localPath(key) !== null && (await storage.stat(key))?.sizeBytes === row.size_bytes;
}

/**
 * Finishes an upload whose every byte is on disk: its file becomes the video's source and the video waits for its
 * renditions. Doing it twice is the same as doing it once; a process that dies halfway leaves what the next one needs.
 * `sha256` is null when this process has not seen every byte; a task then reads the file. `chunks` bodies came last.
 * @throws Refusal `gone` when the video was deleted or the upload given up meanwhile.
 */
export async function finishUpload(
  services: Services,
  row: UploadRow,
  { sha256, chunks }: { sha256: Buffer | null; chunks: number },
): Promise<void> {
  const { config, storage, db } = services;
  const key = sourceKey(row);
  const local = storage.localPath(key) !== null;
  // Said before it is finished, so that a worker finds it should this process die in between.
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
  const moved = local && (await partBytes(config, row.id)) === 0 && (await isStored(services, row));
  await Promise.all([whole, local && !moved ? storage.putFile(key, partPath(config, row.id)) : null]);
  const done = await db.transaction().execute(async (tx) => {
    if (!(await complete(services, tx, row, sha256))) return false;
    if (local) await makeSource(services, tx, row, sha256);
    else await receiveSource(services, tx, row);
    return true;
  });
  if (done) return;
  const state = await db.selectFrom("uploads").select("state").where("id", "=", row.id).executeTakeFirst();
  if (state?.state === "complete") return;
  await removePart(config, row.id);
  if (local) await storage.delete(key);
  throw new Refusal("gone", "This upload was given up or its video deleted; upload the file again.");
}

async function complete({ clock }: Services, tx: Tx, row: UploadRow, sha256: Buffer | null): Promise<boolean> {
  const now = clock.now();
  // The video before the upload, as deleting one does: both are locked in the same order.
  const video = await tx
    .selectFrom("videos")
    .select(["status", "deleted_at"])
    .where("id", "=", row.video_id)
    .forUpdate()
    .executeTakeFirst();
  if (!video || video.deleted_at || (video.status !== "uploading" && !row.replaces)) return false;
  const upload = await tx
    .updateTable("uploads")
    .set({ state: "complete", offset_bytes: row.size_bytes, sha256, finished_at: now, updated_at: now })
    .where("id", "=", row.id)
    .where("state", "=", "uploading")
    .returning("id")
    .executeTakeFirst();
  return upload !== undefined;
}

/** Storage is far away: the file follows as a task while the video is `receiving`. */
async function receiveSource(services: Services, tx: Tx, row: UploadRow): Promise<void> {
  // A video whose source is being replaced stays what it is until the file is in storage.
  if (!row.replaces) {
    await tx
      .updateTable("videos")
      .set({ status: "receiving", updated_at: services.clock.now() })
      .where("id", "=", row.video_id)
      .execute();
  }
  await services.jobs.send(tx, storeSource, { uploadId: row.id });
  await publish(tx, projectChannel(row.project_id), VIDEO_CHANGED_EVENT, { id: row.video_id });
}
