import { sql } from "kysely";
import { makePosters } from "@kinora/media/poster.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { publish } from "../platform/events.ts";
import { task } from "../platform/tasks.ts";
import { localSource } from "./source.ts";
import { assetKey, atWork, openTranscode, transcodePayload } from "./transcode.ts";

/** Takes the posters of a new source. A video without posters is still a video, so giving up changes nothing else. */
export const makePostersTask = task({
  name: "transcoding.posters",
  payload: transcodePayload,
  async run(services, wanted, run) {
    const transcode = await openTranscode(services, wanted);
    if (!transcode?.plan) return;
    const { facts } = transcode.plan;
    await atWork(services, transcode, run, async (place) => {
      const source = await localSource(services, transcode, place.signal);
      const posters = await makePosters({ source, facts, workFolder: place.folder, signal: place.signal });
      const images: Record<string, string> = {};
      for (const { label, path } of posters) {
        const key = assetKey(transcode, `posters/${label}.jpg`);
        await services.storage.putFile(key, path, { contentType: "image/jpeg" });
        images[label] = key;
      }
      await services.db.transaction().execute(async (tx) => {
        await tx.updateTable("videos").set({ images: sql`${JSON.stringify(images)}::jsonb` }).where("id", "=", transcode.video_id).execute();
        await publish(tx, projectChannel(transcode.project_id), VIDEO_CHANGED_EVENT, { id: transcode.video_id });
      });
    });
  },
});
