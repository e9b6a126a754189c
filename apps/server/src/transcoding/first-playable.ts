import { encodeChunk } from "@kinora/media/encodeChunk.ts";
import { MediaError } from "@kinora/media/errors.ts";
import { remux, remuxTargetDurationSeconds } from "@kinora/media/streamable.ts";
import type { Services } from "../context.ts";
import { isDatabaseAway } from "../platform/database-away.ts";
import type { Run } from "../platform/tasks.ts";
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
 * A streamable source plays from its own video, cut without encoding; any other from the first segment of the lowest
 * rung, made before the whole ladder is. Answers when that and the first of the sound are there.
 */
export async function makeFirstPlayable(
  services: Services,
  transcode: Transcode,
  { plan, started, source, place, run, early }: FirstPlayable,
): Promise<void> {
  // Then the version before plays meanwhile.
  if (transcode.reuse) return started;
  const renditions = started.then(() => renditionIds(services, transcode.id));
  const common = { source, facts: plan.facts, workFolder: place.folder, signal: place.signal };
  const sound = beginFirstSound(services, transcode, plan, renditions, source, place, early);
  try {
    const ids = await renditions;
    if (!plan.streamable) await early?.picture.drop();
    const remuxed = plan.streamable && (await remuxSource(services, transcode, plan, ids, common, run, early));
    // Where there is nothing to be made before the ladder, the ladder shall not wait.
    if (remuxed || (await encodeLead(ids))) await sound.begun;
  } finally {
    await sound.stop();
  }
  await services.jobs.send(
    services.db,
    makePostersTask,
    { transcodeId: transcode.id, attempt: transcode.attempt },
    { priority: transcode.priority + 1 },
  );

  async function encodeLead(ids: RenditionIds): Promise<boolean> {
    const [lowest] = plan.encoding.renditions;
    const lowestId = lowest ? ids.get(lowest.label) : undefined;
    if (!lowest || lowestId === undefined || plan.encoding.renditions.length === 1) return false;
    if ((await segmentsDone(services, [lowestId], 0)) > 0) return true;
    await encodeChunk({
      ...common,
      plan: { ...plan.encoding, renditions: [lowest] },
      watermarkPath: await localWatermark(services, transcode, plan, place.folder, place.signal),
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
  common: { source: string; facts: StoredPlan["facts"]; workFolder: string; signal: AbortSignal },
  run: Run,
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
    const mayPass = !(error instanceof MediaError) || error.retryable;
    if (mayPass && run.failures < REMUX_RETRIES) throw error;
    // The ladder does not depend on it: a source that will not be cut is encoded like any other.
    services.log.info({ transcode: transcode.id, err: error }, "the source cannot be streamed as it is");
    await services.db.deleteFrom("renditions").where("id", "=", sourceId).execute();
    await services.storage.deletePrefix(assetKey(transcode, "source"));
    return false;
  }
}
