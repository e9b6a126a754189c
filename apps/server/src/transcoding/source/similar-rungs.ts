import { byCodec } from "@kinora/domain/transcoding/picture-codecs.ts";
import { FEWEST_COMPARED, similarRungs, type RungSimilarity } from "@kinora/domain/transcoding/similar-rungs.ts";
import { measureRungs, type RungSimilarityOptions } from "@kinora/media/encoding/rung-similarity.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import type { Services } from "../../context.ts";
import { beginWork } from "../encoding/begin.ts";
import { leaveOutSimilar } from "../encoding/enter-plan.ts";
import type { StoredPlan, Transcode, Workplace } from "../encoding/transcode.ts";

/**
 * Leaves the rungs out of a stored plan that look like the one above, where the plan asks for it; returns the plan in force
 * afterwards. Call it before any work of the ladder is enqueued: the first playable rendition is the lowest, which stays.
 * A repeated run measures again unless the result is stored.
 */
export async function dropSimilarRungs(
  services: Services,
  transcode: Transcode,
  plan: StoredPlan,
  source: string,
  place: Workplace,
): Promise<StoredPlan> {
  // A copied rung is the highest of those that would be encoded in its place.
  const [rungs = []] = byCodec((plan.copy?.otherwise ?? plan.encoding).renditions);
  if (!plan.dropSimilar || plan.similar || rungs.length < FEWEST_COMPARED) return plan;
  await beginWork(services, transcode);
  const { facts, encoding } = plan;
  const { folder: workFolder, signal } = place;
  const measured = await measure(services, transcode, { source, facts, plan: encoding, rungs, workFolder, signal });
  const labels = rungs.map(({ label }) => label);
  const similar = similarRungs(labels, measured);
  return services.db.transaction().execute((tx) => leaveOutSimilar(tx, transcode, plan, similar));
}

/** Measures nothing where the tools cannot: the video is made with every rung then. */
async function measure(
  { log }: Services,
  { id }: Transcode,
  options: RungSimilarityOptions,
): Promise<RungSimilarity[]> {
  try {
    const measured = await measureRungs(options);
    log.debug({ transcode: id, measured }, "compared rungs");
    return measured;
  } catch (error) {
    if (options.signal.aborted || !(error instanceof MediaError)) throw error;
    log.warn({ transcode: id, err: error, detail: error.detail }, "could not compare rungs");
    return [];
  }
}
