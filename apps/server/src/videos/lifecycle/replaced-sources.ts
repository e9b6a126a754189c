import { z } from "zod";
import { task } from "../../platform/jobs/tasks.ts";

/** Removes a video's replaced sources once the renditions of the new one are complete. */
export const sweepReplacedSources = task({
  name: "videos.sweep_replaced_sources",
  payload: z.object({ eventId: z.number() }),
  async run({ db, storage }, { eventId }) {
    const event = await db.selectFrom("events").select("payload").where("id", "=", eventId).executeTakeFirst();
    const videoId = z.object({ video_id: z.number() }).safeParse(event?.payload).data?.video_id;
    if (videoId === undefined) return;
    const files: string[] = [];
    for await (const { key } of storage.list(`assets/${videoId}/source`)) files.push(key);
    if (files.length < 2) return;
    const video = await db.selectFrom("videos").select("source_key").where("id", "=", videoId).executeTakeFirst();
    if (!video?.source_key) return;
    // A failed replacement can be retried, and one that is being uploaded has no row yet.
    const others = await db
      .selectFrom("transcodes")
      .select("replacement")
      .where("video_id", "=", videoId)
      .where("state", "!=", "complete")
      .execute();
    const arriving = await db
      .selectFrom("uploads")
      .select("id")
      .where("video_id", "=", videoId)
      .where("replaces", "=", true)
      .where("state", "=", "uploading")
      .execute();
    const needed = new Set([video.source_key, ...others.flatMap(({ replacement }) => replacement?.key ?? [])]);
    for (const key of files) {
      if (!needed.has(key) && !arriving.some(({ id }) => key.includes(id))) await storage.delete(key);
    }
  },
});
