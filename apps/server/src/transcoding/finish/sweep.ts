import { z } from "zod";
import { task } from "../../platform/jobs/tasks.ts";

/** Removes the files that a video's current version replaced: older versions, and the source cut for the first minutes. */
export const sweepVersions = task({
  name: "transcoding.sweep",
  payload: z.object({ videoId: z.number() }),
  async run({ db, storage }, { videoId }) {
    const video = await db
      .selectFrom("videos")
      .select(["version", "images"])
      .where("id", "=", videoId)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!video || video.version === 0) return;
    const old = await db
      .selectFrom("renditions")
      .innerJoin("transcodes", "transcodes.id", "renditions.transcode_id")
      .select(["renditions.id", "renditions.version", "renditions.label", "renditions.kind"])
      .where("renditions.video_id", "=", videoId)
      .where("transcodes.state", "not in", ["queued", "running"])
      .where((where) =>
        where.or([where("renditions.version", "<", video.version), where("renditions.kind", "=", "source")]),
      )
      .execute();
    for (const { id, version, label } of old) {
      await storage.deletePrefix(`assets/${videoId}/v${version}/${label}/`);
      await db.deleteFrom("renditions").where("id", "=", id).execute();
    }
    // A killed worker may have left a partial cut.
    await storage.deletePrefix(`assets/${videoId}/v${video.version}/source/`);
    for (const version of new Set(old.map((row) => row.version).filter((each) => each < video.version))) {
      await storage.deletePrefix(`assets/${videoId}/v${version}/`);
    }
  },
});
