import { encodeChunk } from "@kinora/media/encodeChunk.ts";
import { MediaError } from "@kinora/media/errors.ts";
import { remux, remuxTargetDurationSeconds } from "@kinora/media/streamable.ts";
import type { Services } from "../context.ts";
import { isDatabaseAway } from "../platform/database-away.ts";
import type { Run } from "../platform/tasks.ts";
import { copyRung, type CutPlace } from "./copied-rung.ts";
import type { EarlyTools } from "./early-tools.ts";
import { beginFirstSound } from "./first-sound.ts";
import { completeRendition } from "./playlists.ts";
import { makePostersTask } from "./posters.ts";
import { renditionIds, segmentsDone, storedInits, storingSink, type RenditionIds } from "./segments.ts";
import { deleteSourceLeftovers } from "./source.ts";
import { assetKey, type StoredPlan, type Transcode, type Workplace } from "./transcode.ts";
import { localWatermark } from "./version-watermark.ts";

const REMUX_RETRIES = 2;

/** What the first thing that plays is made of and with. */
export interface FirstPlayable {
  plan: StoredPlan;
  /** Resolves when the plan is written down. */
  started: Promise<void>;
  source: string;
  place: Workplace;
  run: Run;
  early: EarlyTools | null;
}

/**
 * A source that is copied plays as the rung it becomes. A streamable source plays from its own video, cut without encoding; any other from the first segment of the lowest
 * rung, made before the whole ladder is. Answers when that and the first of the sound are there, with the plan that holds
 * from now on.
 */
export async function makeFirstPlayable(
  services: Services,
  transcode: Transcode,
  { plan, started, source, place, run, early }: FirstPlayable,
): Promise<StoredPlan> {
  const mayPass = run.failures < REMUX_RETRIES;
  let current = plan;
  const renditions = started.then(() => renditionIds(services, transcode.id));
  const common = { source, facts: plan.facts, workFolder: place.folder, signal: place.signal };
  if (transcode.reuse) {
    // Then the version before plays meanwhile.
    return copyRung(services, transcode, plan, await renditions, common, null, mayPass);
  }
  const sound = beginFirstSound(services, transcode, plan, renditions, source, place, early);
  try {
    const ids = await renditions;
    if (!plan.streamable && !plan.copy) await early?.picture.drop();
    if (plan.copy) current = await copyRung(services, transcode, plan, ids, common, early, mayPass);
    const whole = current.copy
      ? true
      : plan.streamable && (await remuxSource(services, transcode, plan, ids, common, mayPass, early));
    // Where there is nothing to be made before the ladder, the ladder shall not wait.
    if (whole || (await encodeLead(current.copy ? ids : await renditionIds(services, transcode.id)))) await sound.begun;
  } finally {
    await sound.stop();
  }
  await services.jobs.send(
    services.db,
    makePostersTask,
    { transcodeId: transcode.id, attempt: transcode.attempt },
    { priority: transcode.priority + 1 },
  );
  return current;

  async function encodeLead(ids: RenditionIds): Promise<boolean> {
    const { encoding } = current;
    const [lowest] = encoding.renditions;
    const lowestId = lowest ? ids.get(lowest.label) : undefined;
    if (!lowest || lowestId === undefined || encoding.renditions.length === 1) return false;
    if ((await segmentsDone(services, [lowestId], 0)) > 0) return true;
    await encodeChunk({
      ...common,
      plan: { ...encoding, renditions: [lowest] },
      watermarkPath: await localWatermark(services, transcode, current, place.folder, place.signal),
      chunkIndex: 0,
      segmentCount: 1,
      expectedInits: await storedInits(services, transcode, [lowest.label]),
      ...storingSink(services, transcode, ids, 0, 0),
    });
    return true;
  }
}

/** Answers false when the source turns out not to be streamable after all. */
async function remuxSource(
  services: Services,
  transcode: Transcode,
  plan: StoredPlan,
  ids: RenditionIds,
  common: CutPlace,
  mayPass: boolean,
  early: EarlyTools | null,
): Promise<boolean> {
  const sourceId = ids.get("source");
  if (sourceId === undefined) return false;
  try {
    const options = { ...common, plan: plan.encoding, ...storingSink(services, transcode, ids, 0, 0) };
    if (early?.picture.fits(options)) await early.picture.finish(options);
    else await remux(options);
    await completeRendition(services, transcode, { id: sourceId, label: "source" }, remuxTargetDurationSeconds);
    // Every rung may have been complete first; then what was cut is needed no more.
    await deleteSourceLeftovers(services, transcode);
    return true;
  } catch (error) {
    if (await deleteSourceLeftovers(services, transcode)) return true;
    if (common.signal.aborted || isDatabaseAway(error)) throw error;
    if (mayPass && (!(error instanceof MediaError) || error.retryable)) throw error;
    // The ladder does not depend on it: a source that will not be cut is encoded like any other.
    services.log.info({ transcode: transcode.id, err: error }, "the source cannot be streamed as it is");
    await services.db.deleteFrom("renditions").where("id", "=", sourceId).execute();
    await services.storage.deletePrefix(assetKey(transcode, "source"));
    return false;
  }
}
