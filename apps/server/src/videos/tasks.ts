import { z } from "zod";
import type { Listener } from "../platform/events.ts";
import { task } from "../platform/tasks.ts";
import { deleteCaptionsFile } from "./captions-files.ts";
import { finishLeaving } from "./leaving.ts";
import { makePosterByHand } from "./posters-by-hand.ts";
import { deletePoster } from "./posters-stored.ts";
import { sweepReplacedSources } from "./replaced-sources.ts";
import { deleteOldSources, deleteSourceFile } from "./retention.ts";
import { keepSchedules } from "./schedule.ts";
import { emptyTrash, purgeWhenDue } from "./trash-can.ts";

const eventId = z.object({ eventId: z.number() });

/** Removes a deleted video's files, then its row with everything that hangs on it; one that goes to the trash waits there. */
export const purgeVideo = task({
  name: "videos.purge",
  payload: eventId,
  async run(services, payload) {
    const event = await services.db
      .selectFrom("events")
      .select("payload")
      .where("id", "=", payload.eventId)
      .executeTakeFirst();
    const videoId = z.object({ video_id: z.number() }).safeParse(event?.payload).data?.video_id;
    if (videoId !== undefined) await purgeWhenDue(services, videoId);
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
            query
              .selectFrom("videos")
              .select("id")
              .where("project_id", "=", projectId)
              .where("deleted_at", "is", null)
              .limit(100),
          )
          .returning(["id", "account_id"])
          .execute();
        for (const { id, account_id: accountId } of rows) {
          await emit(tx, {
            type: "video.deleted",
            accountId,
            projectId,
            payload: { video_id: id },
            actor: event.actor ?? {},
          });
        }
        return rows.length;
      });
      if (gone === 0) return;
    }
  },
});

export const videoTasks = [
  purgeVideo,
  purgeProject,
  finishLeaving,
  deleteSourceFile,
  deleteCaptionsFile,
  makePosterByHand,
  deletePoster,
  sweepReplacedSources,
];

export const videoChores = [emptyTrash, deleteOldSources, keepSchedules];

export const videoListeners: Listener[] = [
  { event: "video.deleted", task: purgeVideo },
  { event: "video.purged", task: purgeVideo },
  { event: "project.deleted", task: purgeProject },
  { event: "video.ready", task: sweepReplacedSources },
];
