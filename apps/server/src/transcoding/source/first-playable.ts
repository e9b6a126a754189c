import { encodeChunk } from "@kinora/media/encoding/encode-chunk.ts";
import { remux, remuxTargetDurationSeconds } from "@kinora/media/probe/streamable.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import type { Services } from "../../context.ts";
import { isDatabaseAway } from "../../platform/database/database-away.ts";
import type { Run } from "../../platform/jobs/tasks.ts";
import { awaitingSink, renditionIds, segmentsDone, storedInits, type RenditionIds } from "../encoding/segments.ts";
import { assetKey, type StoredPlan, type Transcode, type Workplace } from "../encoding/transcode.ts";
import { completeRendition } from "../finish/playlists.ts";
import { makePostersTask } from "../finish/posters.ts";
import { copyRung, type CutPlace } from "../renditions/copied-rung.ts";
import { localWatermark } from "../watermark/version-watermark.ts";
import type { EarlyTools } from "./early-tools.ts";
import { beginFirstSound } from "./first-sound.ts";
import { deleteSourceLeftovers } from "./source.ts";

const REMUX_RETRIES = 2;

/** Inputs of the first playable rendition. */
export interface FirstPlayable {
  plan: StoredPlan;
  /** Resolves when the plan is stored. */
  started: Promise<void>;
  source: string;
  place: Workplace;
  run: Run;
  early: EarlyTools | null;
}

/**
 * Makes the first rendition that can play. A copied source plays as its rung; a streamable source plays from its own video,
 * cut without encoding; any other from the first segment of the lowest rung, encoded before the rest of the ladder. Resolves
 * when that and the first segment of the sound are stored, with the plan in force afterwards.
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
    // The previous version plays meanwhile.
    return copyRung(services, transcode, plan, await renditions, common, null, mayPass);
  }
  const sound = beginFirstSound(services, transcode, plan, renditions, source, place, early);
  try {
    if (!plan.streamable && !plan.copy) await early?.picture.drop();
    if (plan.copy) current = await copyRung(services, transcode, plan, await renditions, common, early, mayPass);
    const whole = current.copy
      ? true
      : plan.streamable && (await remuxSource(services, transcode, plan, renditions, common, mayPass, early));
    // What was to be copied or cut and could not be has changed the rows.
    const isChanged = Boolean(plan.copy) || plan.streamable;
    // Without a first rendition to make, the ladder starts at once.
    if (whole || (await encodeLead(isChanged ? renditionIds(services, transcode.id) : renditions))) await sound.begun;
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

  async function encodeLead(ids: Promise<RenditionIds>): Promise<boolean> {
    const { encoding } = current;
    const [lowest] = encoding.renditions;
    if (!lowest || encoding.renditions.length === 1) return false;
    // Of a new plan nothing is stored, and the tool starts while its rows are.
    const isResumed = early === null;
    if (isResumed) {
      const id = (await ids).get(lowest.label);
      if (id === undefined) return false;
      if ((await segmentsDone(services, [id], 0)) > 0) return true;
    }
    await encodeChunk({
      ...common,
      plan: { ...encoding, renditions: [lowest] },
      watermarkPath: await localWatermark(services, transcode, current, place.folder, place.signal),
      chunkIndex: 0,
      segmentCount: 1,
      expectedInits: isResumed ? await storedInits(services, transcode, [lowest.label]) : new Map(),
      ...awaitingSink(services, transcode, ids, place.signal),
    });
    return true;
  }
}

/** Returns false when the source is not streamable after all. */
async function remuxSource(
  services: Services,
  transcode: Transcode,
  plan: StoredPlan,
  renditions: Promise<RenditionIds>,
  common: CutPlace,
  mayPass: boolean,
  early: EarlyTools | null,
): Promise<boolean> {
  const isResumed = early === null;
  if (isResumed && !(await renditions).has("source")) return false;
  try {
    const sink = awaitingSink(services, transcode, renditions, common.signal);
    const options = { ...common, plan: plan.encoding, ...sink };
    if (early?.picture.fits(options)) await early.picture.finish(options);
    else await remux(options);
    const sourceId = (await renditions).get("source");
    if (sourceId === undefined) return false;
    await completeRendition(services, transcode, { id: sourceId, label: "source" }, remuxTargetDurationSeconds);
    // Every rung may have been completed first; then the cut source is not needed any more.
    await deleteSourceLeftovers(services, transcode);
    return true;
  } catch (error) {
    if (await deleteSourceLeftovers(services, transcode)) return true;
    if (common.signal.aborted || isDatabaseAway(error)) throw error;
    if (mayPass && (!(error instanceof MediaError) || error.retryable)) throw error;
    // The ladder does not depend on it: a source that cannot be cut is encoded like any other.
    services.log.info({ transcode: transcode.id, err: error }, "could not cut the source");
    await services.db
      .deleteFrom("renditions")
      .where("transcode_id", "=", transcode.id)
      .where("kind", "=", "source")
      .execute();
    await services.storage.deletePrefix(assetKey(transcode, "source"));
    return false;
  }
}
