import { byCodec } from "@kinora/domain/transcoding/picture-codecs.ts";
import {
  FEWEST_COMPARED,
  similarRungs,
  type ComparedPiece,
  type RungSimilarity,
} from "@kinora/domain/transcoding/similar-rungs.ts";
import { measureRungs, type RungSimilarityOptions } from "@kinora/media/encoding/rung-similarity.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import { sql } from "kysely";
import type { Services } from "../../context.ts";
import { beginWork } from "../encoding/begin.ts";
import { leaveOutSimilar } from "../encoding/enter-plan.ts";
import { reportCompared } from "../encoding/progress.ts";
import type { StoredPlan, Transcode, Workplace } from "../encoding/transcode.ts";

const REPORT_EVERY_MS = 700;

/**
 * Leaves the rungs out of a stored plan that look like the one above, where the plan asks for it; returns the plan in force
 * afterwards. Call it before any work of the ladder is enqueued: the first playable rendition is the lowest, which stays.
 * A run that was killed continues with what it had not compared.
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
  const labels = rungs.map(({ label }) => label);
  const progress = watchComparison(services, transcode, plan);
  // Those of other rungs say nothing of these.
  const before = plan.compared?.rungs.join() === labels.join() ? plan.compared.pieces : [];
  const onPiece = keepsPieces(services, transcode, labels, before);
  const options = {
    ...{ source, facts, plan: encoding, rungs, workFolder, signal },
    ...{ compared: before, onPiece, onProgress: progress.onProgress },
  };
  let measured: RungSimilarity[];
  try {
    measured = await measure(services, transcode, options);
  } finally {
    await progress.written();
  }
  const similar = similarRungs(labels, measured);
  return services.db.transaction().execute((tx) => leaveOutSimilar(tx, transcode, plan, similar));
}

/** Stores what was compared, piece by piece. */
function keepsPieces(
  { db }: Services,
  { id, attempt }: Transcode,
  labels: readonly string[],
  before: readonly ComparedPiece[],
): (piece: ComparedPiece) => Promise<void> {
  const pieces = [...before];
  return async (piece) => {
    pieces.push(piece);
    const compared = JSON.stringify({ rungs: labels, pieces });
    const plan = sql<string>`jsonb_set(plan, '{compared}', ${compared}::jsonb)`;
    await db.updateTable("transcodes").set({ plan }).where("id", "=", id).where("attempts", "=", attempt).execute();
  };
}

/** Writes how far the comparison is into the database, at most every 700 ms and one write after the other. */
function watchComparison(services: Services, transcode: Transcode, plan: StoredPlan) {
  let reportedAt = -Infinity;
  let reporting: Promise<unknown> = Promise.resolve();
  return {
    onProgress(share: number): void {
      const now = performance.now();
      if (now - reportedAt < REPORT_EVERY_MS && share < 1) return;
      reportedAt = now;
      reporting = reporting
        .then(() => reportCompared(services, transcode, plan, share))
        .catch((error: unknown) => services.log.warn({ err: error }, "could not write progress"));
    },
    /** Waits until what was reported is in the database. */
    written: () => reporting,
  };
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
