import { enabledRungs, planRungs, type ProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { planEncoding } from "@kinora/media/encoding/encoding-plan.ts";
import { probe } from "@kinora/media/probe/probe.ts";
import { streamability } from "@kinora/media/probe/streamable.ts";
import type { Services } from "../../context.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { sendWaitingChunks } from "../encoding/chunks.ts";
import { enterPlan } from "../encoding/enter-plan.ts";
import { failTranscode } from "../encoding/fail.ts";
import { lockLive } from "../encoding/lock-live.ts";
import { sendAudio } from "../encoding/send-work.ts";
import { atWork, openTranscode, transcodePayload, type StoredPlan, type Transcode } from "../encoding/transcode.ts";
import { finishWhenComplete } from "../finish/finish-trigger.ts";
import { readVideoLadder } from "../ladder/read-ladder.ts";
import { withCopy, withWatermark } from "../renditions/plan-copy.ts";
import { planReuse } from "../renditions/reuse.ts";
import { adoptWatermark } from "../watermark/version-watermark.ts";
import { beginEarlyTools } from "./early-tools.ts";
import { readEncoderEffort } from "./encoder-effort.ts";
import { makeFirstPlayable } from "./first-playable.ts";
import { sourceOf } from "./source-size.ts";
import { localSource } from "./source.ts";
import { withinMinutes } from "./within-minutes.ts";

/**
 * Probes the source, plans its ladder, makes the first rendition that can play, and then enqueues the ladder: before that,
 * all processors work on the start of playback.
 */
export const prepare = task({
  name: "transcoding.prepare",
  payload: transcodePayload,
  concurrency: 3,
  steered: true,
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
        // The sound is enqueued with the first chunks; a repeated run finds them enqueued.
        const sent = await sendWaitingChunks(services, tx, transcode, plan);
        if (sent > 0 || plan.encoding.renditions.length === 0) await sendAudio(services, tx, transcode);
        // The copied rung may be the last part that was missing.
        if (plan.copy) await finishWhenComplete(services, tx, transcode);
      });
    });
  },
});

const makePlan = async (...[services, transcode, ...rest]: Parameters<typeof planWhole>): Promise<StoredPlan> =>
  withinMinutes(services, transcode, await planWhole(services, transcode, ...rest));

/** The plan of everything that the ladder asks for. */
async function planWhole(
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
    effort: await readEncoderEffort(services.db),
  });
  const encoding = { ...grid, renditions: planRungs(sourceOf({ facts, encoding: grid }), ladder) };
  const watermark = await adoptWatermark(services, transcode);
  const plan = { facts, encoding, streamable: streamability(facts).streamable, mp4: ladder.mp4 };
  return watermark
    ? withWatermark(services.db, transcode, ladder, plan, watermark)
    : withCopy(services.db, transcode, ladder, source, plan);
}
