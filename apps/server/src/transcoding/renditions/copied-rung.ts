import { remux } from "@kinora/media/probe/streamable.ts";
import { MediaError } from "@kinora/media/tools/errors.ts";
import type { Services } from "../../context.ts";
import { isDatabaseAway } from "../../platform/database/database-away.ts";
import { beginWork } from "../encoding/begin.ts";
import { encodeInstead, followCopy } from "../encoding/enter-plan.ts";
import { lockLive } from "../encoding/lock-live.ts";
import { reportCopied } from "../encoding/progress.ts";
import { storingSink, type RenditionIds } from "../encoding/segments.ts";
import { assetKey, type StoredPlan, type Transcode } from "../encoding/transcode.ts";
import { completeRendition } from "../finish/playlists.ts";
import type { EarlyTools } from "../source/early-tools.ts";

const REPORT_EVERY_MS = 700;

/** Context of cutting a source. */
export interface CutPlace {
  source: string;
  facts: StoredPlan["facts"];
  workFolder: string;
  signal: AbortSignal;
}

/**
 * Copies the source's own picture into the rung of its size. Returns the plan in force afterwards: where the source cannot
 * be cut well, it encodes the rung. A killed run is repeated; the files it stored stay.
 *
 * @param mayPass whether a retry may succeed after an error that is not the source's.
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
      ...storingSink(services, transcode, ids, 0, 0, place.signal),
      onProgress({ seconds }: { seconds: number }) {
        const now = performance.now();
        // Encoding the other rungs takes far longer, so the progress bar shows that alone.
        if (plan.encoding.renditions.length > 0 || now - reportedAt < REPORT_EVERY_MS) return;
        reportedAt = now;
        reporting = reporting
          .then(() => reportCopied(services, transcode, plan, seconds))
          .catch((error: unknown) => services.log.warn({ err: error }, "could not write progress"));
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
    services.log.info({ transcode: transcode.id, err: error }, "could not copy the source");
    const reason = error instanceof MediaError ? error.message : "The file could not be cut at its key frames.";
    if (!(await dropCopied(services, transcode, { id, label: copy.label }))) return plan;
    return await services.db.transaction().execute((tx) => encodeInstead(tx, transcode, plan, reason));
  } finally {
    await reporting;
  }
}

/**
 * Deletes the copied rows and then the files, so that the rung starts from its beginning wherever this is interrupted: an
 * encoder must not continue the copy. Returns false when the transcode ended meanwhile; then all stays for the next attempt.
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
