import type { Tx } from "@kinora/db/connect.ts";
import type { Replacement } from "@kinora/db/schema-videos.ts";
import {
  CONVERSION_PROGRESS_EVENT,
  projectChannel,
  transcodingChannel,
  VIDEO_CHANGED_EVENT,
} from "@kinora/domain/realtime.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { notify, publish } from "../../platform/events/events.ts";
import { rememberSpeed } from "../encoding/speed.ts";
import { assetKey, CANCELLED_NOTIFICATION, type StoredPlan, type Transcode } from "../encoding/transcode.ts";
import { measureRenditions } from "../renditions/similarity.ts";
import { deleteSourceLeftovers, dropLocalSource } from "../source/source.ts";
import { storedPosters } from "./posters.ts";
import { sweepVersions } from "./sweep.ts";
import { recordTranscode } from "./transcode-record.ts";

/** Time for which players that started before may still read files the finished version does not list. */
const GRACE_SECONDS = 24 * 60 * 60;

/** Lower than all encoding, so that other videos come first. */
const MEASURE_AFTER_SECONDS = 5;

/** Makes a transcode the video's current version in one transaction: version, status, sizes, event and clean-up. */
export async function completeTranscode(services: Services, transcode: Transcode, plan: StoredPlan): Promise<void> {
  const { clock, db, storage } = services;
  const storedBytes = await sizeOf(services, transcode);
  const storyboard = (await storage.stat(assetKey(transcode, "storyboard/storyboard.vtt"))) !== null;
  const images = JSON.stringify(await storedPosters(services, transcode));
  const completed = await db.transaction().execute(async (tx) => {
    const done = await tx
      .updateTable("transcodes")
      .set({ state: "complete", progress: 1, finished_at: clock.now(), failure: null, log: [] })
      .where("id", "=", transcode.id)
      .where("attempts", "=", transcode.attempt)
      .where("state", "=", "running")
      .returning(["id", "started_at"])
      .executeTakeFirst();
    if (!done) return null;
    if (transcode.replacement) await adoptSource(tx, transcode.video_id, transcode.replacement);
    await tx
      .updateTable("videos")
      .set({
        status: "complete",
        playable: true,
        version: transcode.version,
        failure: null,
        // A poster chosen by hand stays.
        images: sql<string>`case when poster > 0 then images else ${images}::jsonb end`,
        storyboard,
        // The planned duration is the one the source declares; with variable rates it is a few frames off.
        duration_seconds: sql<number>`coalesce((select max(duration_seconds) from renditions
          where transcode_id = ${transcode.id} and kind = 'video' and duration_seconds > 0), ${plan.encoding.durationSeconds})`,
        width: plan.facts.video.width,
        height: plan.facts.video.height,
        sound_only: plan.sound !== undefined,
        completed_at: clock.now(),
        updated_at: clock.now(),
        stored_bytes: sql<number>`coalesce(source_bytes, 0) + extra_bytes + ${storedBytes}`,
      })
      .where("id", "=", transcode.video_id)
      .execute();
    await dropChunks(tx, transcode.id);
    await dropUnfinishedSource(tx, transcode.id);
    await recordTranscode(tx, transcode.id);
    await announceReady(services, tx, transcode);
    return done;
  });
  if (!completed) return;
  await deleteSourceLeftovers(services, transcode);
  await dropLocalSource(services, transcode.id);
  await storage.sweepDrafts(`assets/${transcode.video_id}/`);
  // Partial and partly copied ladders are no measure of how long whole ones take.
  if (completed.started_at && !transcode.reuse && !plan.copy)
    await rememberSpeed(services, plan, (clock.now().getTime() - completed.started_at.getTime()) / 1_000);
}

/** Emits `video.ready`, enqueues the work on the finished version, and notifies consoles and players. */
async function announceReady(services: Services, tx: Tx, transcode: Transcode): Promise<void> {
  await services.emit(tx, {
    type: "video.ready",
    accountId: transcode.account_id,
    projectId: transcode.project_id,
    payload: { video_id: transcode.video_id, version: transcode.version },
    actor: { kind: "system" },
  });
  const measured = { videoId: transcode.video_id, version: transcode.version, waited: 0 };
  await services.jobs.send(tx, measureRenditions, measured, { startAfterSeconds: MEASURE_AFTER_SECONDS });
  await services.jobs.send(tx, sweepVersions, { videoId: transcode.video_id }, { startAfterSeconds: GRACE_SECONDS });
  await publish(tx, transcodingChannel(transcode.video_id), CONVERSION_PROGRESS_EVENT, {
    id: transcode.video_id,
    progress: 100,
    eta: 0,
  });
  await publish(tx, projectChannel(transcode.project_id), VIDEO_CHANGED_EVENT, { id: transcode.video_id });
  await notify(tx, "playback_changed", transcode.hash);
}

/** Drops what is noted of the parts of finished rungs. */
async function dropChunks(tx: Tx, transcodeId: number): Promise<void> {
  await tx
    .deleteFrom("rendition_chunks")
    .where("rendition_id", "in", (query) =>
      query.selectFrom("renditions").select("id").where("transcode_id", "=", transcodeId).where("kind", "!=", "source"),
    )
    .execute();
  await tx.deleteFrom("transcode_chunks").where("transcode_id", "=", transcodeId).execute();
}

/** Drops a source that is still being cut when every rung is complete: its players switch to the rungs. */
async function dropUnfinishedSource(tx: Tx, transcodeId: number): Promise<void> {
  const dropped = await tx
    .deleteFrom("renditions")
    .where("transcode_id", "=", transcodeId)
    .where("kind", "=", "source")
    .where("state", "!=", "complete")
    .returning("id")
    .executeTakeFirst();
  if (dropped) await notify(tx, CANCELLED_NOTIFICATION, String(transcodeId));
}

/** Makes the transcoded file the video's source; a listener of the event deletes the previous one. */
async function adoptSource(
  tx: Tx,
  videoId: number,
  { upload_id: uploadId, key, file_name, size_bytes }: Replacement,
): Promise<void> {
  await tx
    .updateTable("videos")
    .set((query) => ({
      file_id: uploadId,
      file_name,
      source_key: key,
      source_bytes: size_bytes,
      recorded: false,
      watermarked: false,
      source_sha256: query.selectFrom("uploads").select("sha256").where("id", "=", uploadId),
    }))
    .where("id", "=", videoId)
    .execute();
}

async function sizeOf({ storage }: Services, transcode: Transcode): Promise<number> {
  let bytes = 0;
  for await (const file of storage.list(assetKey(transcode, ""))) bytes += file.sizeBytes;
  return bytes;
}
