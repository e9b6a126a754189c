import { buffer as readAll } from "node:stream/consumers";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import type { ProgressiveHead } from "@kinora/domain/uploads/progressive.ts";
import { readProgressiveHead } from "@kinora/media/probe/progressive/progressive-head.ts";
import type { Services } from "../../context.ts";
import { notify, publish } from "../../platform/events/events.ts";
import type { UploadRow } from "../rows.ts";
import { readStored, storedBytes } from "./unfinished.ts";

/**
 * Stores how browsers play an upload while it arrives, as soon as that can be read from its first bytes. A replacement plays once
 * it takes over.
 * @param keptBytes of the upload; fewer may be stored yet.
 * @returns whether there is nothing more to find out.
 */
export async function noteHead(services: Services, row: UploadRow, keptBytes: number): Promise<boolean> {
  if (row.replaces || row.progressive) return true;
  try {
    return await readHead(services, row, keptBytes);
  } catch (error) {
    // The bytes are kept either way: the upload continues, and the next ones look again.
    services.log.warn({ err: error, upload: row.id }, "head of an upload not read");
    return false;
  }
}

async function readHead(services: Services, row: UploadRow, keptBytes: number): Promise<boolean> {
  const head = await readProgressiveHead({
    sizeBytes: row.size_bytes,
    arrivedBytes: Math.min(keptBytes, await storedBytes(services, row.id)),
    read: async (start, length) => readAll(await readStored(services, row.id, { start, end: start + length })),
  });
  if (head === "incomplete") return false;
  if (head !== "unsuitable") await storeHead(services, row, head);
  return true;
}

async function storeHead({ db }: Services, row: UploadRow, head: ProgressiveHead): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const stored = await tx
      .updateTable("uploads")
      .set({ progressive: JSON.stringify(head) })
      .where("id", "=", row.id)
      .where("state", "=", "uploading")
      .where("progressive", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (!stored) return;
    await notify(tx, "playback_changed", row.video_hash);
    await publish(tx, projectChannel(row.project_id), VIDEO_CHANGED_EVENT, { id: row.video_id });
  });
}
