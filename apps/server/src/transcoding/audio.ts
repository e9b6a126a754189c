import { z } from "zod";
import { encodeAudio } from "@kinora/media/encodeAudio.ts";
import type { Services } from "../context.ts";
import { task } from "../platform/tasks.ts";
import { failTranscode } from "./fail.ts";
import { finishWhenComplete } from "./finish-trigger.ts";
import { renditionIds, segmentsDone, storedInits, storingSink } from "./segments.ts";
import { localSource } from "./source.ts";
import { atWork, openTranscode, type StoredPlan, type Transcode, type Workplace } from "./transcode.ts";

/** Encodes the one sound rendition all rungs share. */
export const encodeAudioTask = task({
  name: "transcoding.audio",
  payload: z.object({ transcodeId: z.number() }),
  concurrency: 2,
  gaveUp: (services, { transcodeId }, failure) => failTranscode(services, transcodeId, failure),
  async run(services, { transcodeId }, run) {
    const transcode = await openTranscode(services, transcodeId);
    if (!transcode?.plan) return;
    const { plan } = transcode;
    await atWork(services, transcode, run, async (place) => {
      await encode(services, transcode, plan, await localSource(services, transcode, place.signal), place);
      await services.db.transaction().execute((tx) => finishWhenComplete(services, tx, transcode));
    });
  },
});

async function encode(services: Services, transcode: Transcode, plan: StoredPlan, source: string, place: Workplace): Promise<void> {
  const { db } = services;
  const ids = await renditionIds(services, transcode.id);
  const audioId = ids.get("audio");
  if (audioId === undefined) return;
  const done = await db.selectFrom("rendition_chunks").select("complete").where("rendition_id", "=", audioId).where("complete", "=", true).executeTakeFirst();
  if (done) return;
  const init = (await storedInits(services, transcode, ["audio"])).get("audio");
  await encodeAudio({
    source,
    facts: plan.facts,
    plan: plan.encoding,
    fromSegment: await segmentsDone(services, [audioId], 0),
    ...(init ? { expectedInit: init } : {}),
    workFolder: place.folder,
    signal: place.signal,
    ...storingSink(services, transcode, ids, 0, 0),
  });
  await db.updateTable("rendition_chunks").set({ complete: true }).where("rendition_id", "=", audioId).where("chunk", "=", 0).execute();
}
