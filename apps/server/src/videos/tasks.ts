import { z } from "zod";
import type { Listener } from "../platform/events/events.ts";
import { task } from "../platform/jobs/tasks.ts";
import { deleteCaptionsFile } from "./captions/captions-files.ts";
import { takeCaptionsOfWhole } from "./captions/captions-of-part.ts";
import { fillPassages } from "./captions/spoken-passages.ts";
import { takeSourceTexts } from "./captions/texts-of-source.ts";
import { checkSource } from "./installation/source-check.ts";
import { finishLabelRemoval } from "./labels/label-removal.ts";
import { sweepPurged } from "./lifecycle/purge-sweep.ts";
import { sweepReplacedSources } from "./lifecycle/replaced-sources.ts";
import { deleteOldSources, deleteSourceFile } from "./lifecycle/retention.ts";
import { keepSchedules } from "./lifecycle/schedule.ts";
import { emptyTrash, purgeWhenDue } from "./lifecycle/trash-can.ts";
import { makePosterByHand } from "./posters/posters-by-hand.ts";
import { deletePoster } from "./posters/posters-stored.ts";

const eventId = z.object({ eventId: z.number() });

/** Purges a deleted video when it is due; one in the trash waits for that. */
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

/** Deletes every video of a deleted project, in pages. */
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
  sweepPurged,
  purgeProject,
  finishLabelRemoval,
  deleteSourceFile,
  deleteCaptionsFile,
  takeSourceTexts,
  takeCaptionsOfWhole,
  makePosterByHand,
  deletePoster,
  sweepReplacedSources,
  checkSource,
];

export const videoChores = [emptyTrash, deleteOldSources, keepSchedules, fillPassages];

export const videoListeners: Listener[] = [
  { event: "video.deleted", task: purgeVideo },
  { event: "video.purged", task: purgeVideo },
  { event: "project.deleted", task: purgeProject },
  { event: "video.ready", task: sweepReplacedSources },
  { event: "video.ready", task: takeSourceTexts },
  { event: "video.ready", task: takeCaptionsOfWhole },
];
