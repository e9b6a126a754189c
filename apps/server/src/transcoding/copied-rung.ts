import { MediaError } from "@kinora/media/errors.ts";
import { remux } from "@kinora/media/streamable.ts";
import type { Services } from "../context.ts";
import { isDatabaseAway } from "../platform/database-away.ts";
import { beginWork } from "./begin.ts";
import type { EarlyTools } from "./early-tools.ts";
import { encodeInstead } from "./enter-plan.ts";
import { completeRendition } from "./playlists.ts";
import { reportCopied } from "./progress.ts";
import { storingSink, type RenditionIds } from "./segments.ts";
import { assetKey, type StoredPlan, type Transcode } from "./transcode.ts";

const REPORT_EVERY_MS = 700;

/** What the source is cut with. */
export interface CutPlace {
  source: string;
  facts: StoredPlan["facts"];
  workFolder: string;
  signal: AbortSignal;
}

/**
 * Copies the source's own picture into the rung of its size. Answers the plan that holds from now on: where the source can
 * not be cut well it is one that encodes the rung. A run that was killed is made again; what it stored stays.
 *
 * @param mayPass whether another run might do better after a trouble that is not the source's.
 */
export async function copyRung(
  services: Services,
  transcode: Transcode,
  plan: StoredPlan,
  ids: RenditionIds,
  place: CutPlace,
  early: EarlyTools | null,
  mayPass: boolean,
): Promise<StoredPlan> {
  const { copy } = plan;
  const id = copy ? ids.get(copy.label) : undefined;
  if (!copy || id === undefined || (await isComplete(services, id))) return plan;
  await beginWork(services, transcode);
  let reportedAt = performance.now();
  let reporting: Promise<void> = Promise.resolve();
  try {
    const options = {
      ...place,
      plan: plan.encoding,
      rendition: copy.label,
      stays: true,
      ...storingSink(services, transcode, ids, 0, 0),
      onProgress({ seconds }: { seconds: number }) {
        const now = performance.now();
        // What else is to be encoded is by far the longer part, and has the bar for itself.
        if (plan.encoding.renditions.length > 0 || now - reportedAt < REPORT_EVERY_MS) return;
        reportedAt = now;
        reporting = reporting
          .then(() => reportCopied(services, transcode, plan, seconds))
          .catch((error: unknown) => services.log.warn({ err: error }, "progress could not be written"));
      },
    };
    if (early?.picture.fits(options)) await early.picture.finish(options);
    else await remux(options);
    const { encoding } = plan;
    await completeRendition(services, transcode, { id, label: copy.label }, encoding.targetDurationSeconds, encoding);
    return plan;
  } catch (error) {
    if (place.signal.aborted || isDatabaseAway(error)) throw error;
    if (mayPass && (!(error instanceof MediaError) || error.retryable)) throw error;
    services.log.info({ transcode: transcode.id, err: error }, "the source cannot be copied");
    const reason = error instanceof MediaError ? error.message : "The file could not be cut at its key frames.";
    const encoded = await services.db.transaction().execute((tx) => encodeInstead(tx, transcode, plan, reason));
    await services.storage.deletePrefix(assetKey(transcode, copy.label));
    return encoded;
  } finally {
    await reporting;
  }
}

async function isComplete({ db }: Services, id: number): Promise<boolean> {
  const row = await db.selectFrom("renditions").select("state").where("id", "=", id).executeTakeFirst();
  return row?.state === "complete";
}
