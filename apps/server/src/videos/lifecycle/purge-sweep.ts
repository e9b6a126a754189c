import { z } from "zod";
import { task } from "../../platform/jobs/tasks.ts";

/**
 * Seconds after a purge, and then after each sweep, at which the folder is looked at again. Encoders that were stopped store
 * their last segments within seconds; a source on its way into remote storage may take hours.
 */
export const SWEEP_AFTER_SECONDS = [15, 120, 3_600, 43_200] as const;

/**
 * Removes what was stored in a purged video's folder after its purge, by work that had begun before it. Ids are not used
 * again: a folder without a row belongs to nobody.
 */
export const sweepPurged = task({
  name: "videos.sweep_purged",
  payload: z.object({ videoId: z.number(), sweep: z.number().int().min(0) }),
  maximumFailures: 8,
  async run({ db, storage, jobs, log }, { videoId, sweep }) {
    const video = await db.selectFrom("videos").select("id").where("id", "=", videoId).executeTakeFirst();
    if (video) return;
    const files = await storage.deletePrefix(`assets/${videoId}/`);
    if (files > 0) log.info({ video: videoId, files }, "removed files that were stored after their video was purged");
    const startAfterSeconds = SWEEP_AFTER_SECONDS[sweep + 1];
    if (startAfterSeconds) await jobs.send(db, sweepPurged, { videoId, sweep: sweep + 1 }, { startAfterSeconds });
  },
});
