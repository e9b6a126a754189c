import type { Tx } from "@kinora/db/connect.ts";
import { encodeAudio } from "@kinora/media/encoding/encode-audio.ts";
import type { Services } from "../../context.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { finishWhenComplete } from "../finish/finish-trigger.ts";
import { markPlayable } from "../source/playable.ts";
import { localSource } from "../source/source.ts";
import { failTranscode } from "./fail.ts";
import { lockLive } from "./lock-live.ts";
import { addEncodeTime, renditionIds, segmentsDone, storedInits, storingSink } from "./segments.ts";
import { soundsOf, type PlannedSound } from "./sounds.ts";
import {
  atWork,
  openTranscode,
  transcodePayload,
  type StoredPlan,
  type Transcode,
  type Workplace,
} from "./transcode.ts";

/** Encodes the sounds that all rungs share, one after the other: the main one first, without which nothing plays. */
export const encodeAudioTask = task({
  name: "transcoding.audio",
  payload: transcodePayload,
  concurrency: 2,
  steered: true,
  gaveUp: failTranscode,
  async run(services, wanted, run) {
    const transcode = await openTranscode(services, wanted);
    if (!transcode?.plan) return;
    const { plan } = transcode;
    await atWork(services, transcode, run, async (place) => {
      const source = await localSource(services, transcode, place.signal);
      for (const sound of soundsOf(plan)) await encode(services, transcode, plan, { source, ...sound }, place);
      await services.db.transaction().execute((tx) => completeAudio(services, tx, transcode));
    });
  },
});

async function encode(
  services: Services,
  transcode: Transcode,
  plan: StoredPlan,
  { source, label, audio, bitrateKbps, surround }: PlannedSound & { source: string },
  place: Workplace,
): Promise<void> {
  const { db } = services;
  const ids = await renditionIds(services, transcode.id);
  const audioId = ids.get(label);
  if (audioId === undefined) return;
  const done = await db
    .selectFrom("rendition_chunks")
    .select("complete")
    .where("rendition_id", "=", audioId)
    .where("complete", "=", true)
    .executeTakeFirst();
  if (done) return;
  const begunAt = performance.now();
  const init = (await storedInits(services, transcode, [label])).get(label);
  const fromSegment = await segmentsDone(services, [audioId], 0);
  if (fromSegment > 0) await markPlayable(services, transcode);
  await encodeAudio({
    source,
    facts: { ...plan.facts, audio },
    rendition: label,
    surround,
    plan: { ...plan.encoding, ...(bitrateKbps === undefined ? {} : { audioBitrateKbps: bitrateKbps }) },
    fromSegment,
    ...(init ? { expectedInit: init } : {}),
    workFolder: place.folder,
    signal: place.signal,
    ...storingSink(services, transcode, ids, 0, 0, place.signal),
  });
  await addEncodeTime(services, [audioId], performance.now() - begunAt);
}

/** Marks the sound complete, and enqueues the finish if it was the last part. Idempotent. */
async function completeAudio(services: Services, tx: Tx, transcode: Transcode): Promise<void> {
  if (!(await lockLive(tx, transcode))) return;
  const completed = await tx
    .updateTable("rendition_chunks")
    .set({ complete: true })
    .where("complete", "=", false)
    .where("rendition_id", "in", (query) =>
      query.selectFrom("renditions").select("id").where("transcode_id", "=", transcode.id).where("kind", "=", "audio"),
    )
    .returning("rendition_id")
    .executeTakeFirst();
  if (completed) await finishWhenComplete(services, tx, transcode);
}
