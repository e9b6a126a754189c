import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { task } from "../../platform/jobs/tasks.ts";
import { readUpload } from "../rows.ts";

/** Hashes a source whose bytes were received by more than one process, so that every upload has its SHA-256. */
export const hashSource = task({
  name: "uploads.hash_source",
  /** `key` is the file's storage key when it is not its video's source yet. */
  payload: z.object({ uploadId: z.string(), key: z.string().optional() }),
  async run({ db, storage }, { uploadId, key }, { signal }) {
    const row = await readUpload(db, uploadId);
    const video =
      row && (await db.selectFrom("videos").select("source_key").where("id", "=", row.video_id).executeTakeFirst());
    if (!row || row.sha256 || row.video_deleted_at) return;
    const source = key ?? video?.source_key;
    if (!source) return;
    const { stream } = await storage.get(source);
    const hash = createHash("sha256");
    await pipeline(stream, hash, { signal });
    const sha256 = hash.digest();
    await db.transaction().execute(async (tx) => {
      // Locks the video before the upload, as everywhere.
      await tx
        .updateTable("videos")
        .set({ source_sha256: sha256 })
        .where("id", "=", row.video_id)
        .where("file_id", "=", uploadId)
        .execute();
      await tx.updateTable("uploads").set({ sha256 }).where("id", "=", uploadId).execute();
    });
  },
});
