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
import { partFolder, removePart } from "../tus/part-files.ts";
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
  const { db, config, clock } = services;
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
  await removePart(config, row.id);
}

/** Removes the bytes of uploads that ended without becoming a video's source: cancelled, expired, or deleted with their video. */
export const sweepParts: Chore = {
  name: "uploads.sweep_parts",
  does: "Removes the bytes of uploads that ended without a video.",
  everySeconds: 600,
  async run({ config, db, clock }) {
    const old: string[] = [];
    for (const name of await listParts(partFolder(config))) {
      const id = name.slice(0, -".part".length);
      if (!name.endsWith(".part") || !isUploadId(id)) continue;
      const modified = (await stat(join(partFolder(config), name))).mtimeMs;
      if (clock.now().getTime() - modified > YOUNG_MS) old.push(id);
    }
    for (let from = 0; from < old.length; from += BATCH) {
      const ids = old.slice(from, from + BATCH);
      const needed = await readPartOwners(db, ids);
      for (const id of ids) if (!needed.has(id)) await removePart(config, id);
    }
  },
};

async function listParts(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (problem) {
    if (typeof problem === "object" && problem !== null && "code" in problem && problem.code === "ENOENT") return [];
    throw problem;
  }
}
