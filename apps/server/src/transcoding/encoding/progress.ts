import { CONVERSION_PROGRESS_EVENT, transcodingChannel } from "@kinora/domain/realtime.ts";
import { comparedShare, estimateSeconds, observedSpeed } from "@kinora/domain/transcoding/progress.ts";
import { sql, type RawBuilder } from "kysely";
import type { Services } from "../../context.ts";
import { publish } from "../../platform/events/events.ts";
import { expectedSpeed } from "./speed.ts";
import type { StoredPlan, Transcode } from "./transcode.ts";

/** Share of progress reserved for packaging: 98 % with the last frame, 100 % when everything is written. */
const LADDER_SHARE = 0.98;

/**
 * Adds up the chunks' progress, stores it and pushes it. Progress never decreases, in whatever order chunks report.
 * Returns false when the transcode was stopped meanwhile.
 */
export async function reportProgress(services: Services, transcode: Transcode, plan: StoredPlan): Promise<boolean> {
  // What was compared before the ladder counts as done.
  const begun = plan.similar ? comparedShare(plan.encoding.durationSeconds) : 0;
  return raiseProgress(
    services,
    transcode,
    plan,
    sql<number>`least(${LADDER_SHARE}::float8, ${begun}::float8 + ${LADDER_SHARE - begun}::float8 * (
      select coalesce(sum(frames), 0) from transcode_chunks where transcode_id = ${transcode.id}) / ${plan.encoding.totalFrames})`,
  );
}

/** Like `reportProgress`, while rungs are compared. @param share 0–1 of the comparison. */
export const reportCompared = (services: Services, transcode: Transcode, plan: StoredPlan, share: number) =>
  raiseProgress(
    services,
    transcode,
    plan,
    sql<number>`${share * comparedShare(plan.encoding.durationSeconds)}::float8`,
  );

async function raiseProgress(
  services: Services,
  transcode: Transcode,
  plan: StoredPlan,
  to: RawBuilder<number>,
): Promise<boolean> {
  const row = await services.db
    .updateTable("transcodes")
    .set({ progress: sql<number>`greatest(progress, ${to})` })
    .where("id", "=", transcode.id)
    .where("attempts", "=", transcode.attempt)
    .where("state", "=", "running")
    .returning(["progress", "started_at"])
    .executeTakeFirst();
  if (!row) return false;
  const remaining = plan.encoding.durationSeconds * (1 - row.progress);
  await publish(services.db, transcodingChannel(transcode.video_id), CONVERSION_PROGRESS_EVENT, {
    id: transcode.video_id,
    progress: Math.floor(row.progress * 100),
    eta: estimateSeconds(remaining, await currentSpeed(services, plan, row)),
  });
  return true;
}

/** Like `reportProgress`, where nothing is encoded: `seconds` of the source's picture are copied. */
export async function reportCopied(
  { db }: Services,
  { id, attempt, video_id: videoId }: Transcode,
  { encoding }: StoredPlan,
  seconds: number,
): Promise<void> {
  const share = LADDER_SHARE * Math.min(1, Math.max(0, seconds / encoding.durationSeconds));
  const row = await db
    .updateTable("transcodes")
    .set({ progress: sql<number>`greatest(progress, ${share}::float8)` })
    .where("id", "=", id)
    .where("attempts", "=", attempt)
    .where("state", "=", "running")
    .returning("progress")
    .executeTakeFirst();
  if (!row) return;
  const progress = Math.floor(row.progress * 100);
  await publish(db, transcodingChannel(videoId), CONVERSION_PROGRESS_EVENT, { id: videoId, progress, eta: null });
}

/** The measured speed of this transcode once it has run long enough; before that, the speed of earlier similar work. */
async function currentSpeed(
  services: Services,
  plan: StoredPlan,
  row: { progress: number; started_at: Date | null },
): Promise<number | null> {
  const elapsed = row.started_at ? (services.clock.now().getTime() - row.started_at.getTime()) / 1_000 : 0;
  return observedSpeed(row.progress, plan.encoding.durationSeconds, elapsed) ?? expectedSpeed(services, plan);
}
