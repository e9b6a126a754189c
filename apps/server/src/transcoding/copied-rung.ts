import { MediaError } from "@kinora/media/errors.ts";
import { remux } from "@kinora/media/streamable.ts";
import type { Services } from "../context.ts";
import { isDatabaseAway } from "../platform/database-away.ts";
import { beginWork } from "./begin.ts";
import type { EarlyTools } from "./early-tools.ts";
import { encodeInstead, followCopy } from "./enter-plan.ts";
import { lockLive } from "./lock-live.ts";
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
  if (!copy || id === undefined) return plan;
  const follow = () => services.db.transaction().execute((tx) => followCopy(tx, transcode, plan, id));
  if (await isComplete(services, id)) return follow();
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
    return await follow();
  } catch (error) {
    if (place.signal.aborted || isDatabaseAway(error)) throw error;
    if (mayPass && (!(error instanceof MediaError) || error.retryable)) throw error;
    services.log.info({ transcode: transcode.id, err: error }, "the source cannot be copied");
    const reason = error instanceof MediaError ? error.message : "The file could not be cut at its key frames.";
    if (!(await dropCopied(services, transcode, { id, label: copy.label }))) return plan;
    return await services.db.transaction().execute((tx) => encodeInstead(tx, transcode, plan, reason));
  } finally {
    await reporting;
  }
}

/**
 * Forgets what was copied, rows first and then files, so that the rung is begun anew wherever this is broken off: an encoder
 * must not find the beginning of the copy. Answers false when the transcode ended meanwhile; then all stays for the next try.
 */
async function dropCopied(
  services: Services,
  transcode: Transcode,
  { id, label }: { id: number; label: string },
): Promise<boolean> {
  const live = await services.db.transaction().execute(async (tx) => {
    if (!(await lockLive(tx, transcode))) return false;
    await tx.deleteFrom("rendition_chunks").where("rendition_id", "=", id).execute();
    await tx.updateTable("renditions").set({ state: "queued", codecs: null }).where("id", "=", id).execute();
    return true;
  });
  if (live) await services.storage.deletePrefix(assetKey(transcode, label));
  return live;
}

async function isComplete({ db }: Services, id: number): Promise<boolean> {
  const row = await db.selectFrom("renditions").select("state").where("id", "=", id).executeTakeFirst();
  return row?.state === "complete";
}
