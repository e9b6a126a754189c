import { z } from "zod";
import type { Listener } from "../platform/events.ts";
import { task } from "../platform/tasks.ts";

const eventId = z.object({ eventId: z.number() });

/** Removes a deleted video's files, then its row with everything that hangs on it. */
export const purgeVideo = task({
  name: "videos.purge",
  payload: eventId,
  async run({ db, storage }, payload) {
    const event = await db.selectFrom("events").select("payload").where("id", "=", payload.eventId).executeTakeFirst();
    const videoId = z.object({ video_id: z.number() }).safeParse(event?.payload).data?.video_id;
    if (videoId === undefined) return;
    const uploads = await db.selectFrom("uploads").select("id").where("video_id", "=", videoId).execute();
    for (const { id } of uploads) await storage.deletePrefix(`uploads/${id}`);
    await storage.deletePrefix(`assets/${videoId}/`);
    await db.deleteFrom("videos").where("id", "=", videoId).where("deleted_at", "is not", null).execute();
  },
});

/** Takes every video of a deleted project through the ordinary deletion, in pages. */
export const purgeProject = task({
  name: "videos.purge_project",
  payload: eventId,
  async run({ db, emit }, payload) {
    const event = await db.selectFrom("events").selectAll().where("id", "=", payload.eventId).executeTakeFirst();
    if (!event?.project_id) return;
    const projectId = event.project_id;
    for (;;) {
      const gone = await db.transaction().execute(async (tx) => {
        const rows = await tx
          .updateTable("videos")
          .set({ deleted_at: new Date() })
          .where("id", "in", (query) =>
            query.selectFrom("videos").select("id").where("project_id", "=", projectId).where("deleted_at", "is", null).limit(100),
          )
          .returning(["id", "account_id"])
          .execute();
        for (const { id, account_id: accountId } of rows) {
          await emit(tx, { type: "video.deleted", accountId, projectId, payload: { video_id: id }, actor: event.actor ?? {} });
        }
        return rows.length;
      });
      if (gone === 0) return;
    }
  },
});

export const videoTasks = [purgeVideo, purgeProject];

export const videoListeners: Listener[] = [
  { event: "video.deleted", task: purgeVideo },
  { event: "project.deleted", task: purgeProject },
];
