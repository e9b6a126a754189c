import { z } from "zod";
import type { Services } from "../../context.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { keptFolder, liveFolder } from "../media/live-files.ts";
import { EXTENSIONS, storedKey } from "../recordings/recordings.ts";

/**
 * Deletes the livestreams of a deleted project with their stored files; recordings that became videos go with the videos. Rows of
 * sessions stay as long as the project's row does: usage is counted from them.
 */
export const deleteProjectStreams = task({
  name: "live.delete_project_streams",
  payload: z.object({ eventId: z.number() }),
  async run(services, { eventId }) {
    const { db, clock } = services;
    const event = await db.selectFrom("events").select("project_id").where("id", "=", eventId).executeTakeFirst();
    if (!event?.project_id) return;
    const streams = await db.selectFrom("streams").select("id").where("project_id", "=", event.project_id).execute();
    for (const { id } of streams) {
      await deleteFiles(services, id);
      // The process that has it on air deletes what it wrote since.
      await db
        .updateTable("streams")
        .set({ deleted_at: clock.now() })
        .where("id", "=", id)
        .where("deleted_at", "is", null)
        .execute();
    }
  },
});

async function deleteFiles({ db, storage }: Services, streamId: number): Promise<void> {
  await storage.deletePrefix(`${liveFolder(streamId)}/`);
  const recordings = await db
    .selectFrom("stream_recordings")
    .select("id")
    .where("stream_id", "=", streamId)
    .where("video_id", "is", null)
    .execute();
  for (const { id } of recordings) {
    await storage.deletePrefix(`${keptFolder(id)}/`);
    for (const extension of EXTENSIONS) await storage.delete(storedKey(id, extension));
  }
}
