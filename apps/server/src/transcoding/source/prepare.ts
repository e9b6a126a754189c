import { byCodec } from "@kinora/domain/transcoding/picture-codecs.ts";
import { enabledRungs, planRungs, type ProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { LOW_SOUND_KBPS, SURROUND_KBPS } from "@kinora/domain/videos/audio-tracks.ts";
import { planEncoding } from "@kinora/media/encoding/encoding-plan.ts";
import { probe } from "@kinora/media/probe/probe.ts";
import { hasShortGroups, streamability } from "@kinora/media/probe/streamable.ts";
import type { SoundFacts } from "@kinora/media/sound/sound-film.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import type { Services } from "../../context.ts";
import { task, type Run } from "../../platform/jobs/tasks.ts";
import { sendWaitingChunks } from "../encoding/chunks.ts";
import { enterPlan } from "../encoding/enter-plan.ts";
import { failTranscode } from "../encoding/fail.ts";
import { lockLive } from "../encoding/lock-live.ts";
import { sendAudio } from "../encoding/send-work.ts";
import {
  atWork,
  openTranscode,
  transcodePayload,
  type StoredPlan,
  type Transcode,
  type Workplace,
} from "../encoding/transcode.ts";
import { finishWhenComplete } from "../finish/finish-trigger.ts";
import { readVideoLadder } from "../ladder/read-ladder.ts";
import { isRecording, withCopy, withWatermark } from "../renditions/plan-copy.ts";
import { planReuse } from "../renditions/reuse.ts";
import { adoptWatermark } from "../watermark/version-watermark.ts";
import { beginEarlyTools } from "./early-tools.ts";
import { encodable } from "./encodable.ts";
import { readEncoderEffort } from "./encoder-effort.ts";
import { makeFirstPlayable } from "./first-playable.ts";
import { dropSimilarRungs } from "./similar-rungs.ts";
import { sourceOf } from "./source-size.ts";
import { filmOfSound, localSource } from "./source.ts";
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
      const plan = await playSoon(services, transcode, { source }, place, run).catch(async (error: unknown) => {
        if (!(error instanceof MediaError && error.code === "no_video_track")) throw error;
        const { path, sound } = await filmOfSound(services, transcode, source, place.signal);
        return playSoon(services, transcode, { source: path, sound }, place, run);
      });
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

/** A local file to make renditions of; with `sound` where it is the film of one. */
interface LocalSource {
  source: string;
  sound?: SoundFacts;
}

/** Plans the ladder of a source and makes the first rendition that can play; returns the plan in force afterwards. */
async function playSoon(
  services: Services,
  transcode: Transcode,
  local: LocalSource,
  place: Workplace,
  run: Run,
): Promise<StoredPlan> {
  const { source } = local;
  const ladder = await readVideoLadder(services.db, transcode);
  const isNew = !transcode.plan && !transcode.reuse;
  const probing = Promise.withResolvers<void>();
  const planning = transcode.plan ?? makePlan(services, transcode, ladder, local, place.signal, probing.resolve);
  // Everything waits for the probe: it has the processors first.
  if (isNew) await Promise.race([probing.promise, planning]);
  const early = isNew ? beginEarlyTools(source, place, ladder.audioKbps) : null;
  try {
    const plan = await planning;
    const started = transcode.plan
      ? Promise.resolve()
      : services.db.transaction().execute((tx) => enterPlan(tx, transcode, plan));
    const begun = await makeFirstPlayable(
      services,
      { ...transcode, plan },
      { plan, started, source, place, run, early },
    );
    return await dropSimilarRungs(services, transcode, begun, source, place);
  } finally {
    await early?.end();
  }
}

const makePlan = async (...[services, transcode, ...rest]: Parameters<typeof planWhole>): Promise<StoredPlan> =>
  withinMinutes(services, transcode, await planWhole(services, transcode, ...rest));

/** The plan of everything that the ladder asks for. */
async function planWhole(
  services: Services,
  transcode: Transcode,
  ladder: ProjectLadder,
  { source, sound }: LocalSource,
  signal: AbortSignal,
  onProbing: () => void,
): Promise<StoredPlan> {
  if (transcode.reuse) return planReuse(services, transcode, transcode.reuse);
  const facts = await probe(source, { signal, onBegun: onProbing });
  services.log.debug({ transcode: transcode.id, container: facts.container, codec: facts.video.codec }, "probed");
  const grid = planEncoding(facts, enabledRungs(ladder), {
    maximumFps: ladder.maxFps,
    audioBitrateKbps: ladder.audioKbps,
    ...(ladder.lowAudio && ladder.audioKbps > LOW_SOUND_KBPS ? { lowAudioBitrateKbps: LOW_SOUND_KBPS } : {}),
    ...(ladder.surround ? { surroundBitrateKbps: SURROUND_KBPS } : {}),
    effort: await readEncoderEffort(services.db),
    endsWithPicture: await isRecording(services.db, transcode),
  });
  const watermark = await adoptWatermark(services, transcode);
  const marked = watermark ? { ...grid, watermark } : grid;
  const rungs = planRungs(sourceOf({ facts, encoding: marked }), ladder);
  // A picture that stands still takes next to nothing, whatever its size and codec.
  const renditions = sound ? (byCodec(rungs)[0] ?? []).slice(-1) : await encodable(services, rungs);
  const encoding = { ...grid, renditions };
  const plan = {
    facts,
    encoding,
    streamable:
      streamability(facts).streamable && encoding.pictureFrames === undefined && (await hasShortGroups(source, facts)),
    mp4: ladder.mp4,
    dropSimilar: ladder.dropSimilar && !sound,
    ...(sound ? { sound } : {}),
  };
  if (sound && !watermark) return plan;
  return watermark
    ? withWatermark(services.db, transcode, ladder, plan, watermark)
    : withCopy(services.db, transcode, ladder, source, plan);
}
