import type { Tx } from "@kinora/db/connect.ts";
import { enabledRungs, type ProjectLadder } from "@kinora/domain/projectLadder.ts";
import { planEncoding } from "@kinora/media/encodingPlan.ts";
import { probe } from "@kinora/media/probe.ts";
import { streamability } from "@kinora/media/streamable.ts";
import type { Services } from "../context.ts";
import { task } from "../platform/tasks.ts";
import { sendWaitingChunks } from "./chunks.ts";
import { beginEarlyTools } from "./early-tools.ts";
import { failTranscode } from "./fail.ts";
import { makeFirstPlayable } from "./first-playable.ts";
import { lockLive } from "./lock-live.ts";
import { readVideoLadder } from "./read-ladder.ts";
import { enterReused, planReuse } from "./reuse.ts";
import { sendAudio } from "./send-work.ts";
import { localSource } from "./source.ts";
import { atWork, openTranscode, transcodePayload, type StoredPlan, type Transcode } from "./transcode.ts";
import { adoptWatermark } from "./version-watermark.ts";

/**
 * Looks at the source, plans its ladder, makes the first thing that can play, and then sends the ladder: before that the
 * processors belong to whoever waits for the video to begin.
 */
export const prepare = task({
  name: "transcoding.prepare",
  payload: transcodePayload,
  concurrency: 3,
  gaveUp: failTranscode,
  async run(services, wanted, run) {
    const transcode = await openTranscode(services, wanted);
    if (!transcode) return;
    await atWork(services, transcode, run, async (place) => {
      const source = await localSource(services, transcode, place.signal);
      const ladder = await readVideoLadder(services.db, transcode);
      const isNew = !transcode.plan && !transcode.reuse;
      const planning = transcode.plan ?? makePlan(services, transcode, ladder, source, place.signal);
      const early = isNew ? beginEarlyTools(source, place, ladder.audioKbps) : null;
      let plan: StoredPlan;
      try {
        plan = await planning;
        const started = transcode.plan
          ? Promise.resolve()
          : services.db.transaction().execute((tx) => startWork(tx, transcode, plan));
        await makeFirstPlayable(services, { ...transcode, plan }, { plan, started, source, place, run, early });
      } finally {
        await early?.end();
      }
      await services.db.transaction().execute(async (tx) => {
        if (!(await lockLive(tx, transcode))) return;
        // The sound goes with the first chunks: a second run of this finds those sent.
        if ((await sendWaitingChunks(services, tx, transcode, plan)) > 0) await sendAudio(services, tx, transcode);
      });
    });
  },
});

async function makePlan(
  services: Services,
  transcode: Transcode,
  ladder: ProjectLadder,
  source: string,
  signal: AbortSignal,
): Promise<StoredPlan> {
  if (transcode.reuse) return planReuse(services, transcode, transcode.reuse);
  const facts = await probe(source, { signal });
  services.log.debug({ transcode: transcode.id, container: facts.container, codec: facts.video.codec }, "probed");
  const encoding = planEncoding(facts, enabledRungs(ladder), {
    maximumFps: ladder.maxFps,
    audioBitrateKbps: ladder.audioKbps,
  });
  const watermark = await adoptWatermark(services, transcode);
  // A watermark lies on every picture from the first, so none can be the source's own.
  if (watermark) return { facts, encoding: { ...encoding, watermark }, streamable: false, mp4: ladder.mp4 };
  return { facts, encoding, streamable: streamability(facts).streamable, mp4: ladder.mp4 };
}

/** Writes the plan down with a row for every rendition and chunk, all or nothing. */
async function startWork(tx: Tx, transcode: Transcode, plan: StoredPlan): Promise<void> {
  const { encoding, facts } = plan;
  const claimed = await tx
    .updateTable("transcodes")
    .set({ plan: JSON.stringify(plan), media_seconds: encoding.durationSeconds })
    .where("id", "=", transcode.id)
    .where("state", "in", ["queued", "running"])
    .where("plan", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!claimed) return;
  const base = {
    transcode_id: transcode.id,
    video_id: transcode.video_id,
    account_id: transcode.account_id,
    version: transcode.version,
  };
  const frameRate = encoding.grid.fps.numerator / encoding.grid.fps.denominator;
  await tx
    .insertInto("renditions")
    .values([
      ...encoding.renditions.map(({ label, width, height }) => ({
        ...base,
        kind: "video" as const,
        label,
        width,
        height,
        frame_rate: frameRate,
      })),
      ...(encoding.hasAudio && !transcode.reuse?.labels.includes("audio")
        ? [{ ...base, kind: "audio" as const, label: "audio" }]
        : []),
      ...(plan.streamable
        ? [
            {
              ...base,
              kind: "source" as const,
              label: "source",
              width: facts.video.width,
              height: facts.video.height,
              frame_rate: frameRate,
            },
          ]
        : []),
    ])
    .execute();
  if (transcode.reuse) await enterReused(tx, transcode, transcode.reuse);
  await tx
    .insertInto("transcode_chunks")
    .values(Array.from({ length: encoding.chunkCount }, (_, chunk) => ({ transcode_id: transcode.id, chunk })))
    .execute();
  await tx
    .updateTable("videos")
    .set({ duration_seconds: encoding.durationSeconds, width: facts.video.width, height: facts.video.height })
    .where("id", "=", transcode.video_id)
    // A video that plays an older version keeps its facts until the new one takes over.
    .where("version", "in", [0, transcode.version])
    .execute();
}
