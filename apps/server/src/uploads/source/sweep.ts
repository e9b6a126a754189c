import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import type { VideoFailure } from "@kinora/domain/videos/videos.ts";
import type { Services } from "../../context.ts";
import { publish } from "../../platform/events/events.ts";
import type { Chore } from "../../platform/jobs/chores.ts";
import { Refusal } from "../../platform/refusal.ts";
import { UPLOAD_HOURS } from "../create.ts";
import { emitFailed } from "../failed-upload.ts";
import { isUploadId, readForgottenUploads, readPartOwners, type UploadRow } from "../rows.ts";
import { partFolder } from "../tus/part-files.ts";
import { arrivesInPieces, removeUnfinished } from "../tus/unfinished.ts";
import { finishUpload, isWhole } from "./finish.ts";

const FORGOTTEN: VideoFailure = {
  code: "timeout",
  message: `The upload received no bytes for ${UPLOAD_HOURS} hours. Upload the file again.`,
  retryable: false,
};
const BATCH = 100;
/** A file this young may belong to an upload whose row is being written. */
const YOUNG_MS = 10 * 60_000;

/**
 * Ends abandoned uploads: one that received every byte before its process died is finished, one without a byte for 72 hours
 * is cancelled with the failure on its video.
 */
export const cancelAbandoned: Chore = {
  name: "uploads.give_up_forgotten",
  does: "Finishes or cancels uploads that were abandoned.",
  everySeconds: 15,
  async run(services) {
    for (const row of await readForgottenUploads(services.db, services.clock.now(), BATCH)) {
      if (await isWhole(services, row)) await finishForgotten(services, row);
      else if (row.expires_at <= services.clock.now()) await giveUp(services, row);
    }
  },
};

/** Finishes an upload that nobody waits for. A refusal is stored on its video and must not keep others waiting. */
async function finishForgotten(services: Services, row: UploadRow): Promise<void> {
  try {
    await finishUpload(services, row, { sha256: null, chunks: 0 });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    services.log.info({ upload: row.id, reason: error.message }, "an abandoned upload was not finished");
  }
}

async function giveUp(services: Services, row: UploadRow): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    // Locks the video before the upload, like finishing does.
    await tx.selectFrom("videos").select("id").where("id", "=", row.video_id).forUpdate().executeTakeFirst();
    const given = await tx
      .updateTable("uploads")
      .set({ state: "expired", finished_at: now, updated_at: now })
      .where("id", "=", row.id)
      .where("state", "=", "uploading")
      .where("expires_at", "<=", now)
      .returning("id")
      .executeTakeFirst();
    if (!given) return;
    await tx
      .updateTable("videos")
      .set({ status: "failed", failure: JSON.stringify(FORGOTTEN), updated_at: now })
      .where("id", "=", row.video_id)
      .where("status", "=", "uploading")
      .execute();
    await emitFailed(services, tx, row, FORGOTTEN);
    await publish(tx, projectChannel(row.project_id), VIDEO_CHANGED_EVENT, { id: row.video_id });
  });
  await removeUnfinished(services, row.id);
}

/** Removes the bytes of uploads that ended without becoming a video's source: cancelled, expired, or deleted with their video. */
export const sweepParts: Chore = {
  name: "uploads.sweep_parts",
  does: "Removes the bytes of uploads that ended without a video.",
  everySeconds: 600,
  async run(services) {
    const modified = await newestBytes(services);
    const now = services.clock.now().getTime();
    const old = [...modified].filter(([, newest]) => now - newest > YOUNG_MS).map(([id]) => id);
    for (let from = 0; from < old.length; from += BATCH) {
      const ids = old.slice(from, from + BATCH);
      const needed = await readPartOwners(services.db, ids);
      for (const id of ids) if (!needed.has(id)) await removeUnfinished(services, id);
    }
  },
};

/** When bytes of each upload that has some were stored last, in milliseconds, by its id. */
async function newestBytes(services: Services): Promise<Map<string, number>> {
  const newest = new Map<string, number>();
  const add = (id: string | undefined, modifiedMs: number) => {
    if (id !== undefined && isUploadId(id)) newest.set(id, Math.max(modifiedMs, newest.get(id) ?? 0));
  };
  const folder = partFolder(services.config);
  for (const name of await listParts(folder))
    if (name.endsWith(".part")) add(name.slice(0, -".part".length), (await stat(join(folder, name))).mtimeMs);
  if (arrivesInPieces(services))
    for await (const { key, modifiedAt } of services.storage.list("uploads/"))
      add(key.split("/")[1], modifiedAt.getTime());
  return newest;
}

async function listParts(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (problem) {
    if (typeof problem === "object" && problem !== null && "code" in problem && problem.code === "ENOENT") return [];
    throw problem;
  }
}
