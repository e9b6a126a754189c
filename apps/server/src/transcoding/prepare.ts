import { enabledRungs, planRungs, type ProjectLadder } from "@kinora/domain/projectLadder.ts";
import { planEncoding } from "@kinora/media/encodingPlan.ts";
import { probe } from "@kinora/media/probe.ts";
import { streamability } from "@kinora/media/streamable.ts";
import type { Services } from "../context.ts";
import { task } from "../platform/tasks.ts";
import { sendWaitingChunks } from "./chunks.ts";
import { beginEarlyTools } from "./early-tools.ts";
import { enterPlan } from "./enter-plan.ts";
import { failTranscode } from "./fail.ts";
import { finishWhenComplete } from "./finish-trigger.ts";
import { makeFirstPlayable } from "./first-playable.ts";
import { lockLive } from "./lock-live.ts";
import { withCopy, withWatermark } from "./plan-copy.ts";
import { readVideoLadder } from "./read-ladder.ts";
import { planReuse } from "./reuse.ts";
import { sendAudio } from "./send-work.ts";
import { sourceOf } from "./source-size.ts";
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
          : services.db.transaction().execute((tx) => enterPlan(tx, transcode, plan));
        plan = await makeFirstPlayable(services, { ...transcode, plan }, { plan, started, source, place, run, early });
      } finally {
        await early?.end();
      }
      await services.db.transaction().execute(async (tx) => {
        if (!(await lockLive(tx, transcode))) return;
        // The sound goes with the first chunks: a second run of this finds those sent.
        const sent = await sendWaitingChunks(services, tx, transcode, plan);
        if (sent > 0 || plan.encoding.renditions.length === 0) await sendAudio(services, tx, transcode);
        // What is copied may be the last that was missing.
        if (plan.copy) await finishWhenComplete(services, tx, transcode);
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
  const grid = planEncoding(facts, enabledRungs(ladder), {
    maximumFps: ladder.maxFps,
    audioBitrateKbps: ladder.audioKbps,
  });
  const encoding = { ...grid, renditions: planRungs(sourceOf({ facts, encoding: grid }), ladder) };
  const watermark = await adoptWatermark(services, transcode);
  const plan = { facts, encoding, streamable: streamability(facts).streamable, mp4: ladder.mp4 };
  return watermark
    ? withWatermark(services.db, transcode, ladder, plan, watermark)
    : withCopy(services.db, transcode, ladder, source, plan);
}
