import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import type { VideoFailure } from "@kinora/domain/videos/videos.ts";
import type { Services } from "../../context.ts";
import { publish } from "../../platform/events/events.ts";
import { Refusal } from "../../platform/refusal.ts";
import { emitFailed } from "../failed-upload.ts";
import type { UploadRow } from "../rows.ts";
import { partPath } from "../tus/part-files.ts";
import { readPieces, streamPieces } from "../tus/pieces.ts";
import { removeUnfinished } from "../tus/unfinished.ts";

const MEBIBYTE = 1024 * 1024;

const ANOTHER_FILE: VideoFailure = {
  code: "checksum_mismatch",
  message: "The bytes that arrived are not those of the file this upload began with. Upload the file again.",
  retryable: false,
};

/** SHA-256, in hex, of a file's first and last MiB, of the whole file up to 2 MiB: what clients announce as `fingerprint`. */
export async function fingerprintOf(path: string): Promise<string> {
  await using file = await open(path);
  const { size } = await file.stat();
  return await hashOfEnds(size, async (start, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  });
}

/** The same of an upload whose pieces are in storage. */
async function fingerprintOfPieces(services: Services, row: UploadRow): Promise<string> {
  const pieces = await readPieces(services.db, row.id);
  return hashOfEnds(row.size_bytes, (start, length) =>
    buffer(streamPieces(services, pieces, { start, end: start + length })),
  );
}

async function hashOfEnds(size: number, read: (start: number, length: number) => Promise<Buffer>): Promise<string> {
  const hash = createHash("sha256");
  const pieces =
    size <= 2 * MEBIBYTE
      ? [[0, size]]
      : [
          [0, MEBIBYTE],
          [size - MEBIBYTE, MEBIBYTE],
        ];
  for (const [start = 0, length = 0] of pieces) hash.update(await read(start, length));
  return hash.digest("hex");
}

/**
 * Compares the bytes of an upload with the fingerprint it was created with, if there is one. Another file of the same name
 * and size may have continued it, or the file changed while it was sent: then the upload fails and its bytes are removed.
 * @throws Refusal `invalid` when they differ.
 */
export async function requireAnnouncedFile(services: Services, row: UploadRow, inPieces: boolean): Promise<void> {
  if (row.fingerprint === null) return;
  const found = await (inPieces
    ? fingerprintOfPieces(services, row)
    : fingerprintOf(partPath(services.config, row.id)));
  if (found === row.fingerprint) return;
  const now = services.clock.now();
  await services.db.transaction().execute(async (tx) => {
    // Locks the video before the upload, like finishing does.
    await tx.selectFrom("videos").select("id").where("id", "=", row.video_id).forUpdate().executeTakeFirst();
    const failed = await tx
      .updateTable("uploads")
      .set({ state: "failed", offset_bytes: 0, finished_at: now, updated_at: now })
      .where("id", "=", row.id)
      .where("state", "=", "uploading")
      .returning("id")
      .executeTakeFirst();
    if (!failed) return;
    // A video whose source was to be replaced keeps the one it has.
    await tx
      .updateTable("videos")
      .set({ status: "failed", failure: JSON.stringify(ANOTHER_FILE), updated_at: now })
      .where("id", "=", row.video_id)
      .where("status", "=", "uploading")
      .execute();
    await emitFailed(services, tx, row, ANOTHER_FILE);
    await publish(tx, projectChannel(row.project_id), VIDEO_CHANGED_EVENT, { id: row.video_id });
  });
  await removeUnfinished(services, row.id);
  throw new Refusal("invalid", ANOTHER_FILE.message);
}
