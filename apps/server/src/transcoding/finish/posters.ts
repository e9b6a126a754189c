import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { makePosters } from "@kinora/media/pictures/poster.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import type { Services } from "../../context.ts";
import { publish } from "../../platform/events/events.ts";
import { task } from "../../platform/jobs/tasks.ts";
import {
  assetKey,
  atWork,
  openTranscode,
  transcodePayload,
  type Transcode,
  type Workplace,
} from "../encoding/transcode.ts";
import { localSource } from "../source/source.ts";

/** Takes the posters of a new source. A video without posters is still a video, so giving up changes nothing else. */
export const makePostersTask = task({
  name: "transcoding.posters",
  payload: transcodePayload,
  async run(services, wanted, run) {
    const transcode = await openTranscode(services, wanted);
    if (!transcode?.plan) return;
    await atWork(services, transcode, run, (place) => takePosters(services, transcode, place));
  },
});

/** Takes the posters of a version that has none when it becomes current: their own task may still be queued. */
export async function takeMissingPosters(services: Services, transcode: Transcode, place: Workplace): Promise<void> {
  if (Object.keys(await storedPosters(services, transcode)).length > 0) return;
  try {
    await takePosters(services, transcode, place);
  } catch (error) {
    if (place.signal.aborted || !(error instanceof MediaError)) throw error;
    services.log.warn({ transcode: transcode.id, err: error }, "could not take posters");
  }
}

/** The keys of a version's stored posters by label ("720p"). */
export async function storedPosters({ storage }: Services, transcode: Transcode): Promise<Record<string, string>> {
  const images: Record<string, string> = {};
  for await (const { key } of storage.list(assetKey(transcode, "posters"))) {
    const label = /\/(\d+p)\.jpg$/.exec(key)?.[1];
    if (label) images[label] = key;
  }
  return images;
}

async function takePosters(services: Services, transcode: Transcode, place: Workplace): Promise<void> {
  if (!transcode.plan) return;
  const { facts } = transcode.plan;
  const source = await localSource(services, transcode, place.signal);
  const posters = await makePosters({ source, facts, workFolder: place.folder, signal: place.signal });
  for (const { label, path } of posters) {
    await services.storage.putFile(assetKey(transcode, `posters/${label}.jpg`), path, { contentType: "image/jpeg" });
  }
  const images = JSON.stringify(await storedPosters(services, transcode));
  await services.db.transaction().execute(async (tx) => {
    // A video that plays an older version shows that one's posters until the new one takes over.
    await tx
      .updateTable("videos")
      .set({ images })
      .where("id", "=", transcode.video_id)
      .where("version", "in", [0, transcode.version])
      .where("poster", "=", 0)
      .execute();
    await publish(tx, projectChannel(transcode.project_id), VIDEO_CHANGED_EVENT, { id: transcode.video_id });
  });
}
