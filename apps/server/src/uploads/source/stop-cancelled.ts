import { z } from "zod";
import type { Listener } from "../../platform/events/events.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { removeUnfinished } from "../tus/unfinished.ts";

/** Ends the upload of a video that was cancelled during its transfer, or of an audio track that was deleted, and deletes its bytes. */
export const stopCancelled = task({
  name: "uploads.stop_cancelled",
  payload: z.object({ eventId: z.number() }),
  async run(services, { eventId }) {
    const { db, clock } = services;
    const event = await db.selectFrom("events").select("payload").where("id", "=", eventId).executeTakeFirst();
    const videoId = z.object({ video_id: z.number() }).safeParse(event?.payload).data?.video_id;
    if (videoId === undefined) return;
    const stopped = await db
      .updateTable("uploads")
      .from("videos")
      .set({ state: "cancelled", finished_at: clock.now(), updated_at: clock.now() })
      .whereRef("videos.id", "=", "uploads.video_id")
      .where(({ or, and, eb }) =>
        or([
          eb("videos.status", "=", "cancelled"),
          // The video of a new upload has no file yet.
          and([
            eb("videos.status", "!=", "uploading"),
            eb("uploads.replaces", "=", false),
            eb("uploads.audio_track_id", "is", null),
          ]),
        ]),
      )
      .where("uploads.video_id", "=", videoId)
      .where("uploads.state", "=", "uploading")
      .returning("uploads.id")
      .execute();
    for (const { id } of stopped) await removeUnfinished(services, id);
  },
});

export const uploadListeners: Listener[] = [
  { event: "video.cancelled", task: stopCancelled },
  { event: "video.audio_track_deleted", task: stopCancelled },
];
